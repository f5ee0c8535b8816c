@tool
extends EditorPlugin
## Adds the importer of `.costume` files, and the editor setting that names the program.

const Importer := preload("importer.gd")

var importer: EditorImportPlugin


func _enter_tree() -> void:
	var settings := EditorInterface.get_editor_settings()
	if not settings.has_setting(Importer.PROGRAM):
		settings.set_setting(Importer.PROGRAM, "costumier")
	settings.set_initial_value(Importer.PROGRAM, "costumier", false)
	settings.add_property_info({"name": Importer.PROGRAM, "type": TYPE_STRING, "hint": PROPERTY_HINT_GLOBAL_FILE})
	importer = Importer.new()
	add_import_plugin(importer)


func _exit_tree() -> void:
	remove_import_plugin(importer)
	importer = null
