@tool
extends EditorImportPlugin
## Imports `.costume` files as `SpriteFrames`: runs `costumier export`, and reads the sheet that it writes.

const CostumeFile := preload("costume_file.gd")
const Sheet := preload("sheet.gd")
## The editor setting that names the program.
const PROGRAM := "costumier/program"


func _get_importer_name() -> String:
	return "costumier.costume"


func _get_visible_name() -> String:
	return "SpriteFrames of a costume"


func _get_recognized_extensions() -> PackedStringArray:
	return ["costume"]


func _get_save_extension() -> String:
	return "res"


func _get_resource_type() -> String:
	return "SpriteFrames"


func _get_priority() -> float:
	return 1.0


func _get_import_order() -> int:
	return 0


func _get_preset_count() -> int:
	return 1


func _get_preset_name(_preset: int) -> String:
	return "Default"


func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
	return [
		{"name": "chores", "default_value": ""},
		{"name": "facings", "default_value": ""},
		{"name": "scale_up", "default_value": 1, "property_hint": PROPERTY_HINT_RANGE, "hint_string": "1,8"},
	]


func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
	return true


func _import(source: String, save_path: String, options: Dictionary, _variants: Array[String], _files: Array[String]) -> Error:
	# In the project's cache, which the editor does not import. Another costume and other options have another folder.
	var folder := "res://.godot/costumier/%x" % (source + FileAccess.get_file_as_string(source) + str(options)).hash()
	var arguments := CostumeFile.arguments(source, options, ProjectSettings.globalize_path(folder))
	if arguments.is_empty():
		return ERR_INVALID_DATA
	var program: String = EditorInterface.get_editor_settings().get_setting(PROGRAM)
	var output := []
	var status := OS.execute(program, arguments, output, true)
	if status == -1:
		push_error("%s: `%s` cannot be run; set %s in the editor settings" % [source, program, PROGRAM])
		return ERR_CANT_FORK
	if status != 0:
		push_error("%s: %s" % [source, "".join(output).strip_edges()])
		return FAILED
	var frames := Sheet.read(folder)
	if frames == null:
		return ERR_INVALID_DATA
	return ResourceSaver.save(frames, "%s.%s" % [save_path, _get_save_extension()], ResourceSaver.FLAG_COMPRESS)
