// PixiJS 8: sheets by its asset loader, played by AnimatedSprite, drawn by WebGL.

window.judge = async () => {
  const truth = await window.truth()
  const counted = new window.Counted()
  PIXI.TextureSource.defaultOptions.scaleMode = 'nearest'
  const app = new PIXI.Application()
  await app.init({ width: 640, height: 400, backgroundAlpha: 0, antialias: false, preference: 'webgl', autoStart: false })
  document.body.append(app.canvas)
  const stage = new PIXI.Container()
  for (const { folder, size: [width, height], feet, animations } of truth.costumes) {
    const sheet = await PIXI.Assets.load(`/export/${folder}/sheet-texturepacker.json`)
    const names = animations.flatMap(it => (it.loops_to ? [it.name, it.name + '-loop'] : [it.name]))
    counted.same(Object.keys(sheet.animations).sort(), names.sort(), `${folder}: animations`)
    for (const { name, ticks } of animations) {
      counted.animations += 1
      const textures = sheet.animations[name]
      counted.same(textures?.length, ticks.length, `${folder} ${name}: ticks`)
      const sprite = new PIXI.AnimatedSprite(textures, false)
      sprite.position.set(feet[0], feet[1])
      stage.removeChildren()
      stage.addChild(sprite)
      sprite.animationSpeed = 1
      sprite.play()
      for (let t = 0; t < ticks.length; t++) {
        const pixels = app.renderer.extract.pixels({
          target: stage, frame: new PIXI.Rectangle(0, 0, width, height), resolution: 1, clearColor: [0, 0, 0, 0], antialias: false,
        })
        counted.pixels(straight(pixels.pixels), await truth.pixels(ticks[t]), `${folder} ${name} tick ${t}`)
        sprite.update({ deltaTime: 1 })
      }
      sprite.destroy()
    }
  }
  truth.costumes.forEach(({ folder }, i) => {
    const sheet = PIXI.Assets.get(`/export/${folder}/sheet-texturepacker.json`)
    const sprite = new PIXI.AnimatedSprite(Object.values(sheet.animations)[0], false)
    sprite.position.set(60 + 100 * i, 300)
    sprite.scale.set(2)
    app.stage.addChild(sprite)
  })
  app.render()
  return { ...counted, note: app.renderer.name }
}

// Colours are stored multiplied by their alpha.
function straight(pixels) {
  const out = new Uint8ClampedArray(pixels)
  for (let i = 0; i < out.length; i += 4) {
    const alpha = out[i + 3]
    if (alpha > 0 && alpha < 255) for (let c = 0; c < 3; c++) out[i + c] = Math.round(out[i + c] * 255 / alpha)
  }
  return out
}
