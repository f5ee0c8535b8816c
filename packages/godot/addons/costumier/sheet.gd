@tool
extends RefCounted
## A sheet that `costumier export --as sheet` wrote, as `SpriteFrames`.
##
## All frames have one size, and the actor's position is in its middle. So an `AnimatedSprite2D` with its default settings has the
## feet at its origin, also with `flip_h`. A frame's duration is in ticks, and an animation's speed in ticks a second.

const JIFFIES_PER_MILLISECOND := 60.0 / 1000.0


## Reads the only costume of an export's folder. Returns null, with an error, if there are several or none.
static func read(folder: String) -> SpriteFrames:
	var found := PackedStringArray()
	for name in DirAccess.get_directories_at(folder):
		if FileAccess.file_exists(folder.path_join(name).path_join("sheet.json")):
			found.append(folder.path_join(name))
	if found.size() != 1:
		push_error("%d costumes were exported; the costume file must name one by its id" % found.size())
		return null
	var sheet: Variant = JSON.parse_string(FileAccess.get_file_as_string(found[0].path_join("sheet.json")))
	var image := Image.new()
	var bytes := FileAccess.get_file_as_bytes(found[0].path_join("sheet.png"))
	if not sheet is Dictionary or image.load_png_from_buffer(bytes) != OK:
		push_error("%s: the sheet cannot be read" % found[0])
		return null
	return build(sheet, ImageTexture.create_from_image(image))


static func build(sheet: Dictionary, picture: Texture2D) -> SpriteFrames:
	var canvas := Vector2(sheet.canvas[0], sheet.canvas[1])
	var pivot := Vector2(sheet.pivot[0], sheet.pivot[1])
	# The pivot may lie outside of the canvas.
	var half := pivot.max(canvas - pivot)
	var frames := SpriteFrames.new()
	frames.remove_animation(&"default")
	var parts := {}
	for animation: Dictionary in sheet.animations:
		var name: StringName = animation.name
		frames.add_animation(name)
		frames.set_animation_loop(name, animation.repeats)
		var ticks := 0.0
		var milliseconds := 0.0
		for frame: Dictionary in animation.frames:
			var key := str(frame.rect, frame.at)
			if not parts.has(key):
				parts[key] = _part(picture, frame, half - pivot, half * 2)
			frames.add_frame(name, parts[key], frame.ticks)
			ticks += frame.ticks
			milliseconds += frame.milliseconds
		var jiffies := maxi(roundi(milliseconds * JIFFIES_PER_MILLISECOND / maxf(ticks, 1)), 1)
		frames.set_animation_speed(name, 60.0 / jiffies)
	return frames


## A frame: its part of the picture, with empty pixels around it up to the whole size.
static func _part(picture: Texture2D, frame: Dictionary, from: Vector2, whole: Vector2) -> AtlasTexture:
	var part := AtlasTexture.new()
	part.atlas = picture
	part.region = Rect2(frame.rect[0], frame.rect[1], frame.rect[2], frame.rect[3])
	part.margin = Rect2(from + Vector2(frame.at[0], frame.at[1]), whole - part.region.size)
	part.filter_clip = true
	return part
