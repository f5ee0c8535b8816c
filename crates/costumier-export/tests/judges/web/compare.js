// In the page: what is true, and whether pixels are that.

window.truth = async () => {
  const truth = await (await fetch('/truth.json')).json()
  truth.pixels = async name => {
    truth.known ??= new Map()
    if (!truth.known.has(name)) truth.known.set(name, new Uint8ClampedArray(await (await fetch('/' + name)).arrayBuffer()))
    return truth.known.get(name)
  }
  return truth
}

window.Counted = class {
  animations = 0
  frames = 0
  equal = 0
  told = []

  // Compares what was drawn with what is true. Transparent pixels have no colour; half-transparent ones lose a little in canvases.
  pixels(found, expected, what) {
    this.frames += 1
    let at = found.length === expected.length ? -1 : 0
    for (let i = 0; at < 0 && i < found.length; i += 4) {
      const alpha = found[i + 3]
      if (alpha !== expected[i + 3]) at = i
      for (let c = 0; at < 0 && c < 3; c++) {
        if (alpha && Math.abs(found[i + c] - expected[i + c]) > (alpha === 255 ? 0 : 2)) at = i
      }
    }
    if (at < 0) this.equal += 1
    else if (this.told.length < 8) {
      this.told.push(`${what}: byte ${at} of ${found.length}: ${found.slice(at, at + 4)} and not ${expected.slice(at, at + 4)}`)
    }
  }

  fact(holds, what) {
    if (!holds) this.told.push(what)
  }

  same(found, expected, what) {
    if (JSON.stringify(found) !== JSON.stringify(expected)) this.told.push(`${what}: ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`)
  }
}
