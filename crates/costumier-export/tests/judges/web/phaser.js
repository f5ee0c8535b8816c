// Phaser 3: sheets by load.aseprite (Aseprite's JSON) and by load.atlas (TexturePacker's), played by its animation manager, drawn by its canvas renderer.

window.judge = async name => {
  const truth = await window.truth()
  const counted = new window.Counted()
  const aseprite = name.endsWith('aseprite')
  const game = await new Promise(done => {
    const scene = {
      preload() {
        for (const { folder } of truth.costumes) {
          const at = `/export/${folder}/`
          if (aseprite) this.load.aseprite(folder, at + 'sheet.png', at + 'sheet-aseprite.json')
          else this.load.atlas(folder, at + 'sheet.png', at + 'sheet-texturepacker.json')
        }
        this.load.on('loaderror', file => counted.told.push(`cannot load ${file.url}`))
      },
      create() {
        done(this)
      },
    }
    new Phaser.Game({
      type: Phaser.CANVAS, width: 640, height: 400, transparent: true, pixelArt: true, banner: false, audio: { noAudio: true }, scene,
      parent: document.body, fps: { forceSetTimeOut: true },
    })
  })
  // From here on, time passes when it is told to.
  game.game.loop.stop()
  const tick = truth.jiffies_per_tick * 1000 / 60
  for (const costume of truth.costumes) {
    const { folder, size: [width, height], feet, animations } = costume
    const data = game.cache.json.get(folder)
    const pivot = aseprite && data.meta.slices[0].keys[0].pivot
    for (const { name, loops_to, ticks } of animations) {
      const what = `${folder} ${name}`
      counted.animations += 1
      let key = name
      if (!aseprite) {
        const packed = await (await fetch(`/export/${folder}/sheet-texturepacker.json`)).json()
        key = what
        game.anims.create({ key, frames: packed.animations[name].map(frame => ({ key: folder, frame })), frameRate: 60 / truth.jiffies_per_tick })
      }
      const sprite = game.add.sprite(0, 0, folder)
      // Names of animations are the same in many costumes, so they belong to the sprite.
      if (aseprite) sprite.anims.createFromAseprite(folder)
      counted.fact(sprite.anims.exists(key) || game.anims.exists(key), `${what}: no such animation`)
      sprite.play(key)
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d', { willReadFrequently: true })
      const renderer = new Phaser.GameObjects.RenderTexture(game, 0, 0, width, height)
      for (let t = 0; t < ticks.length; t++) {
        // The anchor: Aseprite's slice, or the frame's pivot, which Phaser takes as the origin.
        if (aseprite) sprite.setOrigin(pivot.x / sprite.frame.realWidth, pivot.y / sprite.frame.realHeight)
        renderer.clear()
        renderer.draw(sprite, feet[0], feet[1])
        context.clearRect(0, 0, width, height)
        context.drawImage(renderer.texture.getSourceImage(), 0, 0)
        counted.pixels(context.getImageData(0, 0, width, height).data, await truth.pixels(ticks[t]), `${what} tick ${t}`)
        // Half a tick ahead of each border, so that rounding of milliseconds decides nothing.
        sprite.anims.update(0, t === 0 ? tick / 2 : tick)
        if (t === 0) sprite.anims.update(0, tick)
      }
      sprite.destroy()
      renderer.destroy()
    }
  }
  const scene = game
  truth.costumes.forEach(({ folder }, i) => {
    const sprite = scene.add.sprite(60 + 100 * i, 200, folder)
    sprite.setScale(2)
  })
  scene.game.loop.start(scene.game.loop.callback)
  await new Promise(done => setTimeout(done, 300))
  return { ...counted }
}
