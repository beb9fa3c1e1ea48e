import {
  brick,
  cladding,
  concrete,
  enamel,
  galvanised,
  glass,
  glowing,
  hallFloor,
  liquid,
  matt,
  plastic,
  rubber,
  steel,
  stripes,
  tyre,
  type Colour,
} from './paints'
import { cone, indoors, load, outdoors, pallet, room, sign, strip, World } from './sets'
import type { Shot } from './tracer'

const yellow: Colour = [0.78, 0.5, 0.03]
const orange: Colour = [0.85, 0.25, 0.03]
const red: Colour = [0.62, 0.03, 0.03]
const blue: Colour = [0.03, 0.12, 0.42]
const white: Colour = [0.8, 0.8, 0.78]
const black: Colour = [0.03, 0.03, 0.03]
const green: Colour = [0.02, 0.34, 0.14]

/** Pallet racking along an aisle. */
export function racking(variant: number): Shot {
  const world = new World()
  room(world, 11, 7, 26, hallFloor(variant === 2 ? 1.5 : 1.15), cladding([0.5, 0.52, 0.53]))
  const lamps = [-8, -2, 4].map((z) => strip(world, 0, 6.4, z, 4, 34))
  for (const side of [-1, 1]) {
    for (let bay = 0; bay < 6; bay += 1) {
      const z = 5 - bay * 2.9
      for (const end of [0, 2.8]) {
        for (const deep of [0, 1]) {
          const bent = variant === 3 && side === 1 && bay === 1 && end === 0 && deep === 0
          const x = side * (2.1 + deep * 1.1)
          if (bent) {
            world.box(x + 0.05, 0.3, z - end, 0.1, 0.62, 0.09, enamel(blue, 0.9), { rz: -0.3 })
            world.box(x + 0.05, 0.85, z - end, 0.1, 0.62, 0.09, enamel(blue, 0.8), { rz: 0.28 })
            world.box(x, 3.2, z - end, 0.1, 4.2, 0.09, enamel(blue, 0.3))
          } else if (!(variant === 3 && side === 1 && bay === 0 && end > 0 && deep === 0)) {
            world.box(x, 2.7, z - end, 0.1, 5.4, 0.09, enamel(blue, 0.35))
          }
          if (deep === 0) world.box(x, 0.2, z - end - 0.09, 0.18, 0.4, 0.05, stripes(yellow, black, 0.16, 0.6))
        }
      }
      for (const level of [1.6, 3.2, 4.8]) {
        for (const deep of [0, 1])
          world.box(side * (2.1 + deep * 1.1), level, z - 1.4, 0.06, 0.13, 2.72, enamel(orange, 0.3))
      }
      for (const [storey, level] of [0, 1.66, 3.26].entries()) {
        for (const place of [0, 1]) {
          const number = bay * 7 + storey * 3 + place + (side + 1) * 11
          if (number % 6 === 5) continue
          const sagging = variant === 3 && side === 1 && bay === 1 && storey === 1
          pallet(world, side * 2.66, level, z - 0.75 - place * 1.35, Math.PI / 2)
          load(world, side * 2.66, level + 0.145, z - 0.75 - place * 1.35, 2 + (number % 3), number, sagging ? 1 : 0)
        }
      }
    }
  }
  if (variant === 2) {
    pallet(world, -0.5, 0, 1.5, 0.2)
    load(world, -0.5, 0.145, 1.5, 3, 5)
  }
  const view = [
    { eye: [0.3, 1.62, 7.6] as Colour, target: [-0.1, 1.9, -4] as Colour, angle: 58, exposure: 1.15 },
    { eye: [0.9, 1.5, 6.4] as Colour, target: [-1.6, 1.4, 0] as Colour, angle: 60, exposure: 1.15, lean: -2.2 },
    { eye: [-0.1, 1.25, 4.1] as Colour, target: [2.2, 1.0, 1.4] as Colour, angle: 56, exposure: 1.2, lean: 2.5 },
  ][variant - 1]
  return indoors(
    world,
    { eye: [0, 1.6, 7], target: [0, 1.8, -4], ...view, focus: variant === 3 ? 3.4 : 7 },
    lamps,
    0.22,
  )
}

/** An extinguisher on a brick wall; the failed one is missing from its bracket. */
export function extinguisher(variant: number): Shot {
  const world = new World()
  world.box(0, -0.05, 0, 12, 0.1, 12, hallFloor(null, [0.36, 0.36, 0.35], false), { bevel: 0 })
  world.box(0, 2, -0.1, 12, 4, 0.2, variant === 2 ? matt([0.66, 0.67, 0.62], 0.2) : brick, { bevel: 0 })
  world.box(0, 0.06, 0.01, 12, 0.12, 0.03, matt([0.16, 0.16, 0.17]))
  sign(world, variant === 2 ? 0.45 : 0, 1.92, 0.02, 0.3, 0.3, red, white, 'cross')
  sign(world, variant === 2 ? 0.45 : 0, 1.6, 0.02, 0.3, 0.22, [0.05, 0.15, 0.5], white, 'print')
  const body = (x: number, y: number, z: number, tilt = 0) => {
    world.cylinder(x, y, z, 0.085, 0.44, enamel(red, 0.18, 0.09), { rz: tilt })
    world.sphere(x, y + 0.215, z, 0.086, enamel(red, 0.1, 0.09))
    world.cylinder(x, y - 0.03, z, 0.0865, 0.2, (s, px, py, pz, nx, ny, nz) => {
      plastic([0.78, 0.77, 0.7])(s, px, py, pz, nx, ny, nz)
      const band = Math.floor(py * 60)
      if (Math.abs(py) < 0.085 && band % 2 === 0 && Math.sin(px * 300 + band) > -0.4) s.r = s.g = s.b = 0.1
      if (py > 0.07) [s.r, s.g, s.b] = [0.06, 0.12, 0.45]
    })
    world.cylinder(x, y + 0.32, z, 0.026, 0.06, steel(0.5))
    world.box(x, y + 0.365, z + 0.02, 0.03, 0.02, 0.17, enamel(black, 0.1), { rx: 0.15 })
    world.box(x, y + 0.335, z + 0.04, 0.028, 0.015, 0.13, enamel(black, 0.1), { rx: -0.12 })
    world.cylinder(x + 0.035, y + 0.325, z + 0.012, 0.02, 0.016, plastic([0.7, 0.7, 0.66]), { rx: 1.3 })
    world.hose(
      [
        [x - 0.02, y + 0.32, z],
        [x - 0.1, y + 0.31, z + 0.02],
        [x - 0.14, y + 0.2, z + 0.03],
        [x - 0.125, y + 0.02, z + 0.04],
        [x - 0.105, y - 0.14, z + 0.05],
      ],
      0.011,
      rubber,
    )
    world.cylinder(x - 0.103, y - 0.18, z + 0.05, 0.019, 0.11, plastic([0.03, 0.03, 0.03]), { top: 0.011 })
  }
  const at = variant === 2 ? 0.45 : 0
  world.box(at, 1.02, 0.02, 0.06, 0.42, 0.02, galvanised)
  world.box(at, 1.18, 0.07, 0.2, 0.03, 0.012, galvanised)
  if (variant === 3) {
    world.box(0, 0.83, 0.07, 0.16, 0.02, 0.12, galvanised)
    pallet(world, 0.55, 0, 0.75, 0.3)
    load(world, 0.55, 0.145, 0.75, 2, 9, 0.4)
  } else body(at, 1.0, 0.115)
  if (variant === 2) {
    world.cylinder(-0.15, 0.42, 0.16, 0.065, 0.5, enamel(red, 0.2, 0.09))
    world.cylinder(-0.15, 0.7, 0.16, 0.065, 0.08, enamel(black), { top: 0.03 })
    world.hose(
      [
        [-0.15, 0.74, 0.16],
        [-0.02, 0.72, 0.2],
        [0.03, 0.5, 0.22],
      ],
      0.012,
      rubber,
    )
    world.cylinder(0.035, 0.42, 0.22, 0.05, 0.2, plastic(black), { top: 0.02 })
  }
  const lamps = [strip(world, -1.2, 2.9, 1.6, 2.2, 9, 'x')]
  const view = [
    { eye: [0.35, 1.35, 1.75] as Colour, target: [0, 1.22, 0] as Colour },
    { eye: [-0.2, 1.3, 2.25] as Colour, target: [0.2, 1.08, 0] as Colour, lean: -2.5 },
    { eye: [-0.5, 1.4, 2.3] as Colour, target: [0.15, 1.12, 0] as Colour, lean: 2 },
  ][variant - 1]
  return indoors(
    world,
    { eye: [0, 1.3, 2], target: [0, 1.2, 0], ...view, angle: 50, exposure: 1.35, lens: 0.008 },
    lamps,
    0.3,
  )
}

function truck(world: World, x: number, z: number): void {
  const paint = enamel(yellow, 0.35, 0.08)
  const dark = enamel([0.06, 0.06, 0.065], 0.3)
  world.box(x, 0.62, z, 1.06, 0.5, 1.5, paint, { bevel: 0.04 })
  world.box(x, 0.78, z - 0.85, 1.0, 0.8, 0.5, paint, { bevel: 0.06, rx: 0.08 })
  world.box(x, 0.98, z + 0.35, 0.9, 0.22, 0.6, dark, { bevel: 0.03 })
  world.box(x, 1.05, z - 0.28, 0.5, 0.12, 0.5, plastic(black, 0.04, 0.5), { bevel: 0.04 })
  world.box(x, 1.35, z - 0.52, 0.48, 0.55, 0.1, plastic(black, 0.04, 0.5), { bevel: 0.04, rx: -0.15 })
  for (const side of [-1, 1]) {
    world.bar(x + side * 0.47, 1.0, z + 0.62, x + side * 0.42, 2.1, z + 0.35, 0.035, dark)
    world.bar(x + side * 0.47, 1.1, z - 0.9, x + side * 0.42, 2.1, z - 0.72, 0.035, dark)
    world.bar(x + side * 0.42, 2.1, z + 0.35, x + side * 0.42, 2.1, z - 0.72, 0.035, dark)
    world.cylinder(x + side * 0.47, 0.33, z + 0.62, 0.33, 0.22, tyre, { rz: Math.PI / 2 })
    world.cylinder(x + side * 0.585, 0.33, z + 0.62, 0.16, 0.02, enamel(white, 0.6), { rz: Math.PI / 2 })
    world.cylinder(x + side * 0.44, 0.27, z - 0.72, 0.27, 0.2, tyre, { rz: Math.PI / 2 })
    world.cylinder(x + side * 0.545, 0.27, z - 0.72, 0.13, 0.02, enamel(white, 0.6), { rz: Math.PI / 2 })
    world.box(x + side * 0.33, 1.15, z + 1.02, 0.09, 2.1, 0.14, dark)
    world.box(x + side * 0.24, 0.09, z + 1.65, 0.12, 0.045, 1.1, steel(0.35, 0.4))
    world.box(x + side * 0.24, 0.35, z + 1.12, 0.12, 0.5, 0.04, steel(0.3, 0.4))
    world.cylinder(x + side * 0.36, 2.02, z + 0.5, 0.07, 0.06, glowing([1, 0.95, 0.85], 1.4), { rx: Math.PI / 2 })
  }
  for (let at = -2; at <= 2; at += 1)
    world.bar(x + at * 0.19, 2.12, z + 0.35, x + at * 0.19, 2.12, z - 0.72, 0.02, dark)
  for (const y of [0.3, 0.75, 1.2]) world.box(x, y, z + 1.1, 0.9, 0.07, 0.04, dark)
  world.cylinder(x, 1.35, z + 0.32, 0.17, 0.03, dark, { rx: 0.9 })
  world.cylinder(x, 2.2, z - 0.3, 0.06, 0.1, plastic(orange, 0.1), { top: 0.05 })
  world.box(x, 0.82, z - 1.12, 0.5, 0.16, 0.01, matt(white))
}

/** A counterbalance truck in a charging bay; the failed one leaks. */
export function forklift(variant: number): Shot {
  const world = new World()
  room(world, 14, 6, 16, hallFloor(variant === 2 ? -1.4 : 1.5), cladding([0.55, 0.56, 0.55]))
  const lamps = [-4, 2].map((z) => strip(world, 1, 5.4, z, 3.6, 30))
  truck(world, 0, 0)
  world.box(-2.6, 0.9, -6.5, 0.7, 1.8, 0.5, enamel([0.35, 0.37, 0.38], 0.2))
  world.box(-2.6, 1.35, -6.24, 0.3, 0.2, 0.02, glowing([0.3, 0.9, 0.5], 0.7))
  world.hose(
    [
      [-2.4, 1.1, -6.2],
      [-2.0, 0.4, -5.6],
      [-1.6, 0.05, -5],
      [-1.0, 0.05, -4.6],
    ],
    0.025,
    rubber,
  )
  pallet(world, 3.4, 0, -4, 0.1)
  load(world, 3.4, 0.145, -4, 3, 4)
  pallet(world, 3.3, 0, -5.6, -0.1)
  load(world, 3.3, 0.145, -5.6, 4, 8)
  for (const z of [-7.2, -5, -3]) world.bar(4.8, 0, z, 4.8, 1.1, z, 0.06, stripes(yellow, black, 0.3))
  if (variant === 3) {
    world.cylinder(0.75, 0.003, 0.95, 0.42, 0.004, liquid([0.035, 0.022, 0.008]))
    world.cylinder(1.08, 0.003, 1.2, 0.25, 0.004, liquid([0.035, 0.022, 0.008]))
    world.cylinder(0.5, 0.003, 1.35, 0.16, 0.004, liquid([0.035, 0.022, 0.008]))
    cone(world, 1.75, 0.9, plastic(orange), plastic(white))
  }
  const view = [
    { eye: [2.7, 1.6, 3.6] as Colour, target: [0.1, 0.95, 0] as Colour },
    { eye: [-3.1, 1.55, 2.4] as Colour, target: [0, 1.0, -0.2] as Colour, lean: -2 },
    { eye: [2.3, 1.45, 3.1] as Colour, target: [0.6, 0.35, 0.5] as Colour, lean: 3 },
  ][variant - 1]
  return indoors(world, { eye: [2.6, 1.6, 3.6], target: [0, 1, 0], ...view, angle: 50, exposure: 1.1 }, lamps, 0.25)
}

function van(world: World, flat: boolean): void {
  const paint = enamel([0.74, 0.75, 0.76], 0.06, 0.09)
  world.box(0, 1.3, -0.6, 1.95, 1.9, 3.6, paint, { bevel: 0.12 })
  world.box(0, 0.72, 1.72, 1.9, 0.56, 1.36, paint, { bevel: 0.1 })
  world.box(0, 1.0, 1.84, 1.84, 0.34, 1.0, paint, { rx: 0.3, bevel: 0.1 })
  world.box(0, 1.55, 1.18, 1.84, 1.15, 0.75, paint, { rx: -0.5, bevel: 0.08 })
  world.box(0, 1.66, 1.42, 1.62, 0.78, 0.42, glass, { rx: -0.5, bevel: 0.03 })
  for (const x of [-0.5, 0.35]) world.bar(x, 1.24, 1.86, x + 0.5, 1.32, 1.84, 0.012, matt(black))
  for (const side of [-1, 1]) {
    world.box(side * 0.962, 1.62, 0.92, 0.04, 0.52, 0.62, glass, { bevel: 0.03 })
    world.box(side * 0.985, 1.25, 0.42, 0.012, 1.7, 0.012, matt(black))
    world.box(side * 0.985, 1.25, -0.9, 0.012, 1.6, 0.012, matt(black))
    world.box(side * 0.99, 1.22, 0.3, 0.02, 0.04, 0.16, plastic(black))
    world.box(side * 0.985, 1.42, -1.1, 0.008, 0.5, 1.5, (s, x, y, z, nx, ny, nz) => {
      plastic([0.02, 0.3, 0.32])(s, x, y, z, nx, ny, nz)
      if (Math.abs(y) < 0.07 && Math.sin(z * 30) > -0.6) s.r = s.g = s.b = 0.8
    })
    world.box(side * 0.98, 0.62, -0.4, 0.03, 0.12, 2.2, plastic(black, 0.04, 0.4))
    world.box(side * 1.08, 1.5, 1.32, 0.2, 0.26, 0.1, plastic(black), { bevel: 0.03 })
    world.box(side * 0.7, 0.9, 2.41, 0.36, 0.2, 0.03, glowing([0.9, 0.92, 0.95], 0.75), { bevel: 0.02 })
    for (const z of [1.65, -1.55]) {
      const low = flat && side === 1 && z > 0
      world.cylinder(side * 0.9, low ? 0.3 : 0.34, z, low ? 0.325 : 0.34, 0.23, tyre, { rz: Math.PI / 2 })
      if (low) world.box(side * 0.91, 0.03, z, 0.26, 0.055, 0.42, rubber, { bevel: 0.027 })
      world.cylinder(side * 1.012, low ? 0.3 : 0.34, z, 0.2, 0.02, steel(0.45, 0.35), { rz: Math.PI / 2 })
      world.cylinder(side * 0.92, 0.4, z, 0.43, 0.14, matt([0.02, 0.02, 0.02]), { rz: Math.PI / 2 })
    }
  }
  world.box(0, 0.52, 2.42, 1.85, 0.24, 0.16, plastic([0.06, 0.06, 0.065], 0.04, 0.4), { bevel: 0.04 })
  world.box(0, 0.86, 2.42, 0.85, 0.18, 0.03, plastic(black, 0.06), { bevel: 0.02 })
  world.box(0, 0.54, 2.51, 0.52, 0.11, 0.012, matt([0.85, 0.85, 0.82]))
  world.box(0, 0.54, 2.518, 0.4, 0.06, 0.006, matt(black))
}

/** A delivery van in the yard; the failed one has a flat tyre. */
export function vanScene(variant: number): Shot {
  const world = new World()
  const wet = variant === 2
  world.box(0, -0.05, 0, 80, 0.1, 80, concrete([0.2, 0.2, 0.205], wet ? 0.25 : 0), { bevel: 0 })
  world.box(0, 3, -9, 40, 6, 0.3, cladding([0.32, 0.38, 0.42]), { bevel: 0 })
  for (const x of [-7, -2.2, 2.6, 7.4]) {
    world.box(x, 1.9, -8.8, 3, 3.8, 0.2, cladding([0.62, 0.63, 0.62]))
    world.box(x, 0.6, -8.6, 3.3, 1.2, 0.3, rubber)
  }
  for (const x of [-1.7, 1.7, 5.1]) world.box(x, 0.002, -1, 0.1, 0.004, 6, matt([0.7, 0.7, 0.66], 0.6))
  van(world, variant === 3)
  for (const x of [4.2, 5]) world.bar(x, 0, -3, x, 1, -3, 0.07, stripes(yellow, black, 0.3))
  if (variant === 3) cone(world, 2.3, 0.4, plastic(orange), plastic(white))
  if (variant !== 3) {
    pallet(world, -3.4, 0, -4.5, 0.4)
    pallet(world, -3.4, 0.145, -4.5, 0.36)
    pallet(world, -3.4, 0.29, -4.5, 0.44)
  }
  const view = [
    { eye: [3.6, 1.65, 5.4] as Colour, target: [0.1, 1.05, 0.2] as Colour },
    { eye: [-4.6, 1.6, 3.9] as Colour, target: [0, 1.1, 0] as Colour, lean: 1.6 },
    { eye: [3.0, 1.15, 3.6] as Colour, target: [0.85, 0.5, 1.55] as Colour, lean: -3 },
  ][variant - 1]
  return outdoors(
    world,
    { eye: [3.4, 1.6, 5.2], target: [0, 1, 0], ...view, angle: 48, exposure: 0.85 },
    wet ? 0.1 : 0.85,
    [0.55, 0.7, 0.6],
  )
}

/** A hall floor: with a spill and a cone, or clean. */
export function floor(variant: number): Shot {
  const world = new World()
  room(world, 12, 5, 22, hallFloor(variant === 2 ? -0.9 : 1.1, [0.38, 0.38, 0.37]), matt([0.62, 0.63, 0.6], 0.25))
  const lamps = [-6, 1].map((z) => strip(world, 0, 4.6, z, 4, 26))
  for (let at = 0; at < 4; at += 1) {
    pallet(world, -4.2, 0, 0.5 - at * 2, Math.PI / 2)
    load(world, -4.2, 0.145, 0.5 - at * 2, 2 + (at % 3), at + 3)
  }
  for (const z of [1, -2, -5]) {
    for (const y of [0.5, 1]) world.bar(3.4, y, z, 3.4, y, z - 3, 0.04, enamel(yellow, 0.4))
    world.bar(3.4, 0, z, 3.4, 1.1, z, 0.06, enamel(yellow, 0.4))
  }
  if (variant === 3) {
    const pool = liquid([0.1, 0.105, 0.1])
    for (const [x, z, radius] of [
      [0.1, 0.2, 0.55],
      [0.6, 0.5, 0.38],
      [-0.35, 0.55, 0.3],
      [0.25, -0.25, 0.4],
      [0.95, 0.15, 0.16],
      [-0.6, 0.05, 0.12],
    ] as const) {
      world.cylinder(x, 0.003, z, radius, 0.004, pool)
    }
    cone(world, -0.75, -0.55, plastic(orange), plastic(white))
    world.box(1.25, 0.32, -0.7, 0.02, 0.62, 0.3, plastic([0.85, 0.68, 0.02]), { rz: -0.28 })
    world.box(1.42, 0.32, -0.7, 0.02, 0.62, 0.3, plastic([0.85, 0.68, 0.02]), { rz: 0.28 })
  } else if (variant === 1) {
    world.box(1.9, 0.5, -1.6, 0.5, 0.9, 0.5, plastic(green, 0.05), { bevel: 0.05 })
    sign(world, 1.9, 0.6, -1.34, 0.3, 0.3, white, green, 'cross')
  }
  const view = [
    { eye: [0.6, 1.5, 4.4] as Colour, target: [0.3, 0.6, -2] as Colour },
    { eye: [-1.4, 1.6, 4.6] as Colour, target: [0.6, 0.6, -3] as Colour, lean: -2 },
    { eye: [0.4, 1.35, 2.5] as Colour, target: [0.2, 0.12, -0.1] as Colour, lean: 2 },
  ][variant - 1]
  return indoors(world, { eye: [0, 1.5, 4], target: [0, 0.6, 0], ...view, exposure: 1.15 }, lamps, 0.26)
}

/** Stacked goods: sound, or leaning and crushed. */
export function boxes(variant: number): Shot {
  const world = new World()
  room(world, 8, 4.5, 9, hallFloor(1.6), matt([0.58, 0.6, 0.62], 0.2))
  const lamps = [strip(world, -0.5, 4, 0, 3, 26)]
  pallet(world, 0, 0, 0, 0.15)
  load(world, 0, 0.145, 0, variant === 1 ? 4 : 4, variant === 1 ? 2 : 7, variant === 1 ? 0 : 1.1)
  pallet(world, -1.7, 0, -1.1, -0.1)
  load(world, -1.7, 0.145, -1.1, 3, 6)
  pallet(world, 1.9, 0, -2, 0.05)
  load(world, 1.9, 0.145, -2, 5, 3)
  if (variant === 2) world.box(1.0, 0.15, 0.75, 0.38, 0.3, 0.38, matt([0.42, 0.28, 0.16]), { ry: 0.7, rz: 0.2 })
  const view =
    variant === 1
      ? { eye: [1.4, 1.5, 3] as Colour, target: [-0.1, 0.75, 0] as Colour }
      : { eye: [-0.9, 1.35, 2.9] as Colour, target: [0.2, 0.75, 0] as Colour, lean: -3 }
  return indoors(world, { ...view, exposure: 1.2 }, lamps, 0.28)
}
