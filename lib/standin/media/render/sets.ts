import { World } from './geometry'
import { cardboard, concrete, glowing, notice, timber, type Colour, type Paint } from './paints'
import { unit, type Lamp, type Shot } from './tracer'

/** Shared parts of the scenes: light, sky and the things that stand about everywhere. */
export interface View {
  eye: Colour
  target: Colour
  angle?: number
  lean?: number
  focus?: number
  lens?: number
  exposure?: number
  cast?: Colour
}

/** A picture indoors, under lamps. */
export function indoors(world: World, view: View, lamps: readonly Lamp[], ambient: number): Shot {
  const distance = Math.hypot(view.eye[0] - view.target[0], view.eye[1] - view.target[1], view.eye[2] - view.target[2])
  return {
    world,
    eye: view.eye,
    target: view.target,
    angle: view.angle ?? 52,
    lean: view.lean ?? 1.2,
    lens: view.lens ?? 0.006,
    focus: view.focus ?? distance,
    sun: null,
    lamps,
    sky: (_x, _y, _z, out) => {
      out[0] = ambient * 0.9
      out[1] = ambient * 0.92
      out[2] = ambient
    },
    ambient: [ambient * 0.34, ambient * 0.33, ambient * 0.31],
    exposure: view.exposure ?? 1,
    cast: view.cast ?? [1.03, 1, 0.94],
  }
}

/** A picture outside; `sun` 0 is an overcast day. */
export function outdoors(world: World, view: View, sun: number, direction: Colour = [0.5, 0.75, 0.35]): Shot {
  const distance = Math.hypot(view.eye[0] - view.target[0], view.eye[1] - view.target[1], view.eye[2] - view.target[2])
  const towards = unit(direction)
  return {
    world,
    eye: view.eye,
    target: view.target,
    angle: view.angle ?? 55,
    lean: view.lean ?? -1,
    lens: view.lens ?? 0.004,
    focus: view.focus ?? distance,
    sun: {
      direction: towards,
      colour: [1.9 * sun + 0.12, 1.75 * sun + 0.12, 1.5 * sun + 0.12],
      size: sun > 0.3 ? 0.05 : 0.9,
    },
    lamps: [],
    sky: (x, y, z, out) => {
      const height = Math.max(0, y)
      const veil = (1 - height) ** 3
      const glare = Math.max(0, x * towards[0] + y * towards[1] + z * towards[2]) ** 12 * 0.35
      const drift = 0.5 + 0.5 * Math.sin(x * 7 + Math.sin(z * 5 + y * 9) * 2) * Math.sin(y * 13 + z * 3)
      const cloudy = 1 - sun * 0.75 + drift * 0.25 * sun
      out[0] = (0.34 + 0.5 * veil) * (1 - cloudy) + 0.92 * cloudy + glare
      out[1] = (0.52 + 0.38 * veil) * (1 - cloudy) + 0.94 * cloudy + glare
      out[2] = (0.86 + 0.1 * veil) * (1 - cloudy) + 0.98 * cloudy + glare * 0.8
    },
    ambient: [0.22, 0.24, 0.27],
    exposure: view.exposure ?? 0.9,
    cast: view.cast ?? [1, 1, 1.02],
  }
}

/** A strip light under the ceiling: seen and shining. */
export function strip(
  world: World,
  x: number,
  y: number,
  z: number,
  length: number,
  power: number,
  axis: 'x' | 'z' = 'z',
  colour: Colour = [1, 0.97, 0.9],
): Lamp {
  const [w, d] = axis === 'z' ? [0.28, length] : [length, 0.28]
  world.box(x, y + 0.03, z, w, 0.04, d, glowing(colour, 4))
  return {
    at: [x, y - 0.02, z],
    u: axis === 'z' ? [0.14, 0, 0] : [length / 2, 0, 0],
    v: axis === 'z' ? [0, 0, length / 2] : [0, 0, 0.14],
    colour: [colour[0] * power, colour[1] * power, colour[2] * power],
  }
}

/** A hall or room with its floor at 0, open towards the camera. */
export function room(
  world: World,
  width: number,
  height: number,
  depth: number,
  floor: Paint,
  wall: Paint,
  ceiling: Paint = concrete([0.55, 0.55, 0.54]),
): void {
  world.box(0, -0.05, 0, width + 20, 0.1, depth + 20, floor, { bevel: 0 })
  world.box(0, height / 2, -depth / 2 - 0.1, width, height, 0.2, wall, { bevel: 0 })
  world.box(-width / 2 - 0.1, height / 2, 0, 0.2, height, depth, wall, { bevel: 0 })
  world.box(width / 2 + 0.1, height / 2, 0, 0.2, height, depth, wall, { bevel: 0 })
  world.box(0, height + 0.1, 0, width, 0.2, depth, ceiling, { bevel: 0 })
}

/** A wooden pallet whose top is at y + 0.144. */
export function pallet(world: World, x: number, y: number, z: number, ry = 0): void {
  const put = (dx: number, dy: number, dz: number, w: number, h: number, d: number) => {
    const [c, s] = [Math.cos(ry), Math.sin(ry)]
    world.box(x + dx * c + dz * s, y + dy, z - dx * s + dz * c, w, h, d, timber([0.52, 0.4, 0.25]), {
      ry,
      bevel: 0.004,
    })
  }
  for (let at = -2; at <= 2; at += 1) put(0, 0.133, at * 0.18, 1.2, 0.022, at % 2 === 0 ? 0.14 : 0.1)
  for (const dx of [-0.53, 0, 0.53]) {
    put(dx, 0.011, 0, 0.1, 0.022, 0.8)
    for (const dz of [-0.34, 0, 0.34]) put(dx, 0.072, dz, 0.1, 0.1, 0.13)
  }
}

/** Boxes stacked on a pallet; `untidy` lets them lean and slide. */
export function load(world: World, x: number, y: number, z: number, layers: number, seed: number, untidy = 0): void {
  const sizes = [0.34, 0.28, 0.4]
  let top = y
  for (let layer = 0; layer < layers; layer += 1) {
    const height = sizes[(seed + layer) % 3] ?? 0.3
    for (let column = 0; column < 3; column += 1) {
      for (let row = 0; row < 2; row += 1) {
        const number = seed * 31 + layer * 7 + column * 3 + row
        if (layer === layers - 1 && number % 5 === 0) continue
        const slide = untidy * layer * 0.09 + Math.sin(number * 12.9) * 0.006
        world.box(
          x + (column - 1) * 0.395 + slide,
          top + height / 2,
          z + (row - 0.5) * 0.395 + Math.sin(number * 4.1) * 0.008,
          0.385,
          height - 0.004,
          0.385,
          cardboard(number, 0.19, height / 2),
          {
            ry: Math.sin(number * 7.7) * (0.02 + untidy * 0.14),
            rz: untidy * Math.sin(number) * 0.09 * layer,
          },
        )
      }
    }
    top += height
  }
}

/** A traffic cone. */
export function cone(world: World, x: number, z: number, orange: Paint, white: Paint): void {
  world.box(x, 0.02, z, 0.36, 0.04, 0.36, orange)
  world.cylinder(x, 0.16, z, 0.145, 0.24, orange, { top: 0.1 })
  world.cylinder(x, 0.36, z, 0.1, 0.16, white, { top: 0.073 })
  world.cylinder(x, 0.55, z, 0.073, 0.22, orange, { top: 0.035 })
}

/** A flat notice that faces the camera (towards positive z). */
export function sign(
  world: World,
  x: number,
  y: number,
  z: number,
  width: number,
  height: number,
  ground: Colour,
  ink: Colour,
  symbol: 'cross' | 'arrow' | 'print' | 'triangle',
): void {
  world.box(x, y, z, width, height, 0.012, notice(ground, ink, symbol, width / 2, height / 2), { bevel: 0.002 })
}

export { World }
