-- Tests of the extension with Lua 5.4: lua5.4 packages/aseprite/tests/test.lua PROGRAM FOLDER
-- PROGRAM is costumier, FOLDER an empty folder. A mock stands for Aseprite: it opens .aseprite files, moves a cel, and
-- saves them, with the names and the order of Aseprite 1.3.18.2. `costumier` reads the files back.

local program, folder = arg[1], arg[2]
local here = arg[0]:match("^(.*)/tests/[^/]*$") or "."

local function read(path)
  local file = assert(io.open(path, "rb"), path)
  local bytes = file:read("a")
  file:close()
  return bytes
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"), path)
  file:write(bytes)
  file:close()
end

local function run(words)
  local pipe = io.popen("cd '" .. folder .. "' && '" .. program .. "' " .. words .. " 2>&1")
  local said = pipe:read("a")
  assert(pipe:close(), words .. "\n" .. said)
  return said
end

-- Moves the first cel of an .aseprite file that has pixels by one column.
local function moved(bytes)
  local at = 129
  while at < #bytes do
    local size, chunks = string.unpack("<I4", bytes, at), string.unpack("<I4", bytes, at + 12)
    if chunks == 0 then chunks = string.unpack("<I2", bytes, at + 6) end
    local chunk = at + 16
    for _ = 1, chunks do
      local length, kind = string.unpack("<I4I2", bytes, chunk)
      if kind == 0x2005 then
        local x = string.unpack("<i2", bytes, chunk + 8)
        return bytes:sub(1, chunk + 7) .. string.pack("<i2", x + 1) .. bytes:sub(chunk + 10)
      end
      chunk = chunk + length
    end
    at = at + size
  end
  error("no cel")
end

-- The mock.
FormatSupport = { RGB = 4, RGBA = 8, GRAY = 16, GRAYA = 32, INDEXED = 64, LAYER = 128, FRAME = 256, PALETTE = 0x2200, PALETTE_ALPHA = 0x4000 }
local alerts = {}
app = {
  os = { windows = false }, apiVersion = 41,
  alert = function(text) alerts[#alerts + 1] = text end,
  fs = {
    tempPath = folder, currentPath = "/", normalizePath = function(p) return p end,
    joinPath = function(...) return table.concat({ ... }, "/") end,
    fileExtension = function(path) return path:match("%.([^./]*)$") or "" end,
    fileName = function(path) return path:match("([^/]*)$") end,
    filePath = function(path) return path:match("^(.*)/[^/]*$") or "." end,
  },
}
function Sprite(from)
  local bytes = read(from.fromFile)
  assert(string.unpack("<I2", bytes, 5) == 0xA5E0, "no .aseprite file")
  local sprite = { bytes = bytes, saveCopyAs = function(self, path) write(path, self.bytes) end, listeners = {} }
  sprite.events = { on = function(_, name, f) assert(name == "beforesave"); table.insert(sprite.listeners, f) end }
  return sprite
end

local formats, commands = {}, 0
local plugin = {
  preferences = { program = program },
  newCommand = function() commands = commands + 1 end,
  newFileFormat = function(_, format)
    for _, extension in ipairs(format.extensions) do formats[extension] = format end
  end,
}
dofile(here .. "/costumier.lua")
init(plugin)
assert(commands == 1 and formats.cost and formats.akos and formats.toml)

local function open(path)
  local sprite = formats[app.fs.fileExtension(path)].onload{ filename = path }
  sprite.filename = path
  return sprite
end

-- Saves as Aseprite does: empties the file first.
local function save(path, sprite)
  for _, f in ipairs(sprite.listeners) do f() end
  local format = formats[app.fs.fileExtension(path)]
  local file = assert(io.open(path, format.binary and "wb" or "w"))
  local done, why = pcall(format.onsave, { filename = path, file = file, sprite = sprite })
  file:close()
  if done and why then sprite.filename = path end
  return done, why
end

-- Blocks: unchanged they keep their bytes, changed ones change.
run("extract sample 6 -o minuet.cost")
run("extract sample-v7 6 -o minuet.akos")
for _, name in ipairs({ "minuet.cost", "minuet.akos" }) do
  local path = folder .. "/" .. name
  local before = read(path)
  local sprite = open(path)
  assert(save(path, sprite))
  assert(read(path) == before, name .. ": saved unchanged, it is the same")
  sprite.bytes = moved(sprite.bytes)
  assert(save(path, sprite))
  assert(read(path) ~= before, name .. ": a moved cel moves a picture")
  sprite.bytes = "no picture"
  local changed = read(path)
  local done, why = save(path, sprite)
  assert(not done and why:find("costumier: ", 1, true) and read(path) == changed, why)
end

-- Another block than the one that was opened.
local other = open(folder .. "/minuet.cost")
local done, why = save(folder .. "/other.cost", other)
assert(done and read(folder .. "/other.cost") == read(folder .. "/minuet.cost"), why)
assert(save(folder .. "/other.cost", other))
done, why = save(folder .. "/new.cost", { listeners = {}, filename = "Sprite-0001" })
assert(not done and why:find("only a block that was opened", 1, true), why)

-- Folders.
run("unpack sample 1 -o odile --pictures aseprite")
local text, pictures = folder .. "/odile/costume.toml", folder .. "/odile/costume.aseprite"
local before, toml = read(pictures), read(text)
local sprite = open(text)
assert(save(text, sprite) and read(pictures) == before and read(text) == toml)
sprite.bytes = moved(sprite.bytes)
assert(save(text, sprite) and read(pictures) ~= before and read(text) == toml)
assert(run("pack odile --preview"):find("picture", 1, true), "costumier sees the change")
local good = read(pictures)
sprite.bytes = good:sub(1, 200)
done, why = save(text, sprite)
assert(not done and read(pictures) == good, "the last good pictures stay")
assert(read(text) == toml, "the text stays")
sprite.bytes = good
toml = toml:gsub("# A costume", "# A costume, edited elsewhere")
write(text, toml)
assert(save(text, sprite) and read(text) == toml, "what others wrote stays")
run("unpack sample 1 -o sheets")
done, why = pcall(open, folder .. "/sheets/costume.toml")
assert(not done and why:find("--pictures aseprite", 1, true), why)
write(folder .. "/other.toml", "a = 1")
assert(not pcall(open, folder .. "/other.toml"))

-- Errors for missing files.
plugin.preferences.program = "no-such-program"
done, why = pcall(open, folder .. "/minuet.cost")
assert(not done and why:find("was not found", 1, true), why)
app.apiVersion = 40
init(plugin)
assert(alerts[1]:find("1.3.18.2", 1, true))
print("the extension for Aseprite: all well")
