-- Opens and saves costumes of SCUMM games in Aseprite, by calling the program `costumier`.
--
--   costume.toml   of a costume folder that `unpack --pictures aseprite` or `import` wrote: layers are limbs, tags are
--                  animations, and the pictures stay in the folder's costume.aseprite
--   .cost, .akos   a block that `extract` or `pack -o` wrote; it is unpacked into a folder of its own while it is open

-- The generation of a block, which no block says, if the preferences name no other.
local GENERATIONS = { cost = "v5", akos = "v7" }

-- The names of files in a costume folder, and of the block's header, which `pack` leaves out.
local TEXT, PICTURES, ORIGINAL, HEADER = "costume.toml", "costume.aseprite", "original.bin", "header"

local preferences = {}

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
  local folder = folder_of(ev.filename)
  call("unpack", ev.filename, "1", "-o", folder, "--pictures", "aseprite", "--generation", generation, "--force")
  local whole, block = read(ev.filename), read(app.fs.joinPath(folder, ORIGINAL))
  write(app.fs.joinPath(folder, HEADER), whole:sub(1, #whole - #block))
  return open_sprite(folder)
end

-- Packs the sprite, and writes the block.
local function save_block(ev)
  local folder = folder_of(ev.filename)
  local header = read(app.fs.joinPath(folder, HEADER))
  if not header then
    error("costumier: save to the block that was opened; for a new costume use `costumier import`", 0)
  end
  ev.sprite:saveCopyAs(app.fs.joinPath(folder, PICTURES))
  local block = app.fs.joinPath(folder, "packed.block")
  call("pack", folder, "-o", block, "--force")
  assert(ev.file:write(with_header(header, assert(read(block)))))
  os.remove(block)
  return true
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
  return open_sprite(app.fs.filePath(ev.filename))
end

-- Saves the pictures of a costume folder, and has costumier check them. The text stays as it is.
local function save_folder(ev)
  local folder = app.fs.filePath(ev.filename)
  local text = read(ev.filename)
  if app.fs.fileName(ev.filename) ~= TEXT or not text or not has_layers(text) then
    error("costumier: save to the " .. TEXT .. " that was opened; for a new costume use `costumier import`", 0)
  end
  local pictures = app.fs.joinPath(folder, PICTURES)
  local before = read(pictures)
  ev.sprite:saveCopyAs(pictures)
  local checked, why = pcall(call, "pack", folder, "--preview")
  if not checked then
    -- The folder keeps its last good pictures.
    if before then write(pictures, before) end
    error(why, 0)
  end
  assert(ev.file:write(text))
  return true
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
  if not plugin.newFileFormat then
    app.alert("Costumier needs Aseprite 1.3.18 or later")
    return
  end
  local supports = FormatSupport.RGB | FormatSupport.RGBA | FormatSupport.INDEXED | FormatSupport.LAYERS |
    FormatSupport.FRAMES | FormatSupport.PALETTES
  plugin:newFileFormat{
    name = "SCUMM costume block", extensions = { "cost", "akos" }, binary = true, supports = supports,
    onload = load_block, onsave = save_block,
  }
  plugin:newFileFormat{
    name = "SCUMM costume folder", extensions = { "toml" }, binary = false, supports = supports,
    onload = load_folder, onsave = save_folder,
  }
end

function exit(_) end
