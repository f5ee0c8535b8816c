// The wardrobe's page, opened from its folder as a person would: search, playing by pointer and by keyboard, names for screen readers,
// no network.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export async function judgePage(browser, folder, pictures) {
  const counted = { name: 'wardrobe page', animations: 0, frames: 0, equal: 0, told: [] }
  // Everything that is asserted counts like a frame.
  const holds = (fact, what) => {
    counted.frames += 1
    if (fact) counted.equal += 1
    else console.log(`different: page: ${what}`)
  }
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, offline: true })
  const page = await context.newPage()
  const base = pathToFileURL(folder).href + '/'
  page.on('request', it => it.url().startsWith(base) || holds(false, `asks for ${it.url()}`))
  page.on('requestfailed', it => holds(false, `cannot load ${it.url()}`))
  page.on('pageerror', error => holds(false, `script: ${error.message}`))
  page.on('console', it => ['error', 'warning'].includes(it.type()) && holds(false, `console: ${it.text()}`))
  const shoot = name => pictures && page.screenshot({ path: join(pictures, `page-${name}.png`) })
  const source = button => button.locator('img').evaluate(it => it.getAttribute('src'))
  await page.goto(base + 'index.html')
  await shoot('top')

  // Search.
  const cards = page.locator('article:visible')
  holds(await cards.count() === manifest.costumes.length, 'a card for each costume')
  for (const costume of manifest.costumes) {
    for (const word of [costume.name, `costume ${costume.id}`, costume.key.split('/').pop()].filter(Boolean)) {
      await page.getByRole('searchbox').fill(word)
      const names = await cards.locator('h2').allTextContents()
      holds(names.includes(costume.name ?? `Costume ${costume.id}`), `searching ${word} finds ${names}`)
      holds((await page.locator('output').textContent()).startsWith(String(names.length)), 'says how many are found')
    }
  }
  await page.getByRole('searchbox').fill('zzz')
  holds(await cards.count() === 0 && await page.getByText('No costume matches').isVisible(), 'says that nothing is found')
  await shoot('nothing')
  await page.getByRole('searchbox').fill('')

  // Playing by pointer: still, moving, still again.
  const looks = page.locator('button.look')
  for (const button of await looks.all()) {
    counted.animations += 1
    const [still, moving] = [await button.getAttribute('data-still'), await button.getAttribute('data-moving')]
    holds(still !== moving && await source(button) === still, `${still} is still`)
    await button.hover()
    holds(await source(button) === moving, `${moving} plays under the pointer`)
    await page.mouse.move(2, 2)
    holds(await source(button) === still, `${still} rests without it`)
  }

  // By keyboard alone: into the page, to the first costume, play, press, open.
  await page.reload()
  const walked = []
  for (let i = 0; i < 14; i++) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(() => {
      const it = document.activeElement
      const style = getComputedStyle(it)
      const text = it.getAttribute('aria-label') ?? it.textContent.trim().slice(0, 40)
      const src = it.querySelector('img')?.getAttribute('src')
      return { tag: it.tagName, text, ring: style.outlineStyle !== 'none', src, moving: it.dataset.moving }
    })
    walked.push(focus)
    if (i === 0) await shoot('skip')
  }
  holds(walked[0].text.startsWith('Skip'), `the first stop is ${walked[0].text}`)
  holds(walked.every(it => it.ring), `a stop without a ring: ${walked.find(it => !it.ring)?.text}`)
  const stop = walked.find(it => it.moving)
  holds(stop && stop.src === stop.moving, 'what has the focus plays')
  holds(walked.some(it => it.tag === 'SUMMARY'), 'a card is opened by keyboard')
  await looks.first().focus()
  await page.keyboard.press('Space')
  holds(await looks.first().getAttribute('aria-pressed') === 'true', 'space presses')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(150)
  holds(await page.locator('details[open]').count() > 0, 'enter opens a card')
  holds(await source(looks.first()) === await looks.first().getAttribute('data-moving'), 'what is pressed goes on playing')
  await shoot('open')

  // Other rooms' looks: the pixels of the card's own still picture, in the colours that the manifest says.
  for (const costume of manifest.costumes.filter(it => it.palette?.others.length)) {
    const card = page.locator(`#costume-${String(costume.id).padStart(3, '0')}`)
    const list = card.locator('.looks')
    if (!await list.getAttribute('data-runs')) continue
    await card.locator('details').evaluateAll(all => all.forEach(it => { it.open = true }))
    await list.locator('canvas').first().waitFor()
    const file = await readFile(join(folder, await card.locator('.look').getAttribute('data-still')))
    const seen = await list.evaluate(async (list, base64) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), it => it.charCodeAt(0))]))
      const whole = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })
      whole.drawImage(image, 0, 0)
      const { data, width, height } = whole.getImageData(0, 0, image.width, image.height)
      const drawn = [...Array(width * height).keys()].filter(i => data[i * 4 + 3])
      const [xs, ys] = [drawn.map(i => i % width), drawn.map(i => Math.floor(i / width))]
      const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
      const still = [...whole.getImageData(left, top, right - left + 1, bottom - top + 1).data]
      const painted = [...list.querySelectorAll('canvas')].map(it => [...it.getContext('2d').getImageData(0, 0, it.width, it.height).data])
      return { still, painted, scale: (right - left + 1) / list.dataset.width }
    }, file.toString('base64'))
    const rgb = text => [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16)).join()
    const { colours, others } = costume.palette
    counted.animations += others.length
    holds(seen.painted.length === others.length + 1, `${costume.key}: ${seen.painted.length} pictures of ${others.length} other looks`)
    if (seen.scale === 1) holds(String(seen.painted[0]) === String(seen.still), `${costume.key}: the chosen look is not its picture`)
    for (const [i, look] of others.entries()) {
      const [own, painted] = [seen.painted[0], seen.painted[i + 1] ?? []]
      const wrong = own.findIndex((_, at) => at % 4 === 0 && (own[at + 3] !== painted[at + 3] || (own[at + 3] === 255 && !colours.some((it, k) =>
        it.exact && look.colours[k] && rgb(it.exact) === own.slice(at, at + 3).join() && rgb(look.colours[k]) === painted.slice(at, at + 3).join()))))
      holds(wrong < 0, `${costume.key}: pixel ${wrong / 4} of other look ${i + 1}`)
    }
    await card.locator('details').evaluateAll(all => all.forEach(it => { it.open = false }))
  }

  // What a screen reader hears.
  await page.evaluate(() => document.querySelectorAll('details').forEach(it => { it.open = true }))
  const nameless = await page.evaluate(() => [...document.querySelectorAll('a, button, input, select, img, summary')].filter(it => {
    const labels = [...(it.labels ?? [])].map(label => label.textContent).join('')
    const text = it.getAttribute('aria-label') ?? it.getAttribute('alt') ?? labels + it.textContent
    return !text.trim() && !it.querySelector('img[alt]:not([alt=""])')
  }).map(it => it.outerHTML.slice(0, 100)))
  holds(nameless.length === 0, `without a name: ${nameless[0]}`)
  const labels = await page.locator('button').evaluateAll(all => all.map(it => it.getAttribute('aria-label')))
  holds(labels.length > 0 && labels.every(Boolean), 'every button has a name')
  const levels = await page.locator('h1, h2, h3, h4').evaluateAll(all => all.map(it => Number(it.tagName[1])))
  holds(levels.every((level, i) => i === 0 ? level === 1 : level <= levels[i - 1] + 1), 'headings go down one level at a time')
  const heard = await page.locator('body').ariaSnapshot()
  for (const part of ['heading "', 'searchbox "Search"', 'main', 'banner', 'article "', 'link "Skip to the costumes"']) {
    holds(heard.includes(part), `a screen reader hears no ${part}`)
  }
  const loaded = await page.evaluate(async () => {
    const all = [...document.images]
    all.forEach(it => { it.loading = 'eager' })
    await Promise.all(all.map(it => it.decode().catch(() => {})))
    return all.filter(it => it.naturalWidth === 0).map(it => it.src)
  })
  holds(loaded.length === 0, `pictures that do not load: ${loaded[0]}`)
  const broken = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
  holds(!broken, 'wider than the window')
  for (const [name, width, scheme] of [['dark', 1200, 'dark'], ['phone', 390, 'light']]) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => scrollTo(0, 700))
    await page.waitForTimeout(100)
    holds(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), `${name}: wider than the window`)
    await shoot(name)
  }
  await context.close()

  // Less motion: nothing plays unasked; and without script, all can be read.
  const calm = await browser.newContext({ reducedMotion: 'reduce' })
  const quiet = await calm.newPage()
  await quiet.goto(base + 'index.html')
  const first = quiet.locator('button.look').first()
  await first.hover()
  holds(await source(first) === await first.getAttribute('data-still'), 'plays although less motion is wished')
  await first.click()
  holds(await source(first) === await first.getAttribute('data-moving'), 'pressing plays all the same')
  await calm.close()
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const bare = await plain.newPage()
  await bare.goto(base + 'index.html')
  holds(await bare.locator('article:visible').count() === manifest.costumes.length, 'cards without script')
  holds(!await bare.locator('.tools').isVisible(), 'no search box that does nothing')
  await plain.close()
  return { ...counted, note: '(facts, not frames)' }
}
