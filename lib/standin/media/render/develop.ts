import type { Film, Shot } from './tracer'

/** Smooths light over neighbours that lie on the same surface (an à-trous filter), leaving what is painted sharp. */
function smooth(film: Film, buffer: Float32Array, rounds: number): Float32Array {
  const { width, height, normal, depth } = film
  let from = buffer
  for (let round = 0; round < rounds; round += 1) {
    const stride = 1 << round
    const to = new Float32Array(from.length)
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const here = y * width + x
        const nx = normal[here * 3] ?? 0
        const ny = normal[here * 3 + 1] ?? 0
        const nz = normal[here * 3 + 2] ?? 0
        const far = depth[here] ?? 0
        const own = (from[here * 3] ?? 0) + (from[here * 3 + 1] ?? 0) + (from[here * 3 + 2] ?? 0)
        let [r, g, b, weight] = [0, 0, 0, 0]
        for (let v = -2; v <= 2; v += 1) {
          const row = y + v * stride
          if (row < 0 || row >= height) continue
          for (let u = -2; u <= 2; u += 1) {
            const column = x + u * stride
            if (column < 0 || column >= width) continue
            const there = row * width + column
            const alike = Math.max(
              0,
              nx * (normal[there * 3] ?? 0) + ny * (normal[there * 3 + 1] ?? 0) + nz * (normal[there * 3 + 2] ?? 0),
            )
            const gap = Math.abs(far - (depth[there] ?? 0)) / (far * 0.02 * stride + 1e-3)
            const tone =
              Math.abs(own - (from[there * 3] ?? 0) - (from[there * 3 + 1] ?? 0) - (from[there * 3 + 2] ?? 0)) /
              (own * 0.7 + 0.25)
            const alike4 = alike * alike * alike * alike
            const w =
              (there === here ? 1.05 : alike4 * alike4) *
                Math.exp(-gap - (round > 0 ? tone * (1 + round) : 0)) *
                (3 - Math.abs(u)) *
                (3 - Math.abs(v)) +
              1e-9
            r += (from[there * 3] ?? 0) * w
            g += (from[there * 3 + 1] ?? 0) * w
            b += (from[there * 3 + 2] ?? 0) * w
            weight += w
          }
        }
        to[here * 3] = r / weight
        to[here * 3 + 1] = g / weight
        to[here * 3 + 2] = b / weight
      }
    }
    from = to
  }
  return from
}

const curve = (x: number) =>
  Math.min(1, Math.max(0, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14))) ** (1 / 2.2)

let state = 99
const grain = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  const one = state / 4294967296
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return one + state / 4294967296 - 1
}

/** Turns a film into the pixels of a phone's picture: light put together, enlarged, with cast, dark corners and grain. */
export function develop(film: Film, shot: Shot, enlarge: number): { width: number; height: number; pixels: Buffer } {
  const light = smooth(film, film.light, 4)
  const mirrored = smooth(film, film.mirrored, 2)
  const linear = new Float32Array(light.length)
  for (let at = 0; at < linear.length; at += 1) {
    const cast = shot.cast[at % 3] ?? 1
    linear[at] = ((film.colour[at] ?? 0) * (light[at] ?? 0) + (mirrored[at] ?? 0)) * shot.exposure * cast
  }
  meter(linear)
  const bloomed = bloom(linear, film.width, film.height)
  const width = Math.round(film.width * enlarge)
  const height = Math.round(film.height * enlarge)
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromCentre = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2
      const shade = 1 - 0.34 * fromCentre
      const speck = grain()
      for (let c = 0; c < 3; c += 1) {
        // Red and blue are drawn very slightly larger and smaller: the fringe of a cheap lens.
        const fringe = 1 + (c - 1) * 0.0007
        const value = curve(
          sample(
            bloomed,
            film.width,
            film.height,
            ((x / width - 0.5) * fringe + 0.5) * film.width,
            ((y / height - 0.5) * fringe + 0.5) * film.height,
            c,
          ) * shade,
        )
        const noisy = value * 255 + (speck * 3.1 + grain() * 2.3) * (1.25 - value * 0.7)
        pixels[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, Math.round(noisy)))
      }
    }
  }
  return { width, height, pixels }
}

function sample(buffer: Float32Array, width: number, height: number, x: number, y: number, c: number): number {
  const px = Math.max(0, Math.min(width - 1.001, x - 0.5))
  const py = Math.max(0, Math.min(height - 1.001, y - 0.5))
  const ix = Math.floor(px)
  const iy = Math.floor(py)
  const u = px - ix
  const v = py - iy
  const at = (iy * width + ix) * 3 + c
  const below = at + width * 3
  return (
    ((buffer[at] ?? 0) * (1 - u) + (buffer[at + 3] ?? 0) * u) * (1 - v) +
    ((buffer[below] ?? 0) * (1 - u) + (buffer[below + 3] ?? 0) * u) * v
  )
}

/** Exposes as a phone does: the mean of the picture becomes a middle grey, bright spots count little. */
function meter(linear: Float32Array): void {
  let sum = 0
  for (const value of linear) sum += Math.min(value, 1.2)
  const gain = (0.225 * linear.length) / sum
  for (let at = 0; at < linear.length; at += 3) {
    const [r, g, b] = [linear[at] ?? 0, linear[at + 1] ?? 0, linear[at + 2] ?? 0]
    const grey = 0.3 * r + 0.6 * g + 0.1 * b
    // Phones also make colours a little stronger than they are.
    linear[at] = Math.max(0, grey + (r - grey) * 1.18) * gain
    linear[at + 1] = Math.max(0, grey + (g - grey) * 1.18) * gain
    linear[at + 2] = Math.max(0, grey + (b - grey) * 1.18) * gain
  }
}

/** Bright things glow a little over their edges. */
function bloom(buffer: Float32Array, width: number, height: number): Float32Array {
  const step = 8
  const [w, h] = [Math.ceil(width / step), Math.ceil(height / step)]
  let small = new Float32Array(w * h * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let c = 0; c < 3; c += 1) {
        const to = (Math.floor(y / step) * w + Math.floor(x / step)) * 3 + c
        small[to] =
          (small[to] ?? 0) + Math.max(0, Math.min(8, buffer[(y * width + x) * 3 + c] ?? 0) - 0.9) / (step * step)
      }
    }
  }
  for (let round = 0; round < 3; round += 1) {
    const next = new Float32Array(small.length)
    for (let y = 0; y < h; y += 1) {
      for (let x = 0; x < w; x += 1) {
        for (let c = 0; c < 3; c += 1) {
          let sum = 0
          for (let v = -1; v <= 1; v += 1) {
            for (let u = -1; u <= 1; u += 1) {
              sum += small[(Math.max(0, Math.min(h - 1, y + v)) * w + Math.max(0, Math.min(w - 1, x + u))) * 3 + c] ?? 0
            }
          }
          next[(y * w + x) * 3 + c] = sum / 9
        }
      }
    }
    small = next
  }
  const out = new Float32Array(buffer.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let c = 0; c < 3; c += 1) {
        const at = (y * width + x) * 3 + c
        out[at] = (buffer[at] ?? 0) + 0.28 * sample(small, w, h, (x + 0.5) / step, (y + 0.5) / step, c)
      }
    }
  }
  return out
}
