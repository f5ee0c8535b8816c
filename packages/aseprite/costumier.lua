-- Opens and saves costumes of SCUMM games in Aseprite, by calling the program `costumier`.
--
--   costume.toml   of a costume folder that `unpack --pictures aseprite` or `import` wrote: layers are limbs, tags are
--                  animations, and the pictures stay in the folder's costume.aseprite
--   .cost, .akos   a block that `extract` or `pack -o` wrote; it is unpacked into a folder of its own while it is open

-- The generation of a block, which no block says, if the preferences name no other.
local GENERATIONS = { cost = "v5", akos = "v7" }

-- The names of files in a costume folder, and of the block's header, which `pack` leaves out.
local TEXT, PICTURES, ORIGINAL, HEADER = "costume.toml", "costume.aseprite", "original.bin", "header"

-- The oldest interface of Aseprite that has newFileFormat and the event beforesave: that of 1.3.18.2.
local INTERFACE = 41

-- FormatSupport has no name for the bit of tags. Without it Aseprite warns of tags at each save.
local TAGS = 0x1000

local preferences = {}

-- What each open file has, and the folder in which a block is unpacked, by `whole_path`. Aseprite empties a file before
-- it calls `onsave`.
local contents, folders = {}, {}

local function preference(key, default)
  local value = preferences[key]
  if value == nil or value == "" then return default end
  return value
end

-- Quotes a word for the shell that io.popen uses.
local function quoted(word)
  if app.os and app.os.windows then return '"' .. word:gsub('"', "") .. '"' end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- Calls costumier. Raises its error as the message, if it fails.
local function call(...)
  local words = { quoted(preference("program", "costumier")) }
  for _, word in ipairs({ ... }) do words[#words + 1] = quoted(word) end
  local line = table.concat(words, " ") .. " 2>&1"
  -- cmd.exe takes the outer quotes of a line off.
  if app.os and app.os.windows then line = '"' .. line .. '"' end
  local pipe = io.popen(line, "r")
  if not pipe then error("cannot run costumier: allow the extension to run it, and install it on the path", 0) end
  local said = pipe:read("a")
  local done, _, status = pipe:close()
  if done then return said end
  if status == 127 or status == 9009 then
    said = "the program was not found: install it, or name it in File > Scripts > Costumier"
  end
  error("costumier: " .. said:gsub("^error: ", ""):gsub("%s+$", ""), 0)
end

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local bytes = file:read("a")
  file:close()
  return bytes
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  assert(file:write(bytes))
  file:close()
end

-- A block with the header that the file had: of 8 bytes (v5 and later), 6 (v3 with 256 colours, v4), 4 (older) or none.
-- Each tells the whole size.
local function with_header(header, block)
  local size = #header + #block
  if #header == 8 then return header:sub(1, 4) .. string.pack(">I4", size) .. block end
  if #header == 6 then return string.pack("<I4", size) .. header:sub(5) .. block end
  if #header == 4 then return string.pack("<I2", size) .. header:sub(3) .. block end
  return block
end

-- The folder in which a block is unpacked while it is open. Its name depends on the block's path alone, so that saving
-- finds it again, also in another session.
local function folder_of(path)
  local hash = 5381
  for at = 1, #path do hash = (hash * 33 + path:byte(at)) & 0xFFFFFFFF end
  return app.fs.joinPath(app.fs.tempPath, string.format("costumier-%08x", hash))
end

-- The path from the root on: on the command line a file can have several names.
local function whole_path(path)
  if not path:find("^[/\\]") and not path:find("^%a:") then path = app.fs.joinPath(app.fs.currentPath, path) end
  return app.fs.normalizePath(path)
end

-- Saves the pictures of a folder. Aseprite raises no error if it cannot save a copy, so a new file must appear.
local function save_pictures(sprite, folder)
  local copy = app.fs.joinPath(folder, "costume-saving.aseprite")
  os.remove(copy)
  sprite:saveCopyAs(copy)
  local bytes = read(copy)
  os.remove(copy)
  if not bytes then error("costumier: Aseprite cannot save the pictures into " .. folder, 0) end
  write(app.fs.joinPath(folder, PICTURES), bytes)
end

-- Shows what `pack` warns of, such as paint that it does not read. That cels were moved is known to who moved them.
local function show_warnings(said)
  for warning in said:gmatch("warning: [^\r\n]+") do
    if not warning:find("was moved by", 1, true) then print("costumier: " .. warning) end
  end
end

-- Calls `work`, which writes a file. If it fails, the file gets back what it had.
local function saving(work)
  return function(ev)
    local done, why = pcall(work, ev)
    if done then return true end
    local before = contents[whole_path(ev.filename)]
    if before then
      ev.file:seek("set", 0)
      ev.file:write(before)
    end
    error(why, 0)
  end
end

-- The names under which layers have the pictures of a costume folder.
local function has_layers(text) return text:find('file = "' .. PICTURES .. '"', 1, true) ~= nil end

local function open_sprite(folder)
  local sprite = Sprite{ fromFile = app.fs.joinPath(folder, PICTURES) }
  if not sprite then error("costumier: Aseprite cannot open " .. PICTURES, 0) end
  return sprite
end

-- Opens a block.
local function load_block(ev)
  local kind = app.fs.fileExtension(ev.filename):lower()
  local generation = preference("generation_" .. kind, GENERATIONS[kind])
  local path = whole_path(ev.filename)
  local folder = folder_of(path)
  call("unpack", ev.filename, "1", "-o", folder, "--pictures", "aseprite", "--generation", generation, "--force")
  local whole, block = read(ev.filename), read(app.fs.joinPath(folder, ORIGINAL))
  write(app.fs.joinPath(folder, HEADER), whole:sub(1, #whole - #block))
  local sprite = open_sprite(folder)
  contents[path], folders[path] = whole, folder
  return sprite
end

-- Packs the sprite, and writes the block.
local function save_block(ev)
  -- The sprite has the name of the block that was opened, also if it is saved as another.
  local folder = folders[whole_path(ev.sprite.filename)]
  local header = folder and read(app.fs.joinPath(folder, HEADER))
  if not header then
    error("costumier: only a block that was opened can be saved; for a new costume use `costumier import`", 0)
  end
  save_pictures(ev.sprite, folder)
  local block = app.fs.joinPath(folder, "packed.block")
  show_warnings(call("pack", folder, "-o", block, "--force"))
  local whole = with_header(header, assert(read(block)))
  os.remove(block)
  assert(ev.file:write(whole))
  local path = whole_path(ev.filename)
  contents[path], folders[path] = whole, folder
end

-- Opens a costume folder.
local function load_folder(ev)
  local text = read(ev.filename)
  if app.fs.fileName(ev.filename) ~= TEXT or not text then
    error("costumier: open the " .. TEXT .. " of a costume folder", 0)
  end
  if not has_layers(text) then
    error("costumier: the pictures of this folder are PNG files. `costumier unpack GAME ID -o FOLDER --pictures " ..
      "aseprite` writes a folder with layers", 0)
  end
  local path = whole_path(ev.filename)
  local sprite = open_sprite(app.fs.filePath(path))
  contents[path] = text
  -- The text may be edited while the sprite is open.
  sprite.events:on("beforesave", function() contents[path] = read(path) or contents[path] end)
  return sprite
end

-- Saves the pictures of a costume folder, and has costumier check them. The text stays as it is.
local function save_folder(ev)
  local path = whole_path(ev.filename)
  local folder, text = app.fs.filePath(path), contents[path]
  if not text or not has_layers(text) or whole_path(ev.sprite.filename) ~= path then
    error("costumier: save to the " .. TEXT .. " that was opened; for a new costume use `costumier import`", 0)
  end
  -- costumier reads it.
  assert(ev.file:write(text))
  ev.file:flush()
  local pictures = app.fs.joinPath(folder, PICTURES)
  local before = read(pictures)
  save_pictures(ev.sprite, folder)
  local checked, why = pcall(call, "pack", folder, "--preview")
  if not checked then
    -- The folder keeps its last good pictures.
    if before then write(pictures, before) end
    error(why, 0)
  end
  show_warnings(why)
end

local function settings()
  local dialog = Dialog("Costumier")
  dialog:entry{ id = "program", label = "Program", text = preference("program", "costumier") }
  for kind, default in pairs(GENERATIONS) do
    local id = "generation_" .. kind
    dialog:entry{ id = id, label = "Generation of ." .. kind, text = preference(id, default) }
  end
  dialog:button{ id = "ok", text = "OK" }
  dialog:button{ text = "Cancel" }
  dialog:show()
  if not dialog.data.ok then return end
  for _, id in ipairs({ "program", "generation_cost", "generation_akos" }) do preferences[id] = dialog.data[id] end
end

function init(plugin)
  preferences = plugin.preferences
  plugin:newCommand{ id = "CostumierSettings", title = "Costumier…", group = "file_scripts", onclick = settings }
  if app.apiVersion < INTERFACE then
    app.alert("Costumier needs Aseprite 1.3.18.2 or later")
    return
  end
  local supports = FormatSupport.RGB | FormatSupport.RGBA | FormatSupport.GRAY | FormatSupport.GRAYA |
    FormatSupport.INDEXED | FormatSupport.LAYER | FormatSupport.FRAME | FormatSupport.PALETTE |
    FormatSupport.PALETTE_ALPHA | TAGS
  plugin:newFileFormat{
    name = "SCUMM costume block", extensions = { "cost", "akos" }, binary = true, supports = supports,
    onload = load_block, onsave = saving(save_block),
  }
  plugin:newFileFormat{
    name = "SCUMM costume folder", extensions = { "toml" }, binary = true, supports = supports,
    onload = load_folder, onsave = saving(save_folder),
  }
end

function exit(_) end
