extends Node2D
## Imports the example, and compares what Godot draws with the frames that the command wrote.

const FEET := Vector2i(100, 100)
const CLEAR := Color(1, 0, 1, 1)

var failures := 0


func _ready() -> void:
	var importer: RefCounted = load("res://addons/costumier/importer.gd").new()
	var options := {}
	for option: Dictionary in importer._get_import_options("", 0):
		options[option.name] = option.default_value
	var none: Array[String] = []
	var status: Error = importer._import("res://example/minuet.costume", "user://minuet", options, none, none)
	if status != OK or not DirAccess.dir_exists_absolute("res://truth"):
		print("import: %d" % status)
		get_tree().quit(0)
		return
	_check_arguments()
	await _compare_room()
	var drawn := await _compare(load("user://minuet.res"))
	print("compared %d frames, %d failures" % [drawn, failures])
	get_tree().quit(0)


## A game next to the costume file is found from there; options that are left out make no arguments.
func _check_arguments() -> void:
	var reader: GDScript = load("res://addons/costumier/costume_file.gd")
	var options := {"chores": " walk,stand ", "facings": "", "scale_up": 2}
	var words: PackedStringArray = reader.arguments("res://near/hero.costume", options, "out")
	var game := ProjectSettings.globalize_path("res://near/game")
	var expected: PackedStringArray = ["-o", "out", "--chore", "walk,stand", "--scale-up", "2", "--", game, "guybrush"]
	_check(words.slice(-expected.size()) == expected, "arguments: %s" % [words])
	_check(reader.arguments("res://near/empty.costume", {}, "out").is_empty(), "a costume file without a game")


## A room that `unpack --godot` wrote. With what is in front of actors over it, and no actor, it is the background.
func _compare_room() -> void:
	var room: Node2D = load("res://room/room.tscn").instantiate()
	for sprite: Sprite2D in room.find_children("*", "Sprite2D"):
		sprite.texture = ImageTexture.create_from_image(_image(sprite.texture.resource_path.replace(".tres", ".png")))
	_check(room.get_node("Front").get_children().map(func(it: Node) -> int: return it.get_meta("plane")) == [1, 2], "planes")
	var walk_box: Polygon2D = room.get_node("WalkBoxes/box 3")
	_check(walk_box.polygon == PackedVector2Array([Vector2(52, 145), Vector2(266, 145), Vector2(276, 176), Vector2(42, 176)]), "box 3")
	_check(walk_box.get_meta("plane") == 2 and walk_box.get_meta("scale_slot") == 0, "properties of box 3")
	_check(room.get_meta("scale_slot_0") == [165, 122, 255, 178], "scale slot 0")
	for part: String in ["", "Background"]:
		if part:
			room.get_node(part).hide()
			room.get_node("Front").hide()
		else:
			add_child(room)
		await RenderingServer.frame_post_draw
		var expected := Image.create_empty(200, 200, false, Image.FORMAT_RGBA8)
		expected.fill(CLEAR)
		if not part:
			expected.blit_rect(_image("res://room/background.png"), Rect2i(0, 0, 200, 200), Vector2i.ZERO)
		var screen := get_viewport().get_texture().get_image()
		screen.convert(Image.FORMAT_RGBA8)
		_check(screen.get_data() == expected.get_data(), "the room without %s" % part)
	room.free()


func _image(path: String) -> Image:
	var image := Image.new()
	image.load_png_from_buffer(FileAccess.get_file_as_bytes(path))
	image.convert(Image.FORMAT_RGBA8)
	return image


func _compare(frames: SpriteFrames) -> int:
	var sprite := AnimatedSprite2D.new()
	sprite.position = FEET
	sprite.sprite_frames = frames
	add_child(sprite)
	var manifest: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://truth/manifest.json"))
	var drawn := 0
	var names := PackedStringArray()
	for animation: Dictionary in manifest.costumes[0].animations:
		if animation.get("status", "ok") != "ok":
			continue
		var name: String = animation.name
		names.append(name)
		_check(frames.has_animation(name), name + " is missing")
		_check(frames.get_frame_count(name) == animation.frames.size(), name + " has another number of frames")
		_check(frames.get_animation_loop(name) == animation.has("loops_to"), name + ": loop")
		for i in animation.frames.size():
			var seconds := frames.get_frame_duration(name, i) / frames.get_animation_speed(name)
			_check(is_equal_approx(seconds, animation.frames[i].ticks * 0.1), "%s %d lasts %f s" % [name, i, seconds])
			var truth := _image("res://truth/" + str(animation.frames[i].file))
			sprite.animation = name
			sprite.frame = i
			for flip: bool in [false, true]:
				sprite.flip_h = flip
				await RenderingServer.frame_post_draw
				var expected := _screen(truth, Vector2i(animation.anchor[0], animation.anchor[1]), flip)
				var screen := get_viewport().get_texture().get_image()
				screen.convert(Image.FORMAT_RGBA8)
				_check(screen.get_data() == expected.get_data(), "%s %d flip %s: other pixels" % [name, i, flip])
				drawn += 1
	names.sort()
	var given := frames.get_animation_names()
	given.sort()
	_check(given == names, "the animations are %s" % [given])
	return drawn


## What the screen shows of a frame whose anchor is at the feet. Mirrored, columns to the right of the origin go to its left.
func _screen(frame: Image, anchor: Vector2i, flip: bool) -> Image:
	var screen := Image.create_empty(200, 200, false, Image.FORMAT_RGBA8)
	screen.fill(CLEAR)
	screen.blend_rect(frame, Rect2i(Vector2i.ZERO, frame.get_size()), FEET - anchor)
	if flip:
		screen.flip_x()
	return screen


func _check(holds: bool, text: String) -> void:
	if not holds:
		failures += 1
		print("failed: " + text)
