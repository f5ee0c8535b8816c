// Loads an export with the libraries that games use, and the wardrobe's page as a person would, in Chromium.
//
//     node page.mjs FOLDER [--pictures FOLDER] [--self-test]      the first FOLDER is what `judge.py --truth FOLDER` left
//
// Phaser 3 reads each sheet by load.aseprite and by load.atlas, PixiJS 8 by its asset loader. Every animation is played; what is drawn at each of its
// ticks is read back and compared, pixel by pixel, with what `costumier render` drew. Exits with 1 where anything differs. `--pictures` takes
// screenshots. `--self-test` then changes a pixel of each true frame of a costume and sees that every frame is found to differ.

import { createServer } from 'node:http'
import { readFile, mkdir } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { judgePage } from './wardrobe.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: { pictures, 'self-test': selfTest }, positionals: [folder] } = parseArgs({
  options: { pictures: { type: 'string' }, 'self-test': { type: 'boolean' } }, allowPositionals: true,
})
// Whether the truth is changed on its way to the libraries.
let lying = false
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.json': 'application/json', '.png': 'image/png' }
const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
// PixiJS draws by WebGL only; without a graphics card, the browser's own software does.
const GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

// Serves the folder under /, and this one under /judges/.
async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://local').pathname))
    const file = path.startsWith('/judges/') ? join(here, path.slice('/judges/'.length)) : join(folder, path)
    if (path === '/favicon.ico') return response.writeHead(204).end()
    try {
      const found = path === '/' ? '<!doctype html><title>judges</title>' : await readFile(file)
      const body = lying ? lie(path, found) : found
      response.writeHead(200, { 'content-type': TYPES[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream' })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise(done => server.listen(0, '127.0.0.1', done))
  return server
}

// The truth about one costume, every frame with one pixel changed.
function lie(path, body) {
  if (path === '/truth.json') {
    const truth = JSON.parse(body)
    return JSON.stringify({ ...truth, costumes: truth.costumes.slice(0, 1) })
  }
  if (!path.endsWith('.rgba')) return body
  const seen = body.findIndex((value, i) => i % 4 === 3 && value === 255)
  body[seen < 0 ? 3 : seen - 1] ^= seen < 0 ? 255 : 1
  return body
}

async function libraries(browser, address) {
  const rows = []
  for (const [name, script, code] of [
    ['phaser load.aseprite', 'node_modules/phaser/dist/phaser.min.js', 'phaser.js'],
    ['phaser load.atlas', 'node_modules/phaser/dist/phaser.min.js', 'phaser.js'],
    ['pixi spritesheet', 'node_modules/pixi.js/dist/pixi.min.js', 'pixi.js'],
  ]) {
    const page = await browser.newPage()
    const errors = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    await page.goto(address)
    await page.addScriptTag({ url: `/judges/${script}` })
    await page.addScriptTag({ url: '/judges/compare.js' })
    await page.addScriptTag({ url: `/judges/${code}` })
    const found = await page.evaluate(name => window.judge(name), name)
    found.told.push(...errors)
    rows.push({ name, ...found })
    if (pictures && !lying) await page.screenshot({ path: join(pictures, `${name.replaceAll(' ', '-')}.png`) })
    await page.close()
  }
  return rows
}

const server = await serve()
const address = `http://127.0.0.1:${server.address().port}/`
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...FLAGS, ...GL] })
if (pictures) await mkdir(pictures, { recursive: true })
let different = 0
try {
  const rows = await libraries(browser, address)
  rows.push(await judgePage(browser, join(folder, 'export'), pictures))
  for (const { name, animations, frames, equal, told, note } of rows) {
    const bad = frames - equal + told.length
    different += bad
    const [a, f, e] = [[animations, 4], [frames, 6], [equal, 6]].map(([count, width]) => String(count).padStart(width))
    console.log(`${name.padEnd(22)} ${a} animations ${f} frames ${e} equal  ${note ?? ''}`)
    for (const line of told.slice(0, 8)) console.log(`different: ${name}: ${line}`)
    if (frames === 0) throw new Error(`${name}: nothing was compared`)
  }
  lying = selfTest
  for (const { name, frames, equal } of selfTest ? await libraries(browser, address) : []) {
    console.log(`self-test: ${name}: ${frames - equal} of ${frames} changed frames noticed`)
    different += equal
  }
} finally {
  await browser.close()
  server.close()
}
console.log(different === 0 ? 'nothing differs' : `${different} differences`)
process.exitCode = different === 0 ? 0 : 1
