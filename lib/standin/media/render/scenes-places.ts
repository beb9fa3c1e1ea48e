import {
  asphalt,
  bark,
  brick,
  cladding,
  concrete,
  enamel,
  galvanised,
  glass,
  glowing,
  grass,
  matt,
  plastic,
  rubber,
  scorched,
  soiled,
  steel,
  tiles,
  timber,
  type Colour,
} from './paints'
import { indoors, load, outdoors, pallet, room, sign, strip, World } from './sets'
import type { Shot } from './tracer'

const red: Colour = [0.62, 0.03, 0.03]
const white: Colour = [0.8, 0.8, 0.78]
const black: Colour = [0.03, 0.03, 0.03]
const green: Colour = [0.02, 0.36, 0.15]

/** A steel bench with pans and tubs; the failed one is dirty. */
export function kitchen(variant: number): Shot {
  const world = new World()
  const dirty = variant === 3
  room(
    world,
    5,
    2.7,
    5,
    tiles([0.42, 0.2, 0.13], 0.2, 0.05),
    tiles(variant === 2 ? [0.68, 0.72, 0.7] : [0.8, 0.8, 0.76], 0.15),
  )
  const lamps = [strip(world, 0.3, 2.62, -0.6, 2, 7, 'x', [0.95, 1, 0.98])]
  const bench = dirty ? soiled(steel(0.55), 0.9) : steel(0.6)
  world.box(0, 0.88, -2.1, 3.6, 0.05, 0.75, bench)
  world.box(0, 1.0, -2.46, 3.6, 0.25, 0.02, bench)
  world.box(0, 0.35, -2.1, 3.5, 0.03, 0.65, steel(0.5))
  for (const x of [-1.7, 0, 1.7]) world.bar(x, 0, -1.8, x, 0.88, -1.8, 0.02, steel(0.5))
  world.box(0.2, 1.65, -2.35, 3.2, 0.03, 0.3, steel(0.55))
  for (const [at, x] of [-1.2, -0.7, -0.2, 0.4, 0.95].entries()) {
    world.cylinder(
      x,
      1.74,
      -2.35,
      0.1 + (at % 2) * 0.04,
      0.14 + (at % 3) * 0.04,
      at % 2 ? plastic([0.75, 0.74, 0.7]) : steel(0.6),
    )
  }
  world.cylinder(-0.9, 0.99, -2.1, 0.17, 0.18, steel(0.62, 0.2))
  world.bar(-0.72, 1.04, -2.05, -0.42, 1.06, -1.95, 0.014, steel(0.4))
  world.cylinder(-0.35, 0.97, -2.2, 0.13, 0.14, dirty ? soiled(steel(0.6), 0.7) : steel(0.62, 0.2))
  world.box(
    0.35,
    0.92,
    -2.0,
    0.46,
    0.022,
    0.32,
    dirty ? soiled(plastic([0.72, 0.7, 0.64]), 1.2, [0.25, 0.06, 0.03]) : plastic([0.1, 0.42, 0.2]),
    { ry: 0.15 },
  )
  world.box(0.4, 0.945, -1.97, 0.3, 0.012, 0.035, steel(0.75, 0.12), { ry: 0.5 })
  for (const [at, x] of [0.95, 1.18, 1.41].entries()) {
    world.box(
      x,
      0.98,
      -2.15,
      0.19,
      0.15,
      0.26,
      plastic(
        [
          [0.5, 0.1, 0.08],
          [0.75, 0.62, 0.2],
          [0.25, 0.4, 0.12],
        ][at] as unknown as Colour,
        0.05,
        0.4,
      ),
    )
    world.box(x, 1.06, -2.15, 0.2, 0.015, 0.27, plastic(white))
    if (!dirty) world.box(x, 0.98, -2.015, 0.09, 0.06, 0.004, matt([0.85, 0.85, 0.8]))
  }
  if (dirty) {
    for (let at = 0; at < 26; at += 1) {
      const x = Math.sin(at * 5.3) * 1.1
      const z = -2.0 + Math.cos(at * 3.1) * 0.25
      world.sphere(
        x,
        0.91,
        z,
        0.008 + (at % 4) * 0.005,
        matt(
          [
            [0.35, 0.2, 0.08],
            [0.5, 0.12, 0.05],
            [0.3, 0.33, 0.08],
          ][at % 3] as unknown as Colour,
        ),
      )
    }
    world.box(-1.4, 0.93, -1.9, 0.28, 0.05, 0.22, matt([0.5, 0.52, 0.5]), { ry: 0.5, bevel: 0.03 })
  }
  const view = [
    { eye: [0.7, 1.55, -0.1] as Colour, target: [-0.05, 1.05, -2.2] as Colour },
    { eye: [-1.1, 1.6, -0.2] as Colour, target: [0.2, 1.1, -2.2] as Colour, lean: -2 },
    { eye: [0.2, 1.5, -0.75] as Colour, target: [0.05, 0.95, -2.1] as Colour, lean: 2.5 },
  ][variant - 1]
  return indoors(
    world,
    { eye: [0, 1.5, 0], target: [0, 1, -2], ...view, angle: 54, exposure: 1.25, cast: [0.98, 1, 1.02], lens: 0.008 },
    lamps,
    0.3,
  )
}

/** A tube scaffold against a house; the failed one lacks a rail and a board. */
export function scaffold(variant: number): Shot {
  const world = new World()
  const broken = variant === 3
  world.box(0, -0.05, 0, 90, 0.1, 90, variant === 2 ? asphalt : concrete([0.36, 0.33, 0.28]), { bevel: 0 })
  world.box(0, 4.5, -2.5, 16, 9, 0.4, brick, { bevel: 0 })
  for (const x of [-4.2, -1.4, 1.4, 4.2]) {
    for (const y of [1.6, 4.6, 7.4]) {
      world.box(x, y, -2.28, 1.1, 1.4, 0.06, glass)
      world.box(x, y - 0.75, -2.25, 1.3, 0.08, 0.16, concrete([0.6, 0.58, 0.54]))
    }
  }
  const tube = galvanised
  for (let bay = -2; bay <= 2; bay += 1) {
    const x = bay * 2.1
    for (const z of [-0.6, -1.9]) {
      world.bar(x, 0, z, x, 8.4, z, 0.03, tube)
      world.box(x, 0.02, z, 0.3, 0.04, 0.3, timber([0.45, 0.33, 0.2]))
    }
    for (const y of [2.1, 4.2, 6.3]) world.bar(x, y, -0.3, x, y, -2.2, 0.03, tube)
    if (bay < 2 && !(broken && bay === 0))
      world.bar(x, bay % 2 === 0 ? 0.1 : 4.2, -0.56, x + 2.1, bay % 2 === 0 ? 4.2 : 0.1, -0.56, 0.028, tube)
  }
  for (const [lift, y] of [2.1, 4.2, 6.3].entries()) {
    for (const z of [-0.6, -1.9]) world.bar(-4.6, y - 0.05, z, 4.6, y - 0.05, z, 0.03, tube)
    for (const rise of [0.5, 1.0]) {
      if (broken && lift === 0) {
        world.bar(-4.6, y + rise, -0.6, -0.3, y + rise, -0.6, 0.03, tube)
        if (rise === 1) world.bar(2.1, y + rise, -0.6, 4.6, y + rise, -0.6, 0.03, tube)
      } else
        world.bar(
          -4.6,
          y + rise,
          -0.6,
          4.6,
          y + rise,
          -0.6,
          0.03,
          lift === 1 && rise === 1 ? enamel([0.75, 0.5, 0.04]) : tube,
        )
    }
    for (let board = 0; board < 5; board += 1) {
      if (broken && lift === 0 && board < 2) {
        world.box(-2.6, y, -0.8 - board * 0.23, 4, 0.04, 0.22, timber())
        world.box(3.2, y - (board === 0 ? 0.12 : 0), -0.8 - board * 0.23, 2.4, 0.04, 0.22, timber(), {
          rz: board === 0 ? 0.1 : 0,
        })
      } else
        world.box(
          Math.sin(board * 3 + lift) * 0.12,
          y,
          -0.75 - board * 0.235,
          9,
          0.04,
          0.225,
          timber([0.5 + 0.04 * (board % 3), 0.37, 0.21]),
        )
    }
    if (!(broken && lift === 0)) world.box(0, y + 0.12, -0.62, 9, 0.2, 0.03, timber([0.55, 0.4, 0.22]))
  }
  world.bar(-3.4, 0, 0.5, -3.1, 3.2, -0.5, 0.03, tube)
  world.bar(-3.0, 0, 0.5, -2.7, 3.2, -0.5, 0.03, tube)
  for (let rung = 0; rung < 10; rung += 1)
    world.bar(
      -3.38 + rung * 0.03,
      0.3 + rung * 0.29,
      0.4 - rung * 0.09,
      -2.98 + rung * 0.03,
      0.3 + rung * 0.29,
      0.4 - rung * 0.09,
      0.016,
      tube,
    )
  sign(world, 1.5, 1.4, -0.52, 0.5, 0.7, broken ? red : green, white, 'print')
  const view = [
    { eye: [3.5, 1.6, 6.2] as Colour, target: [-0.4, 3.1, -1] as Colour, angle: 60 },
    { eye: [-5.6, 1.6, 4.2] as Colour, target: [0.5, 3.2, -1] as Colour, angle: 62, lean: -2.5 },
    { eye: [2.2, 1.65, 3.0] as Colour, target: [0.7, 2.4, -0.9] as Colour, angle: 56, lean: 2 },
  ][variant - 1]
  return outdoors(
    world,
    { eye: [3, 1.6, 6], target: [0, 3, -1], ...view, exposure: 0.82 },
    variant === 2 ? 0.15 : 0.8,
    [0.6, 0.65, 0.7],
  )
}

/** A first-aid cabinet: closed, or open and nearly empty. */
export function firstaid(variant: number): Shot {
  const world = new World()
  world.box(0, 1.5, -0.1, 8, 4, 0.2, matt([0.68, 0.7, 0.66], 0.15), { bevel: 0 })
  world.box(0, -0.05, 0, 8, 0.1, 8, matt([0.2, 0.22, 0.24]), { bevel: 0 })
  const shell = enamel(variant === 1 ? green : white, 0.1, 0.07)
  for (const x of [-0.22, 0.22]) world.box(x, 1.5, 0.08, 0.012, 0.56, 0.16, shell)
  for (const y of [1.226, 1.774, 1.5]) world.box(0, y, 0.08, 0.44, 0.012, 0.16, shell)
  world.box(0, 1.5, 0.005, 0.44, 0.55, 0.01, shell)
  if (variant === 1) {
    world.box(0, 1.5, 0.165, 0.45, 0.56, 0.018, shell, { bevel: 0.008 })
    sign(world, 0, 1.54, 0.178, 0.26, 0.26, green, [0.9, 0.9, 0.88], 'cross')
    world.cylinder(0.19, 1.48, 0.185, 0.013, 0.02, steel(0.6), { rx: Math.PI / 2 })
    sign(world, 0.5, 1.56, 0.01, 0.24, 0.34, white, black, 'print')
    world.box(-0.55, 1.45, 0.04, 0.2, 0.32, 0.08, plastic([0.05, 0.35, 0.2]), { bevel: 0.02 })
    for (const x of [-0.6, -0.5]) world.cylinder(x, 1.5, 0.11, 0.035, 0.18, plastic([0.75, 0.8, 0.82], 0.1))
  } else {
    world.box(-0.36, 1.5, 0.3, 0.016, 0.55, 0.44, shell, { ry: -0.6 })
    world.box(-0.1, 1.27, 0.09, 0.12, 0.06, 0.09, matt([0.75, 0.75, 0.7]), { ry: 0.3 })
    world.cylinder(0.1, 1.53, 0.08, 0.03, 0.05, matt([0.85, 0.84, 0.8]), { rz: 1.5, ry: 0.4 })
    world.box(0.13, 1.24, 0.1, 0.1, 0.02, 0.13, plastic([0.2, 0.35, 0.65]), { ry: -0.4 })
    world.box(-0.05, 1.512, 0.1, 0.14, 0.01, 0.09, matt([0.7, 0.66, 0.5]), { ry: 0.5 })
    sign(world, 0.5, 1.62, 0.01, 0.22, 0.22, green, [0.9, 0.9, 0.88], 'cross')
  }
  const lamps = [strip(world, 0.8, 2.7, 1.4, 1.6, 6, 'x')]
  const view =
    variant === 1
      ? { eye: [0.3, 1.6, 1.35] as Colour, target: [0, 1.48, 0] as Colour }
      : { eye: [0.35, 1.55, 1.15] as Colour, target: [-0.05, 1.47, 0] as Colour, lean: -3 }
  return indoors(world, { ...view, angle: 46, exposure: 1.35, lens: 0.008 }, lamps, 0.32)
}

/** A distribution board; the failed one is burnt. */
export function panel(variant: number): Shot {
  const world = new World()
  world.box(0, 1.5, -0.1, 6, 4, 0.2, concrete([0.52, 0.52, 0.5]), { bevel: 0 })
  const grey = enamel([0.6, 0.61, 0.6], 0.12)
  const face = variant === 2 ? scorched(grey, 0.1, 0.03, 0.2) : grey
  world.box(0, 1.5, 0.06, 0.7, 0.9, 0.12, face, { bevel: 0.01 })
  world.box(-0.52, 1.5, 0.3, 0.02, 0.9, 0.66, enamel([0.58, 0.59, 0.58], 0.15), { ry: -0.55 })
  for (const [row, y] of [1.75, 1.5, 1.25].entries()) {
    world.box(0, y, 0.125, 0.56, 0.1, 0.012, matt([0.16, 0.16, 0.17]))
    for (let at = 0; at < 12; at += 1) {
      const x = -0.253 + at * 0.046
      const burnt = variant === 2 && row === 1 && at >= 7 && at <= 9
      if (variant === 2 && row === 1 && at === 8) continue
      world.box(x, y, 0.14, 0.042, 0.09, 0.03, burnt ? matt([0.03, 0.025, 0.02]) : plastic([0.76, 0.76, 0.74]), {
        rz: burnt ? 0.06 : 0,
      })
      world.box(
        x,
        y + (row === 2 && at === 3 ? -0.012 : 0.008),
        0.16,
        0.02,
        0.032,
        0.022,
        burnt ? matt(black) : plastic(at % 4 === 0 ? [0.1, 0.2, 0.55] : [0.06, 0.06, 0.07]),
      )
      if (!burnt && (at * 7 + row) % 5 !== 0)
        world.box(x, y + 0.065, 0.128, 0.036, 0.018, 0.003, matt([0.85, 0.85, 0.8]))
    }
  }
  world.box(0.14, 1.92, 0.125, 0.16, 0.03, 0.006, matt([0.85, 0.85, 0.8]))
  sign(world, -0.2, 1.9, 0.128, 0.07, 0.06, [0.85, 0.65, 0.02], black, 'triangle')
  for (const x of [-0.18, -0.06, 0.08, 0.2]) world.bar(x, 1.95, 0.05, x, 3, 0.05, 0.014, plastic([0.55, 0.55, 0.53]))
  world.bar(0.5, 0, 0.05, 0.5, 3, 0.05, 0.03, galvanised)
  if (variant === 2)
    world.hose(
      [
        [0.09, 1.46, 0.15],
        [0.11, 1.4, 0.2],
        [0.16, 1.36, 0.19],
        [0.17, 1.28, 0.16],
      ],
      0.006,
      rubber,
    )
  const lamps = [strip(world, -0.6, 2.8, 1.6, 1.5, 6, 'x', [0.98, 1, 0.95])]
  const view =
    variant === 1
      ? { eye: [0.35, 1.6, 1.5] as Colour, target: [-0.05, 1.5, 0] as Colour }
      : { eye: [0.3, 1.5, 1.0] as Colour, target: [0.04, 1.5, 0] as Colour, lean: 3 }
  return indoors(world, { ...view, angle: 46, exposure: 1.3, cast: [0.98, 1.01, 1], lens: 0.007 }, lamps, 0.3)
}

/** A swing and a slide; the failed one hangs from one chain. */
export function playground(variant: number): Shot {
  const world = new World()
  world.box(0, -0.05, 0, 120, 0.1, 120, grass, { bevel: 0 })
  world.box(0, 0.0, 0, 9, 0.05, 6, bark, { bevel: 0 })
  for (const z of [-3.05, 3.05]) world.box(0, 0.08, z, 9.2, 0.16, 0.12, timber([0.42, 0.3, 0.18]))
  for (const x of [-4.55, 4.55]) world.box(x, 0.08, 0, 0.12, 0.16, 6.2, timber([0.42, 0.3, 0.18], 'z'))
  const frame = enamel([0.6, 0.05, 0.04], 0.35)
  for (const x of [-3.4, 0.4]) {
    world.bar(x, 0, -1, x, 2.3, 0, 0.05, frame)
    world.bar(x, 0, 1, x, 2.3, 0, 0.05, frame)
  }
  world.bar(-3.6, 2.3, 0, 0.6, 2.3, 0, 0.05, enamel([0.03, 0.18, 0.5], 0.3))
  for (const [at, x] of [-2.4, -0.7].entries()) {
    const fails = variant === 3 && at === 1
    world.bar(x - 0.22, 2.3, 0, x - 0.22, 0.55, 0.05, 0.012, galvanised)
    if (fails) {
      world.bar(x + 0.22, 2.3, 0, x + 0.2, 1.6, 0.02, 0.012, galvanised)
      world.box(x - 0.12, 0.36, 0.05, 0.5, 0.04, 0.2, rubber, { rz: -1.05 })
    } else {
      world.bar(x + 0.22, 2.3, 0, x + 0.22, 0.55, 0.05, 0.012, galvanised)
      world.box(x, 0.53, 0.05, 0.5, 0.04, 0.2, rubber)
    }
  }
  const deck = timber([0.55, 0.38, 0.2])
  for (const x of [2.2, 3.4])
    for (const z of [-1.3, -0.1]) world.bar(x, 0, z, x, 2.9, z, 0.05, timber([0.4, 0.27, 0.15]))
  world.box(2.8, 1.4, -0.7, 1.3, 0.06, 1.3, deck)
  world.box(2.8, 3.0, -0.7, 1.7, 0.08, 1.0, enamel([0.05, 0.35, 0.15], 0.2), { rx: 0.5 })
  world.box(2.8, 3.0, -0.72, 1.7, 0.08, 1.0, enamel([0.05, 0.35, 0.15], 0.2), { rx: -0.5 })
  world.box(2.8, 0.78, 0.85, 0.55, 0.05, 2.3, plastic([0.85, 0.6, 0.04], 0.09, 0.15), { rx: 0.62 })
  for (const side of [-1, 1])
    world.box(2.8 + side * 0.29, 0.88, 0.85, 0.04, 0.2, 2.3, plastic([0.85, 0.6, 0.04], 0.09, 0.15), { rx: 0.62 })
  for (let rung = 0; rung < 5; rung += 1)
    world.bar(3.5, 0.3 + rung * 0.27, -1.1, 3.5, 0.3 + rung * 0.27, -0.3, 0.025, frame)
  for (let at = 0; at < 9; at += 1) {
    const x = -14 + at * 3.4 + Math.sin(at * 7) * 1.2
    const z = -11 - Math.cos(at * 5) * 3
    world.bar(x, 0, z, x, 2.6, z, 0.14, timber([0.2, 0.15, 0.1]))
    for (let leaf = 0; leaf < 7; leaf += 1)
      world.sphere(
        x + Math.sin(leaf * 9 + at) * 1,
        3 + Math.cos(leaf * 5) * 0.8,
        z + Math.sin(leaf * 3.3) * 0.9,
        0.95,
        grass,
      )
  }
  for (let post = -9; post <= 9; post += 1)
    world.bar(post * 1.2, 0, -6, post * 1.2, 1, -6, 0.025, enamel([0.04, 0.16, 0.08]))
  for (const y of [0.2, 0.95]) world.bar(-11, y, -6, 11, y, -6, 0.02, enamel([0.04, 0.16, 0.08]))
  const view = [
    { eye: [1.2, 1.6, 6.4] as Colour, target: [0.2, 1.1, -0.5] as Colour, angle: 58 },
    { eye: [5.4, 1.6, 4.6] as Colour, target: [1.4, 1.1, -0.4] as Colour, angle: 54, lean: 2 },
    { eye: [-0.1, 1.4, 3.0] as Colour, target: [-0.8, 1.0, 0] as Colour, angle: 56, lean: -2.5 },
  ][variant - 1]
  return outdoors(
    world,
    { eye: [1, 1.6, 6], target: [0, 1, 0], ...view, exposure: 0.85 },
    variant === 2 ? 0.25 : 0.85,
    [-0.4, 0.7, 0.6],
  )
}

/** A fridge with its display and a probe; the failed one is warm and iced up. */
export function fridge(variant: number): Shot {
  const world = new World()
  room(world, 4, 2.8, 4, tiles([0.45, 0.44, 0.42], 0.3, 0.05), tiles([0.75, 0.76, 0.74], 0.15))
  const lamps = [strip(world, 0.2, 2.7, 0.2, 1.6, 5.5, 'x', [0.95, 1, 1])]
  const shell = steel(0.66, 0.22)
  world.box(-0.4, 0.95, -1.6, 0.8, 1.9, 0.7, shell, { bevel: 0.01 })
  world.box(0.45, 0.95, -1.6, 0.8, 1.9, 0.7, shell, { bevel: 0.01 })
  world.box(-0.02, 1.05, -1.22, 0.03, 0.5, 0.04, steel(0.4))
  world.box(0.1, 1.05, -1.22, 0.03, 0.5, 0.04, steel(0.4))
  for (const x of [-0.4, 0.45]) {
    world.box(x, 1.77, -1.24, 0.34, 0.13, 0.02, plastic(black, 0.1))
    const warm = variant === 2 && x < 0
    const digits = (dx: number, segments: string) => {
      const lit = glowing(warm ? [1, 0.12, 0.05] : [0.2, 0.9, 1], 2.2)
      const put = (name: string, px: number, py: number, w: number, h: number) =>
        segments.includes(name) && world.box(x + dx + px, 1.77 + py, -1.228, w, h, 0.006, lit, { bevel: 0 })
      put('a', 0, 0.04, 0.035, 0.008)
      put('g', 0, 0, 0.035, 0.008)
      put('d', 0, -0.04, 0.035, 0.008)
      put('f', -0.02, 0.02, 0.008, 0.034)
      put('b', 0.02, 0.02, 0.008, 0.034)
      put('e', -0.02, -0.02, 0.008, 0.034)
      put('c', 0.02, -0.02, 0.008, 0.034)
    }
    if (warm) {
      digits(-0.05, 'bc')
      digits(0.02, 'bc')
    } else digits(-0.02, x < 0 ? 'abcdg' : 'fgbc')
    digits(0.09, 'adef')
    sign(world, x + 0.1, 1.45, -1.243, 0.21, 0.29, white, black, 'print')
  }
  if (variant === 2) {
    sign(world, -0.55, 1.35, -1.24, 0.16, 0.14, [0.9, 0.75, 0.05], black, 'triangle')
    world.box(-0.4, 0.03, -1.05, 0.6, 0.008, 0.3, (s, x, y, z) => {
      s.r = s.g = s.b = 0.12
      s.mirror = 0.25
      s.rough = 0.02
      s.glow = 0
      s.metal = false
      if (Math.hypot(x / 0.3, z / 0.15) > 0.95 + 0.1 * Math.sin(x * 40 + y)) s.mirror = 0.02
    })
  }
  world.box(1.25, 0.45, -1.6, 0.6, 0.9, 0.6, plastic([0.05, 0.22, 0.5], 0.05), { bevel: 0.03 })
  world.box(1.25, 1.05, -1.6, 0.5, 0.3, 0.4, plastic(white, 0.05))
  const view =
    variant === 1
      ? { eye: [0.45, 1.6, 0.35] as Colour, target: [-0.05, 1.45, -1.3] as Colour }
      : { eye: [-0.1, 1.6, -0.1] as Colour, target: [-0.35, 1.5, -1.3] as Colour, lean: 3 }
  return indoors(world, { ...view, angle: 54, exposure: 1.3, cast: [0.96, 1, 1.04], lens: 0.007 }, lamps, 0.3)
}

/** A fire door: clear, or with goods in front of it. */
export function exit(variant: number): Shot {
  const world = new World()
  room(world, 5, 3, 8, tiles([0.35, 0.36, 0.37], 0.4, 0.06), matt([0.7, 0.69, 0.63], 0.15))
  const lamps = [strip(world, 0, 2.94, 0.5, 1.6, 6.5, 'x')]
  world.box(0, 1.05, -3.98, 1.9, 2.1, 0.06, enamel([0.2, 0.28, 0.3], 0.15), { bevel: 0.01 })
  world.box(0, 1.05, -3.94, 0.012, 2.1, 0.02, matt(black))
  for (const x of [-0.48, 0.48]) {
    world.box(x, 1.05, -3.9, 0.8, 0.06, 0.07, steel(0.55))
    world.box(x, 1.6, -3.94, 0.2, 0.5, 0.02, glass)
    world.box(x, 0.2, -3.94, 0.85, 0.3, 0.01, steel(0.5))
  }
  for (const x of [-1, 1]) world.box(x, 1.08, -3.95, 0.1, 2.2, 0.1, enamel([0.16, 0.2, 0.22], 0.2))
  world.box(0, 2.2, -3.95, 2.1, 0.1, 0.1, enamel([0.16, 0.2, 0.22], 0.2))
  world.box(0, 2.5, -3.9, 0.62, 0.22, 0.06, (s, x, y) => {
    const u = x / 0.31
    const v = y / 0.11
    const lit =
      (u > -0.75 && u < -0.1 && Math.abs(v) < 0.2) ||
      (u <= -0.6 && u > -0.9 && Math.abs(v) < (u + 0.95) * 1.6) ||
      (u > 0.2 && u < 0.7 && Math.abs(v) < 0.7)
    ;[s.r, s.g, s.b] = lit ? [0.85, 1, 0.9] : [0.01, 0.5, 0.2]
    s.glow = lit ? 1.6 : 0.9
    s.mirror = 0
    s.rough = 1
    s.metal = false
  })
  world.box(1.6, 1.3, -3.95, 0.1, 0.1, 0.05, plastic(red))
  sign(world, 1.6, 1.6, -3.98, 0.2, 0.2, red, white, 'print')
  if (variant === 2) {
    pallet(world, -0.3, 0, -3.1, 0.2)
    load(world, -0.3, 0.145, -3.1, 3, 8, 0.5)
    world.box(0.75, 0.5, -3.2, 0.5, 1.0, 0.6, plastic([0.1, 0.2, 0.4], 0.05), { ry: 0.3 })
    world.box(0.9, 0.2, -2.4, 0.4, 0.4, 0.4, matt([0.45, 0.31, 0.18]), { ry: 0.7 })
  }
  const view =
    variant === 1
      ? { eye: [0.5, 1.6, 0.6] as Colour, target: [0, 1.35, -4] as Colour }
      : { eye: [-0.8, 1.6, 0.2] as Colour, target: [0.1, 1.2, -4] as Colour, lean: -2.5 }
  return indoors(world, { ...view, angle: 50, exposure: 1.25 }, lamps, 0.28)
}

/** A yard seen all around, for the video. */
export function yard(): Shot {
  const world = new World()
  world.box(0, -0.05, 0, 120, 0.1, 120, concrete([0.25, 0.25, 0.25], 0.08), { bevel: 0 })
  world.box(0, 3, -12, 60, 6, 0.3, cladding([0.3, 0.36, 0.42]), { bevel: 0 })
  for (const x of [-12, -7.2, -2.4, 2.4, 7.2, 12]) {
    world.box(x, 1.9, -11.8, 3, 3.8, 0.2, cladding([0.62, 0.63, 0.62]))
    world.box(x, 0.6, -11.5, 3.3, 1.2, 0.3, rubber)
    world.box(x + 1.9, 2.6, -11.8, 0.4, 0.4, 0.05, glowing([0.3, 0.9, 0.4], 0.8))
  }
  for (const [at, x] of [-8, -6, -3.6, 0.5, 3.5, 5.4, 9.4].entries()) {
    pallet(world, x, 0, -6 + (at % 3) * 0.8, at * 0.4)
    load(world, x, 0.145, -6 + (at % 3) * 0.8, 2 + (at % 3), at + 2, at === 3 ? 1 : 0)
  }
  for (let at = -6; at <= 6; at += 1)
    world.bar(at * 1.8, 0, -3.4, at * 1.8, 1, -3.4, 0.05, enamel([0.78, 0.5, 0.03], 0.4))
  for (const y of [0.5, 0.95]) world.bar(-11, y, -3.4, 11, y, -3.4, 0.035, enamel([0.78, 0.5, 0.03], 0.4))
  return {
    ...outdoors(
      world,
      { eye: [0, 1.65, 1.5], target: [0, 1.35, -6], angle: 46, exposure: 0.85, lean: 0 },
      0.8,
      [0.5, 0.7, 0.55],
    ),
    sweep: 2.3,
    lens: 0,
  }
}
