import { hit, type World } from './geometry'
import type { Colour, Surface } from './paints'

/** A rectangle that shines: ceiling lights, windows. `u` and `v` are its half sides. */
export interface Lamp {
  at: Colour
  u: Colour
  v: Colour
  colour: Colour
}

export interface Shot {
  world: World
  eye: Colour
  target: Colour
  /** Vertical angle of view in degrees. */
  angle: number
  /** Lean of the camera in degrees. */
  lean: number
  /** Radius of the lens in metres, and what it is focused on. */
  lens: number
  focus: number
  sun: { direction: Colour; colour: Colour; size: number } | null
  lamps: readonly Lamp[]
  /** Light from everywhere: above and below the horizon. */
  sky: (x: number, y: number, z: number, out: number[]) => void
  /** Light that no ray finds: the many bounces left out. */
  ambient: Colour
  exposure: number
  cast: Colour
  /** Angle that a panorama sweeps, radians; absent = a plain picture. */
  sweep?: number
}

/** What one render gives: light and colour apart, so that light can be smoothed without blurring what is painted. */
export interface Film {
  width: number
  height: number
  light: Float32Array
  mirrored: Float32Array
  colour: Float32Array
  normal: Float32Array
  depth: Float32Array
}

let seed = 1
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), seed | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const surface: Surface = { r: 0, g: 0, b: 0, mirror: 0, rough: 0, glow: 0, metal: false }
const light = { r: 0, g: 0, b: 0 }
const point = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0 }
const skyOut = [0, 0, 0]

/** Takes the met point out of `hit`, paints it and rounds the edges of boxes. */
function settle(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
  const solid = hit.solid
  if (!solid) return false
  let { nx, ny, nz } = hit
  solid.paint(surface, hit.x, hit.y, hit.z, nx, ny, nz)
  if (solid.kind === 0 && solid.bevel > 0) {
    const ex = Math.max(0, Math.abs(hit.x) - solid.sx + solid.bevel) / solid.bevel
    const ey = Math.max(0, Math.abs(hit.y) - solid.sy + solid.bevel) / solid.bevel
    const ez = Math.max(0, Math.abs(hit.z) - solid.sz + solid.bevel) / solid.bevel
    nx += Math.sign(hit.x) * ex * ex * (nx === 0 ? 0.7 : 0)
    ny += Math.sign(hit.y) * ey * ey * (ny === 0 ? 0.7 : 0)
    nz += Math.sign(hit.z) * ez * ez * (nz === 0 ? 0.7 : 0)
  }
  let wx = solid.a * nx + solid.d * ny + solid.g * nz
  let wy = solid.b * nx + solid.e * ny + solid.h * nz
  let wz = solid.c * nx + solid.f * ny + solid.i * nz
  const length = Math.hypot(wx, wy, wz)
  wx /= length
  wy /= length
  wz /= length
  if (wx * dx + wy * dy + wz * dz > 0) {
    const turned = wx * dx + wy * dy + wz * dz
    wx -= 1.02 * turned * dx
    wy -= 1.02 * turned * dy
    wz -= 1.02 * turned * dz
  }
  point.x = ox + dx * hit.t + wx * 2e-4
  point.y = oy + dy * hit.t + wy * 2e-4
  point.z = oz + dz * hit.t + wz * 2e-4
  point.nx = wx
  point.ny = wy
  point.nz = wz
  return true
}

/** Light that falls on the point straight from the sun or from one lamp, chosen by chance. */
function direct(shot: Shot, x: number, y: number, z: number, nx: number, ny: number, nz: number): void {
  light.r = 0
  light.g = 0
  light.b = 0
  const choices = shot.lamps.length + (shot.sun ? 1 : 0)
  if (choices === 0) return
  const chosen = Math.floor(random() * choices)
  const lamp = shot.lamps[chosen]
  if (!lamp) {
    if (!shot.sun) return
    const { direction, colour, size } = shot.sun
    const dx = direction[0] + (random() - 0.5) * size
    const dy = direction[1] + (random() - 0.5) * size
    const dz = direction[2] + (random() - 0.5) * size
    const length = Math.hypot(dx, dy, dz)
    const facing = (dx * nx + dy * ny + dz * nz) / length
    if (facing <= 0 || shot.world.meet(x, y, z, dx / length, dy / length, dz / length, 1e4)) return
    light.r = colour[0] * facing * choices
    light.g = colour[1] * facing * choices
    light.b = colour[2] * facing * choices
    return
  }
  const s = random() * 2 - 1
  const t = random() * 2 - 1
  let dx = lamp.at[0] + lamp.u[0] * s + lamp.v[0] * t - x
  let dy = lamp.at[1] + lamp.u[1] * s + lamp.v[1] * t - y
  let dz = lamp.at[2] + lamp.u[2] * s + lamp.v[2] * t - z
  const square = dx * dx + dy * dy + dz * dz
  const distance = Math.sqrt(square)
  dx /= distance
  dy /= distance
  dz /= distance
  const facing = dx * nx + dy * ny + dz * nz
  if (facing <= 0 || shot.world.meet(x, y, z, dx, dy, dz, distance - 0.02)) return
  const lx = lamp.u[1] * lamp.v[2] - lamp.u[2] * lamp.v[1]
  const ly = lamp.u[2] * lamp.v[0] - lamp.u[0] * lamp.v[2]
  const lz = lamp.u[0] * lamp.v[1] - lamp.u[1] * lamp.v[0]
  const shining = Math.abs(lx * dx + ly * dy + lz * dz) * 4
  const power = (facing * shining * choices) / (Math.PI * Math.max(square, 0.05))
  light.r = lamp.colour[0] * power
  light.g = lamp.colour[1] * power
  light.b = lamp.colour[2] * power
}

/** What a mirrored or scattered ray brings back: direct light only, and the ambient. Leaves it in `light`. */
function look(shot: Shot, x: number, y: number, z: number, dx: number, dy: number, dz: number, shy: boolean): void {
  if (!shot.world.meet(x, y, z, dx, dy, dz, 1e4) || !settle(x, y, z, dx, dy, dz)) {
    shot.sky(dx, dy, dz, skyOut)
    light.r = skyOut[0] ?? 0
    light.g = skyOut[1] ?? 0
    light.b = skyOut[2] ?? 0
    return
  }
  const { r, g, b, glow } = surface
  if (glow > 0) {
    // Lamps are asked directly; meeting them by chance as well would count them twice.
    const share = shy ? 0.15 : 1
    light.r = r * glow * share
    light.g = g * glow * share
    light.b = b * glow * share
    return
  }
  direct(shot, point.x, point.y, point.z, point.nx, point.ny, point.nz)
  light.r = r * (light.r + shot.ambient[0])
  light.g = g * (light.g + shot.ambient[1])
  light.b = b * (light.b + shot.ambient[2])
}

/** Renders rows [0, height) with `samples` rays through each pixel. */
export function render(shot: Shot, width: number, height: number, samples: number): Film {
  shot.world.seal()
  seed = width * 7919 + height
  const film: Film = {
    width,
    height,
    light: new Float32Array(width * height * 3),
    mirrored: new Float32Array(width * height * 3),
    colour: new Float32Array(width * height * 3),
    normal: new Float32Array(width * height * 3),
    depth: new Float32Array(width * height),
  }
  const forward = unit([shot.target[0] - shot.eye[0], shot.target[1] - shot.eye[1], shot.target[2] - shot.eye[2]])
  const lean = (shot.lean * Math.PI) / 180
  const flat = unit(cross(forward, [0, 1, 0]))
  const upright = cross(flat, forward)
  const right: Colour = [
    flat[0] * Math.cos(lean) + upright[0] * Math.sin(lean),
    flat[1] * Math.cos(lean) + upright[1] * Math.sin(lean),
    flat[2] * Math.cos(lean) + upright[2] * Math.sin(lean),
  ]
  const up = cross(right, forward)
  const scale = Math.tan((shot.angle * Math.PI) / 360)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      for (let sample = 0; sample < samples; sample += 1) {
        const u = (((column + random()) / width) * 2 - 1) * scale * (width / height)
        const v = (1 - ((row + random()) / height) * 2) * scale
        let fx = forward
        let rt = right
        let shift = u
        if (shot.sweep !== undefined) {
          const turn = ((column + random()) / width - 0.5) * shot.sweep
          fx = [
            forward[0] * Math.cos(turn) + right[0] * Math.sin(turn),
            forward[1] * Math.cos(turn) + right[1] * Math.sin(turn),
            forward[2] * Math.cos(turn) + right[2] * Math.sin(turn),
          ]
          rt = [
            right[0] * Math.cos(turn) - forward[0] * Math.sin(turn),
            right[1] * Math.cos(turn) - forward[1] * Math.sin(turn),
            right[2] * Math.cos(turn) - forward[2] * Math.sin(turn),
          ]
          shift = 0
        }
        const angle = random() * Math.PI * 2
        const lens = Math.sqrt(random()) * shot.lens
        const lu = Math.cos(angle) * lens
        const lv = Math.sin(angle) * lens
        const ox = shot.eye[0] + rt[0] * lu + up[0] * lv
        const oy = shot.eye[1] + rt[1] * lu + up[1] * lv
        const oz = shot.eye[2] + rt[2] * lu + up[2] * lv
        let dx = (fx[0] + rt[0] * shift + up[0] * v) * shot.focus - rt[0] * lu - up[0] * lv
        let dy = (fx[1] + rt[1] * shift + up[1] * v) * shot.focus - rt[1] * lu - up[1] * lv
        let dz = (fx[2] + rt[2] * shift + up[2] * v) * shot.focus - rt[2] * lu - up[2] * lv
        const length = Math.hypot(dx, dy, dz)
        dx /= length
        dy /= length
        dz /= length
        expose(shot, film, row * width + column, 1 / samples, ox, oy, oz, dx, dy, dz)
      }
    }
  }
  return film
}

function expose(
  shot: Shot,
  film: Film,
  pixel: number,
  share: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const at = pixel * 3
  if (!shot.world.meet(ox, oy, oz, dx, dy, dz, 1e4)) {
    shot.sky(dx, dy, dz, skyOut)
    add(film.colour, at, skyOut[0] ?? 0, skyOut[1] ?? 0, skyOut[2] ?? 0, share)
    add(film.light, at, 1, 1, 1, share)
    film.depth[pixel] = (film.depth[pixel] ?? 0) + 100 * share
    return
  }
  film.depth[pixel] = (film.depth[pixel] ?? 0) + Math.min(100, hit.t) * share
  settle(ox, oy, oz, dx, dy, dz)
  const { r, g, b, mirror, rough, glow, metal } = surface
  const { x, y, z, nx, ny, nz } = point
  add(film.normal, at, nx, ny, nz, share)
  if (glow > 0) {
    add(film.colour, at, r * glow, g * glow, b * glow, share)
    add(film.light, at, 1, 1, 1, share)
    return
  }
  const facing = Math.max(0, -(dx * nx + dy * ny + dz * nz))
  const fresnel = mirror + (1 - mirror) * (mirror > 0 ? 1 : 0.25) * (1 - facing) ** 5 * (1 - rough * 0.8)
  const keep = metal ? 1 - mirror : 1
  add(film.colour, at, r * keep, g * keep, b * keep, share)
  direct(shot, x, y, z, nx, ny, nz)
  let lr = light.r
  let lg = light.g
  let lb = light.b
  // One scattered ray, more often along the normal, as matt surfaces do.
  const turn = random() * Math.PI * 2
  const height = random() * 2 - 1
  const side = Math.sqrt(1 - height * height)
  let sx = nx + Math.cos(turn) * side
  let sy = ny + height
  let sz = nz + Math.sin(turn) * side
  let length = Math.hypot(sx, sy, sz) || 1
  look(shot, x, y, z, sx / length, sy / length, sz / length, true)
  lr += light.r
  lg += light.g
  lb += light.b
  add(film.light, at, lr, lg, lb, share)
  if (fresnel < 0.015) return
  const bounce = -2 * (dx * nx + dy * ny + dz * nz)
  const spread = rough * rough * 0.9
  sx = dx + nx * bounce + (random() - 0.5) * 2 * spread
  sy = dy + ny * bounce + (random() - 0.5) * 2 * spread
  sz = dz + nz * bounce + (random() - 0.5) * 2 * spread
  length = Math.hypot(sx, sy, sz) || 1
  look(shot, x, y, z, sx / length, sy / length, sz / length, false)
  // A single lucky ray must not leave a white speck.
  add(
    film.mirrored,
    at,
    Math.min(light.r, 6) * fresnel * (metal ? r : 1),
    Math.min(light.g, 6) * fresnel * (metal ? g : 1),
    Math.min(light.b, 6) * fresnel * (metal ? b : 1),
    share,
  )
}

function add(buffer: Float32Array, at: number, r: number, g: number, b: number, share: number): void {
  buffer[at] = (buffer[at] ?? 0) + r * share
  buffer[at + 1] = (buffer[at + 1] ?? 0) + g * share
  buffer[at + 2] = (buffer[at + 2] ?? 0) + b * share
}

export function unit(v: Colour): Colour {
  const length = Math.hypot(v[0], v[1], v[2])
  return [v[0] / length, v[1] / length, v[2] / length]
}

function cross(p: Colour, q: Colour): Colour {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
}
