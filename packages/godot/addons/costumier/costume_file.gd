@tool
extends RefCounted
## A `.costume` file: names a costume of a game.


## Returns the arguments of `costumier` that export the costume into a folder; none, with an error, if the file is wrong.
static func arguments(path: String, options: Dictionary, folder: String) -> PackedStringArray:
	var file := ConfigFile.new()
	var problem := file.load(path)
	var game := str(file.get_value("costume", "game", ""))
	if problem != OK or game.is_empty():
		push_error('%s: a costume file has [costume], game="FOLDER" and id=NUMBER' % path)
		return []
	var words := PackedStringArray(["export", "--as", "sheet", "--only-animations", "--force", "--quiet", "-o", folder])
	for option: String in ["chores", "facings"]:
		var value := str(options.get(option, "")).strip_edges()
		if not value.is_empty():
			words.append_array(["--" + option.trim_suffix("s"), value])
	words.append_array(["--scale-up", str(options.get("scale_up", 1)), "--", _place(path, game)])
	var id := str(file.get_value("costume", "id", ""))
	if not id.is_empty():
		words.append(id)
	return words


## A game next to the costume file is named by its path from there. Other words stay: whole paths, and `sample`.
static func _place(path: String, game: String) -> String:
	var near := path.get_base_dir().path_join(game)
	if game.is_absolute_path():
		near = game
	var is_there := FileAccess.file_exists(near) or DirAccess.dir_exists_absolute(near)
	return ProjectSettings.globalize_path(near) if is_there else game
