import type { Paint } from './paints'

/** A box, a cylinder or cone, or a sphere, turned and moved. Numbers are metres. */
export class Solid {
  // Rows of the rotation from world to local.
  a = 1
  b = 0
  c = 0
  d = 0
  e = 1
  f = 0
  g = 0
  h = 0
  i = 1
  minX = 0
  minY = 0
  minZ = 0
  maxX = 0
  maxY = 0
  maxZ = 0
  constructor(
    /** 0 box, 1 cylinder along y, 2 sphere. */
    readonly kind: 0 | 1 | 2,
    readonly px: number,
    readonly py: number,
    readonly pz: number,
    /** Half extents; for a cylinder: bottom radius, half height, top radius; for a sphere: its radius. */
    readonly sx: number,
    readonly sy: number,
    readonly sz: number,
    readonly paint: Paint,
    /** Width of the rounded look at the edges of a box. */
    readonly bevel: number,
  ) {}
}

/** What a ray met. One object for the whole program: the tracer reads it before it sends the next ray. */
export const hit = { t: 0, solid: null as Solid | null, x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0 }

class Node {
  left: Node | null = null
  right: Node | null = null
  solids: Solid[] = []
  minX = Infinity
  minY = Infinity
  minZ = Infinity
  maxX = -Infinity
  maxY = -Infinity
  maxZ = -Infinity
}

function turn(solid: Solid, rx: number, ry: number, rz: number): void {
  const [cx, sx, cy, sy, cz, sz] = [Math.cos(rx), Math.sin(rx), Math.cos(ry), Math.sin(ry), Math.cos(rz), Math.sin(rz)]
  // Local to world is Ry * Rx * Rz; its rows transposed lead back.
  const m00 = cy * cz + sy * sx * sz
  const m01 = -cy * sz + sy * sx * cz
  const m02 = sy * cx
  const m10 = cx * sz
  const m11 = cx * cz
  const m12 = -sx
  const m20 = -sy * cz + cy * sx * sz
  const m21 = sy * sz + cy * sx * cz
  const m22 = cy * cx
  Object.assign(solid, { a: m00, b: m10, c: m20, d: m01, e: m11, f: m21, g: m02, h: m12, i: m22 })
}

function bound(solid: Solid): void {
  const hx = solid.kind === 1 ? Math.max(solid.sx, solid.sz) : solid.sx
  const hy = solid.kind === 2 ? solid.sx : solid.sy
  const hz = solid.kind === 1 ? hx : solid.kind === 2 ? solid.sx : solid.sz
  const ex = Math.abs(solid.a) * hx + Math.abs(solid.d) * hy + Math.abs(solid.g) * hz
  const ey = Math.abs(solid.b) * hx + Math.abs(solid.e) * hy + Math.abs(solid.h) * hz
  const ez = Math.abs(solid.c) * hx + Math.abs(solid.f) * hy + Math.abs(solid.i) * hz
  solid.minX = solid.px - ex
  solid.maxX = solid.px + ex
  solid.minY = solid.py - ey
  solid.maxY = solid.py + ey
  solid.minZ = solid.pz - ez
  solid.maxZ = solid.pz + ez
}

export interface Turned {
  rx?: number
  ry?: number
  rz?: number
  bevel?: number
}

/** The things of a scene, and the tree that finds what a ray meets. */
export class World {
  readonly solids: Solid[] = []
  #root: Node | null = null

  #add(solid: Solid, { rx = 0, ry = 0, rz = 0 }: Turned): void {
    turn(solid, rx, ry, rz)
    bound(solid)
    this.solids.push(solid)
  }

  /** A box by its centre and full size. */
  box(
    x: number,
    y: number,
    z: number,
    width: number,
    height: number,
    depth: number,
    paint: Paint,
    how: Turned = {},
  ): void {
    const bevel = how.bevel ?? Math.min(0.006, Math.min(width, height, depth) * 0.2)
    this.#add(new Solid(0, x, y, z, width / 2, height / 2, depth / 2, paint, bevel), how)
  }

  /** A cylinder or cone by its centre. */
  cylinder(
    x: number,
    y: number,
    z: number,
    radius: number,
    height: number,
    paint: Paint,
    how: Turned & { top?: number } = {},
  ): void {
    this.#add(new Solid(1, x, y, z, radius, height / 2, how.top ?? radius, paint, 0), how)
  }

  sphere(x: number, y: number, z: number, radius: number, paint: Paint): void {
    this.#add(new Solid(2, x, y, z, radius, radius, radius, paint, 0), {})
  }

  /** A round bar between two points. */
  bar(x1: number, y1: number, z1: number, x2: number, y2: number, z2: number, radius: number, paint: Paint): void {
    const [dx, dy, dz] = [x2 - x1, y2 - y1, z2 - z1]
    const length = Math.hypot(dx, dy, dz)
    const ry = Math.atan2(dx, dz)
    const rx = Math.acos(dy / length)
    this.cylinder((x1 + x2) / 2, (y1 + y2) / 2, (z1 + z2) / 2, radius, length, paint, { rx, ry })
  }

  /** A bent hose or cable through points. */
  hose(points: ReadonlyArray<readonly [number, number, number]>, radius: number, paint: Paint): void {
    for (let at = 1; at < points.length; at += 1) {
      const from = points[at - 1]
      const to = points[at]
      if (!from || !to) continue
      this.bar(...from, ...to, radius, paint)
      this.sphere(...to, radius, paint)
    }
  }

  seal(): void {
    this.#root = build(this.solids)
  }

  /** Nearest meeting within `limit`; fills `hit`. */
  meet(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number): boolean {
    hit.t = limit
    hit.solid = null
    if (this.#root) visit(this.#root, ox, oy, oz, dx, dy, dz, 1 / dx, 1 / dy, 1 / dz)
    return hit.solid !== null
  }
}

function build(solids: Solid[]): Node {
  const node = new Node()
  for (const solid of solids) {
    node.minX = Math.min(node.minX, solid.minX)
    node.minY = Math.min(node.minY, solid.minY)
    node.minZ = Math.min(node.minZ, solid.minZ)
    node.maxX = Math.max(node.maxX, solid.maxX)
    node.maxY = Math.max(node.maxY, solid.maxY)
    node.maxZ = Math.max(node.maxZ, solid.maxZ)
  }
  if (solids.length <= 3) {
    node.solids = solids
    return node
  }
  // Huge things (floors, walls) stay at the top, else every box around them is huge too.
  const width = node.maxX - node.minX + node.maxY - node.minY + node.maxZ - node.minZ
  const size = (solid: Solid) => solid.maxX - solid.minX + solid.maxY - solid.minY + solid.maxZ - solid.minZ
  const huge = solids.filter((solid) => size(solid) > width * 0.5)
  const rest = solids.filter((solid) => size(solid) <= width * 0.5)
  if (huge.length > 0) {
    node.solids = huge
    if (rest.length > 0) node.left = build(rest)
    return node
  }
  const [wx, wy, wz] = [node.maxX - node.minX, node.maxY - node.minY, node.maxZ - node.minZ]
  const key = wx >= wy && wx >= wz ? (s: Solid) => s.px : wy >= wz ? (s: Solid) => s.py : (s: Solid) => s.pz
  const sorted = [...solids].sort((p, q) => key(p) - key(q))
  const half = sorted.length >> 1
  node.left = build(sorted.slice(0, half))
  node.right = build(sorted.slice(half))
  return node
}

function visit(
  node: Node,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  ix: number,
  iy: number,
  iz: number,
): void {
  let t0 = (node.minX - ox) * ix
  let t1 = (node.maxX - ox) * ix
  let near = Math.min(t0, t1)
  let far = Math.max(t0, t1)
  t0 = (node.minY - oy) * iy
  t1 = (node.maxY - oy) * iy
  near = Math.max(near, Math.min(t0, t1))
  far = Math.min(far, Math.max(t0, t1))
  t0 = (node.minZ - oz) * iz
  t1 = (node.maxZ - oz) * iz
  near = Math.max(near, Math.min(t0, t1))
  far = Math.min(far, Math.max(t0, t1))
  if (far < near || far < 0 || near > hit.t) return
  for (const solid of node.solids) meetSolid(solid, ox, oy, oz, dx, dy, dz)
  if (node.left) visit(node.left, ox, oy, oz, dx, dy, dz, ix, iy, iz)
  if (node.right) visit(node.right, ox, oy, oz, dx, dy, dz, ix, iy, iz)
}

const least = 1e-4

function meetSolid(s: Solid, wox: number, woy: number, woz: number, wdx: number, wdy: number, wdz: number): void {
  const rx = wox - s.px
  const ry = woy - s.py
  const rz = woz - s.pz
  const ox = s.a * rx + s.b * ry + s.c * rz
  const oy = s.d * rx + s.e * ry + s.f * rz
  const oz = s.g * rx + s.h * ry + s.i * rz
  const dx = s.a * wdx + s.b * wdy + s.c * wdz
  const dy = s.d * wdx + s.e * wdy + s.f * wdz
  const dz = s.g * wdx + s.h * wdy + s.i * wdz
  if (s.kind === 0) meetBox(s, ox, oy, oz, dx, dy, dz)
  else if (s.kind === 1) meetCylinder(s, ox, oy, oz, dx, dy, dz)
  else meetSphere(s, ox, oy, oz, dx, dy, dz)
}

function keep(s: Solid, t: number, x: number, y: number, z: number, nx: number, ny: number, nz: number): void {
  hit.t = t
  hit.solid = s
  hit.x = x
  hit.y = y
  hit.z = z
  hit.nx = nx
  hit.ny = ny
  hit.nz = nz
}

function meetBox(s: Solid, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
  const ix = 1 / dx
  const iy = 1 / dy
  const iz = 1 / dz
  const nearX = -ox * ix - s.sx * Math.abs(ix)
  const nearY = -oy * iy - s.sy * Math.abs(iy)
  const nearZ = -oz * iz - s.sz * Math.abs(iz)
  const near = Math.max(nearX, nearY, nearZ)
  const far = Math.min(-ox * ix + s.sx * Math.abs(ix), -oy * iy + s.sy * Math.abs(iy), -oz * iz + s.sz * Math.abs(iz))
  if (far < near || near < least || near >= hit.t) return
  const nx = near === nearX ? -Math.sign(dx) : 0
  const ny = nx === 0 && near === nearY ? -Math.sign(dy) : 0
  const nz = nx === 0 && ny === 0 ? -Math.sign(dz) : 0
  keep(s, near, ox + dx * near, oy + dy * near, oz + dz * near, nx, ny, nz)
}

function meetSphere(s: Solid, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
  const b = ox * dx + oy * dy + oz * dz
  const c = ox * ox + oy * oy + oz * oz - s.sx * s.sx
  const root = b * b - c
  if (root < 0) return
  const t = -b - Math.sqrt(root)
  if (t < least || t >= hit.t) return
  const x = ox + dx * t
  const y = oy + dy * t
  const z = oz + dz * t
  keep(s, t, x, y, z, x / s.sx, y / s.sx, z / s.sx)
}

function meetCylinder(s: Solid, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
  const mid = (s.sx + s.sz) / 2
  const slope = (s.sz - s.sx) / (2 * s.sy)
  const ro = mid + slope * oy
  const rd = slope * dy
  const a = dx * dx + dz * dz - rd * rd
  const b = ox * dx + oz * dz - ro * rd
  const c = ox * ox + oz * oz - ro * ro
  const root = b * b - a * c
  if (root >= 0 && Math.abs(a) > 1e-12) {
    const t = (-b - Math.sqrt(root)) / a
    const y = oy + dy * t
    if (t >= least && t < hit.t && Math.abs(y) <= s.sy) {
      const x = ox + dx * t
      const z = oz + dz * t
      const radius = Math.hypot(x, z) || 1
      const scale = 1 / Math.hypot(1, slope)
      keep(s, t, x, y, z, (x / radius) * scale, -slope * scale, (z / radius) * scale)
    }
  }
  if (Math.abs(dy) < 1e-9) return
  const side = dy > 0 ? -1 : 1
  const t = (side * s.sy - oy) / dy
  if (t < least || t >= hit.t) return
  const x = ox + dx * t
  const z = oz + dz * t
  const cap = side < 0 ? s.sx : s.sz
  if (x * x + z * z <= cap * cap) keep(s, t, x, side * s.sy, z, 0, side, 0)
}
