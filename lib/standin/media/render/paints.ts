/** What a surface is like at a point. One object, filled by a paint. */
export interface Surface {
  r: number
  g: number
  b: number
  /** Share of light that is mirrored straight on, 0 to 1. */
  mirror: number
  rough: number
  /** Own light, as a multiple of its colour. */
  glow: number
  /** Metals tint what they mirror. */
  metal: boolean
}

/** Fills the surface from the local point, the local normal and the solid's size. */
export type Paint = (s: Surface, x: number, y: number, z: number, nx: number, ny: number, nz: number) => void
export type Colour = readonly [number, number, number]

const lattice = new Float64Array(4096)
let state = 12345
for (let at = 0; at < 4096; at += 1) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  lattice[at] = state / 4294967296
}

function corner(x: number, y: number, z: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647 - 99194853)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return lattice[(h ^ (h >>> 16)) & 4095] ?? 0
}

/** Smooth noise, 0 to 1. */
export function noise(x: number, y: number, z: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const iz = Math.floor(z)
  let u = x - ix
  let v = y - iy
  let w = z - iz
  u = u * u * (3 - 2 * u)
  v = v * v * (3 - 2 * v)
  w = w * w * (3 - 2 * w)
  const near =
    (corner(ix, iy, iz) * (1 - u) + corner(ix + 1, iy, iz) * u) * (1 - v) +
    (corner(ix, iy + 1, iz) * (1 - u) + corner(ix + 1, iy + 1, iz) * u) * v
  const far =
    (corner(ix, iy, iz + 1) * (1 - u) + corner(ix + 1, iy, iz + 1) * u) * (1 - v) +
    (corner(ix, iy + 1, iz + 1) * (1 - u) + corner(ix + 1, iy + 1, iz + 1) * u) * v
  return near * (1 - w) + far * w
}

/** Noise of several sizes, 0 to 1. */
export function cloud(x: number, y: number, z: number, octaves = 4): number {
  let sum = 0
  let weight = 0.5
  for (let at = 0; at < octaves; at += 1) {
    sum += noise(x, y, z) * weight
    x = x * 2.03 + 7.1
    y = y * 2.03 + 3.7
    z = z * 2.03 + 1.3
    weight /= 2
  }
  return sum / (1 - weight * 2)
}

function fill(s: Surface, colour: Colour, times: number, mirror = 0, rough = 0.5): void {
  s.r = colour[0] * times
  s.g = colour[1] * times
  s.b = colour[2] * times
  s.mirror = mirror
  s.rough = rough
  s.glow = 0
  s.metal = false
}

function blend(s: Surface, colour: Colour, share: number): void {
  s.r += (colour[0] - s.r) * share
  s.g += (colour[1] - s.g) * share
  s.b += (colour[2] - s.b) * share
}

const clamp01 = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value)
const step = (from: number, to: number, value: number) => {
  const t = clamp01((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

export const matt =
  (colour: Colour, dirt = 0.25): Paint =>
  (s, x, y, z) => {
    fill(s, colour, 1 - dirt * cloud(x * 3 + 9, y * 3, z * 3) - dirt * 0.3 * noise(x * 60, y * 60, z * 60))
  }

export const plastic =
  (colour: Colour, mirror = 0.05, rough = 0.25): Paint =>
  (s, x, y, z) => {
    fill(s, colour, 1 - 0.12 * cloud(x * 8, y * 8, z * 8), mirror, rough)
    s.rough += 0.2 * noise(x * 14, y * 14, z * 14)
  }

/** Painted steel: scratches and rust where it was struck. */
export const enamel =
  (colour: Colour, wear = 0.3, mirror = 0.06): Paint =>
  (s, x, y, z) => {
    fill(s, colour, 1 - 0.15 * cloud(x * 5, y * 5, z * 5), mirror, 0.22)
    const scratched = cloud(x * 21 + 4, y * 21, z * 21)
    const edge = 1 - wear * 0.45
    if (scratched > edge) {
      blend(s, [0.24, 0.13, 0.07], step(edge, edge + 0.08, scratched))
      s.mirror = 0.01
      s.rough = 0.7
    }
    blend(s, [0.35, 0.31, 0.26], 0.3 * wear * cloud(x * 1.7, y * 6, z * 1.7))
  }

/** Enamel with diagonal warning stripes. */
export const stripes = (one: Colour, two: Colour, width: number, wear = 0.3): Paint => {
  const base = enamel(one, wear)
  const other = enamel(two, wear)
  return (s, x, y, z, nx, ny, nz) => {
    const at = (x + y + z) / width
    ;(at - Math.floor(at) < 0.5 ? base : other)(s, x, y, z, nx, ny, nz)
  }
}

export const steel =
  (brightness = 0.6, rough = 0.28): Paint =>
  (s, x, y, z) => {
    const brushed = noise(x * 3, y * 260, z * 3) * 0.5 + noise(x * 3, y * 90, z * 40) * 0.5
    fill(
      s,
      [brightness, brightness * 0.99, brightness * 0.97],
      0.8 + 0.3 * brushed,
      0.55,
      rough + 0.12 * cloud(x * 6, y * 6, z * 6),
    )
    s.metal = true
  }

export const galvanised: Paint = (s, x, y, z) => {
  const flake = noise(Math.floor(x * 40 + noise(x * 30, y * 30, z * 30) * 2), Math.floor(y * 40), Math.floor(z * 40))
  fill(s, [0.52, 0.54, 0.55], 0.75 + 0.3 * flake, 0.25, 0.4)
  s.metal = true
  blend(s, [0.32, 0.2, 0.12], 0.6 * step(0.66, 0.8, cloud(x * 9, y * 3, z * 9)))
}

export const rubber: Paint = (s, x, y, z) => {
  fill(s, [0.035, 0.035, 0.036], 1 + 0.6 * cloud(x * 20, y * 20, z * 20), 0.03, 0.5)
  blend(s, [0.22, 0.19, 0.15], 0.35 * step(0.45, 0.75, cloud(x * 9 + 3, y * 9, z * 9)))
}

/** A tyre: blocks of tread around the rim of a cylinder. */
export const tyre: Paint = (s, x, y, z, nx, ny, nz) => {
  rubber(s, x, y, z, nx, ny, nz)
  if (Math.abs(ny) > 0.5) return
  const around = Math.atan2(z, x) * 14
  const groove = Math.abs(around - Math.round(around)) < 0.12 || Math.abs((Math.abs(y * 26) % 1) - 0.5) < 0.09
  if (groove) fill(s, [0.008, 0.008, 0.008], 1)
}

export const concrete =
  (colour: Colour = [0.42, 0.41, 0.39], wet = 0): Paint =>
  (s, x, y, z) => {
    const big = cloud(x * 0.7, y * 0.7, z * 0.7)
    const fine = noise(x * 90, y * 90, z * 90)
    fill(s, colour, 0.62 + 0.42 * big + 0.14 * fine, 0.02, 0.5)
    const stain = cloud(x * 1.9 + 31, y * 1.9, z * 1.9)
    blend(s, [0.16, 0.145, 0.13], 0.5 * step(0.52, 0.72, stain))
    if (noise(x * 33, y * 33, z * 33) > 0.93) blend(s, [0.15, 0.14, 0.13], 0.6)
    if (wet > 0) s.mirror = 0.02 + wet * step(0.4, 0.6, big)
  }

/** Floor with joints every three metres and a painted walkway line at `lineX`. */
export const hallFloor = (lineX: number | null, tint: Colour = [0.4, 0.39, 0.375], tyreMarks = true): Paint => {
  const base = concrete(tint)
  return (s, x, y, z, nx, ny, nz) => {
    base(s, x, y, z, nx, ny, nz)
    s.mirror = 0.035
    s.rough = 0.32 + 0.25 * noise(x * 2, y, z * 2)
    const joint = Math.min(Math.abs(x / 3 - Math.round(x / 3)), Math.abs(z / 3 - Math.round(z / 3))) * 3
    if (joint < 0.008) blend(s, [0.07, 0.065, 0.06], 0.85)
    if (tyreMarks) {
      const curve = x + 0.35 * Math.sin(z * 0.6) - 0.4
      const track = Math.min(Math.abs(curve), Math.abs(curve - 0.95))
      blend(s, [0.05, 0.05, 0.05], 0.4 * step(0.13, 0.06, track) * cloud(x * 4, 3, z * 2))
    }
    if (lineX !== null && Math.abs(x - lineX) < 0.055) {
      const worn = step(0.7, 0.5, cloud(x * 14, 5, z * 6))
      blend(s, [0.75, 0.52, 0.04], 0.9 * worn)
    }
  }
}

export const brick: Paint = (s, x, y, z, nx, _ny, nz) => {
  const along = Math.abs(nz) > Math.abs(nx) ? x : z
  const row = Math.floor(y / 0.075)
  const across = along / 0.225 + (row % 2 === 0 ? 0 : 0.5)
  const cell = Math.floor(across)
  const u = (across - cell) * 0.225
  const v = y - row * 0.075
  const wobble = 0.0035 * noise(x * 40, y * 40, z * 40)
  const mortar = Math.min(Math.min(u, 0.225 - u), Math.min(v, 0.075 - v)) - wobble
  const tone = noise(cell * 3.7, row * 2.9, 1.5)
  if (mortar < 0.0045) fill(s, [0.44, 0.41, 0.36], 0.55 + 0.5 * cloud(x * 25, y * 25, z * 25))
  else {
    fill(
      s,
      [0.4 + 0.14 * tone, 0.17 + 0.06 * tone, 0.115 + 0.03 * tone],
      0.6 + 0.3 * cloud(x * 22, y * 22, z * 22) + 0.25 * noise(x * 130, y * 130, z * 130),
    )
    if (mortar < 0.009) blend(s, [0.2, 0.1, 0.08], 0.35)
  }
  blend(s, [0.62, 0.6, 0.57], 0.25 * step(0.55, 0.8, cloud(x * 1.4, y * 1.1, z * 1.4)))
}

/** Cardboard with tape along the top, a printed label and crushed corners. */
export const cardboard =
  (seed: number, halfX: number, halfY: number): Paint =>
  (s, x, y, z, nx, ny) => {
    const tone = 0.85 + 0.3 * noise(seed * 7.3, 1, 2)
    fill(
      s,
      [0.47, 0.32, 0.185],
      tone * (0.82 + 0.2 * cloud(x * 7 + seed, y * 7, z * 7) + 0.06 * noise(x * 3, y * 210, z * 3)),
    )
    if (Math.abs(ny) > 0.5 ? Math.abs(z) < 0.03 : Math.abs(nx) > 0.5 && Math.abs(z) < 0.03 && y > halfY * 0.4) {
      fill(s, [0.56, 0.43, 0.26], 1, 0.07, 0.2)
    }
    if (Math.abs(ny) < 0.5 && Math.abs(nx) < 0.5) {
      const u = (x / halfX) * (seed % 2 === 0 ? 1 : -1) - 0.25
      const v = y / halfY - 0.1
      if (Math.abs(u) < 0.3 && Math.abs(v) < 0.32) {
        fill(s, [0.8, 0.79, 0.75], 1, 0.03, 0.4)
        const rows = v * 14
        if (
          Math.abs(u) < 0.24 &&
          rows - Math.floor(rows) < 0.42 &&
          noise(Math.floor(u * 60), Math.floor(rows), seed) > 0.38
        )
          blend(s, [0.05, 0.05, 0.06], 0.85)
      } else if (
        y < -halfY * 0.55 &&
        noise(Math.floor(x * 70), Math.floor(y * 60), seed) > 0.7 &&
        Math.abs(x) < halfX * 0.6
      )
        blend(s, [0.12, 0.1, 0.09], 0.6)
    }
  }

export const timber =
  (colour: Colour = [0.5, 0.36, 0.2], axis: 'x' | 'z' = 'x'): Paint =>
  (s, x, y, z) => {
    const [along, across] = axis === 'x' ? [x, z] : [z, x]
    const ring = noise(along * 1.2, y * 40, across * 34 + 3 * noise(along * 2, y * 3, across * 6))
    fill(s, colour, 0.62 + 0.45 * ring + 0.2 * noise(along * 6, y * 120, across * 120))
    blend(s, [0.17, 0.13, 0.1], 0.5 * step(0.55, 0.8, cloud(x * 3 + 17, y * 3, z * 3)))
    const knot = noise(along * 3.1, 2.2, across * 9)
    if (knot > 0.9) blend(s, [0.15, 0.08, 0.04], 0.7)
  }

export const asphalt: Paint = (s, x, y, z) => {
  const grit = noise(x * 70, y * 70, z * 70)
  fill(s, [0.115, 0.115, 0.118], 0.6 + 0.5 * cloud(x * 0.8, y, z * 0.8) + 0.55 * grit * grit, 0.015, 0.6)
  const crack = Math.abs(cloud(x * 0.9, 3, z * 0.9) - 0.5)
  if (crack < 0.004) blend(s, [0.02, 0.02, 0.02], 0.8)
}

export const grass: Paint = (s, x, y, z) => {
  const blade = noise(x * 45, y * 12, z * 120) * 0.6 + noise(x * 150, 1, z * 60) * 0.4
  fill(s, [0.13, 0.225, 0.05], 0.35 + 0.95 * blade * (0.6 + 0.6 * cloud(x * 1.3, 1, z * 1.3)))
  blend(s, [0.34, 0.3, 0.13], 0.5 * step(0.5, 0.75, cloud(x * 0.6 + 8, 4, z * 0.6)))
}

export const bark: Paint = (s, x, y, z) => {
  const chip = noise(x * 38, y * 20, z * 75) * 0.5 + noise(x * 80, y * 20, z * 36) * 0.5
  fill(s, [0.33, 0.2, 0.115], 0.3 + 1.0 * chip)
}

/** Glazed tiles of `size` metres. */
export const tiles =
  (colour: Colour, size: number, mirror = 0.07): Paint =>
  (s, x, y, z, nx, ny) => {
    const u = (Math.abs(nx) > 0.5 ? z : x) / size
    const v = (Math.abs(ny) > 0.5 ? z : y) / size
    const [fu, fv] = [u - Math.floor(u), v - Math.floor(v)]
    const joint = Math.min(Math.min(fu, 1 - fu), Math.min(fv, 1 - fv)) * size
    if (joint < 0.003) fill(s, [0.42, 0.4, 0.37], 0.7 + 0.4 * cloud(x * 9, y * 9, z * 9))
    else
      fill(
        s,
        colour,
        0.9 + 0.12 * noise(Math.floor(u) * 3.3, Math.floor(v) * 5.7, 1) - 0.12 * cloud(x * 3, y * 3, z * 3),
        mirror,
        0.12 + 0.1 * noise(x * 7, y * 7, z * 7),
      )
  }

/** Corrugated cladding. */
export const cladding =
  (colour: Colour): Paint =>
  (s, x, y, z, nx, _ny, nz) => {
    const along = Math.abs(nz) > Math.abs(nx) ? x : z
    const wave = Math.sin(along * 42)
    fill(s, colour, 0.72 + 0.26 * wave - 0.2 * cloud(x * 1.4, y * 0.4, z * 1.4), 0.03, 0.4)
  }

export const glowing =
  (colour: Colour, strength: number): Paint =>
  (s) => {
    fill(s, colour, 1)
    s.glow = strength
  }

export const glass: Paint = (s, x, y, z) => {
  fill(s, [0.02, 0.025, 0.03], 1 + 0.5 * cloud(x * 4, y * 4, z * 4), 0.42, 0.03)
}

/** Spilled liquid: dark and mirroring. */
export const liquid =
  (colour: Colour): Paint =>
  (s, x, y, z) => {
    fill(s, colour, 1, 0.3, 0.015 + 0.03 * noise(x * 12, y * 12, z * 12))
  }

/** A notice: a frame, a symbol made of bars, and lines that read as print from afar. */
export const notice =
  (
    ground: Colour,
    ink: Colour,
    symbol: 'cross' | 'arrow' | 'print' | 'triangle',
    halfX: number,
    halfY: number,
  ): Paint =>
  (s, x, y) => {
    fill(s, ground, 0.95 + 0.05 * noise(x * 30, y * 30, 1), 0.05, 0.25)
    const u = x / halfX
    const v = y / halfY
    let marked = false
    if (symbol === 'cross')
      marked = (Math.abs(u) < 0.2 && Math.abs(v) < 0.62) || (Math.abs(v) < 0.2 && Math.abs(u) < 0.62)
    if (symbol === 'arrow')
      marked =
        (u > -0.7 && u < 0.15 && Math.abs(v) < 0.18) || (u >= 0.15 && u < 0.75 && Math.abs(v) < (0.75 - u) * 0.95)
    if (symbol === 'triangle')
      marked = v > -0.6 && v < 0.7 && Math.abs(u) < (0.7 - v) * 0.55 && !(Math.abs(u) < 0.09 && v < 0.25 && v > -0.42)
    if (symbol === 'print') {
      const row = v * 6
      marked =
        Math.abs(u) < 0.8 &&
        Math.abs(v) < 0.85 &&
        row - Math.floor(row) < 0.4 &&
        noise(Math.floor(u * 24), Math.floor(row), 5) > 0.3
    }
    if (marked) blend(s, ink, 0.95)
  }

/** Puts a burn over another paint, around a local point. */
export const scorched =
  (under: Paint, cx: number, cy: number, radius: number): Paint =>
  (s, x, y, z, nx, ny, nz) => {
    under(s, x, y, z, nx, ny, nz)
    const distance =
      Math.hypot(x - cx, (y - cy) * (y > cy ? 0.55 : 1.2)) / radius + 0.55 * (cloud(x * 30, y * 30, z * 30) - 0.5)
    const burn = 1 - step(0.35, 1.15, distance)
    blend(s, [0.012, 0.01, 0.009], 0.97 * burn)
    s.mirror *= 1 - burn
    if (burn > 0.1 && burn < 0.6) blend(s, [0.28, 0.15, 0.05], 0.35)
  }

/** Puts dirt and food remains over another paint. */
export const soiled =
  (under: Paint, amount: number, colour: Colour = [0.2, 0.12, 0.05]): Paint =>
  (s, x, y, z, nx, ny, nz) => {
    under(s, x, y, z, nx, ny, nz)
    const blot = cloud(x * 9 + 2, y * 9, z * 9) * 0.7 + cloud(x * 34, y * 34, z * 34) * 0.3
    const share = step(0.62 - 0.16 * amount, 0.68 - 0.1 * amount, blot)
    blend(s, colour, 0.85 * share)
    if (share > 0.3) s.rough = 0.6
  }
