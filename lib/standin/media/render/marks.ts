/**
 * Draws signatures and sketches, as SVG, for ImageMagick to turn into PNG.
 *   node --import tsx lib/standin/media/render/marks.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Random } from '../../random'

type Point = readonly [number, number]

/** A smooth curve through points, sampled finely (Catmull-Rom). */
function curve(points: readonly Point[]): Point[] {
  const found: Point[] = []
  for (let at = 0; at < points.length - 1; at += 1) {
    const [p0, p1, p2, p3] = [
      points[at - 1] ?? points[at],
      points[at],
      points[at + 1],
      points[at + 2] ?? points[at + 1],
    ]
    if (!p0 || !p1 || !p2 || !p3) continue
    for (let step = 0; step < 14; step += 1) {
      const t = step / 14
      const mixAxis = (axis: 0 | 1) =>
        0.5 *
        (2 * p1[axis] +
          (p2[axis] - p0[axis]) * t +
          (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t * t +
          (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t ** 3)
      found.push([mixAxis(0), mixAxis(1)])
    }
  }
  return found
}

/** Ink whose width falls with the speed of the pen. */
function ink(points: readonly Point[], colour: string, width: number): string {
  const line = curve(points)
  return line
    .slice(1)
    .map((to, at) => {
      const from = line[at] ?? to
      const speed = Math.hypot(to[0] - from[0], to[1] - from[1])
      const wide = Math.max(width * 0.45, width * 1.35 - speed * 0.22)
      return `<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" stroke="${colour}" stroke-width="${wide.toFixed(2)}" stroke-linecap="round"/>`
    })
    .join('')
}

/** A signature: a tall first letter, a run of small loops that flattens, a stroke under it. */
function drawSignature(number: number): string {
  const random = new Random(number, 0x516)
  const points: Point[] = [
    [70, 150],
    [95, 60 + random.next() * 20],
    [120, 40],
    [112, 120],
    [90, 185],
    [125, 170],
  ]
  let x = 140
  const letters = random.integer(6, 9)
  for (let at = 0; at < letters; at += 1) {
    const tall = random.chance(0.28) ? 62 : 22
    const wide = 20 + random.next() * 16
    const flat = 1 - (at / letters) * 0.55
    points.push(
      [x, 158 + random.next() * 6],
      [x + wide * 0.55, 158 - tall * flat],
      [x + wide * 0.35, 150 - tall * flat * 0.7],
      [x + wide, 160],
    )
    x += wide + 6
  }
  points.push([x + 40, 150], [x + 95, 138])
  const under: Point[] = [
    [120, 200 + random.next() * 8],
    [240, 192],
    [x + 60, 186 + random.next() * 14],
  ]
  const colour = ['#16245c', '#111111', '#1d2f6f'][number % 3] ?? '#111111'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="260"><rect width="640" height="260" fill="#ffffff"/>${ink(points, colour, 4.2)}${number % 2 === 0 ? ink(under, colour, 3.4) : ''}</svg>`
}

/** A hand's wobble on straight lines. */
function wobble(points: readonly Point[], seed: number): Point[] {
  const random = new Random(seed, 0x3b)
  return points.map(([x, y]) => [x + random.next() * 5 - 2.5, y + random.next() * 5 - 2.5] as const)
}

function ring(x: number, y: number, rx: number, ry: number, seed: number): Point[] {
  return wobble(
    Array.from({ length: 15 }, (_, at) => [x + Math.cos(at * 0.46) * rx, y + Math.sin(at * 0.46) * ry] as const),
    seed,
  )
}

/** A van from the side with the damage marked in red. */
function drawVan(): string {
  const grey = '#3a3f47'
  const body: Point[] = [
    [90, 380],
    [90, 170],
    [110, 140],
    [480, 138],
    [560, 150],
    [640, 250],
    [720, 280],
    [735, 330],
    [730, 382],
  ]
  const parts = [
    ink(wobble(body, 1), grey, 4),
    ink(
      wobble(
        [
          [90, 380],
          [190, 382],
        ],
        2,
      ),
      grey,
      4,
    ),
    ink(
      wobble(
        [
          [300, 382],
          [540, 383],
        ],
        3,
      ),
      grey,
      4,
    ),
    ink(
      wobble(
        [
          [650, 382],
          [730, 382],
        ],
        4,
      ),
      grey,
      4,
    ),
    ink(ring(245, 385, 52, 52, 5), grey, 4),
    ink(ring(595, 385, 52, 52, 6), grey, 4),
    ink(ring(245, 385, 24, 24, 7), grey, 3),
    ink(ring(595, 385, 24, 24, 8), grey, 3),
    ink(
      wobble(
        [
          [490, 165],
          [545, 170],
          [605, 248],
          [490, 250],
          [490, 165],
        ],
        9,
      ),
      grey,
      3,
    ),
    ink(
      wobble(
        [
          [470, 150],
          [470, 372],
        ],
        10,
      ),
      grey,
      3,
    ),
    ink(
      wobble(
        [
          [290, 150],
          [290, 330],
        ],
        11,
      ),
      grey,
      3,
    ),
    ink(ring(385, 290, 66, 42, 12), '#d01f2e', 6),
    ink(
      wobble(
        [
          [560, 80],
          [500, 170],
          [446, 262],
        ],
        13,
      ),
      '#d01f2e',
      6,
    ),
    ink(
      wobble(
        [
          [452, 225],
          [444, 264],
          [478, 246],
        ],
        14,
      ),
      '#d01f2e',
      6,
    ),
    ink(
      wobble(
        [
          [345, 285],
          [370, 300],
          [395, 280],
          [425, 298],
        ],
        15,
      ),
      '#d01f2e',
      5,
    ),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="820" height="500"><rect width="820" height="500" fill="#fdfdfb"/>${parts.join('')}</svg>`
}

/** A scaffold in front of a wall, with the missing rail marked. */
function drawScaffold(): string {
  const blue = '#1f3f8f'
  const parts: string[] = []
  for (let x = 120; x <= 700; x += 145)
    parts.push(
      ink(
        wobble(
          [
            [x, 60],
            [x, 260],
            [x, 460],
          ],
          x,
        ),
        blue,
        4,
      ),
    )
  for (const y of [150, 270, 390])
    parts.push(
      ink(
        wobble(
          [
            [100, y],
            [400, y],
            [720, y],
          ],
          y,
        ),
        blue,
        4,
      ),
    )
  for (const [at, y] of [110, 230, 350].entries())
    parts.push(
      ink(
        wobble(
          at === 1
            ? [
                [100, y],
                [260, y],
              ]
            : [
                [100, y],
                [400, y],
                [720, y],
              ],
          y + 1,
        ),
        blue,
        3,
      ),
    )
  parts.push(
    ink(
      wobble(
        [
          [120, 460],
          [265, 390],
          [410, 270],
          [555, 150],
        ],
        91,
      ),
      blue,
      3,
    ),
    ink(
      wobble(
        [
          [60, 465],
          [400, 468],
          [770, 462],
        ],
        92,
      ),
      '#555555',
      4,
    ),
  )
  parts.push(
    ink(ring(480, 228, 190, 34, 93), '#d01f2e', 6),
    ink(
      wobble(
        [
          [660, 60],
          [640, 130],
          [610, 190],
        ],
        94,
      ),
      '#d01f2e',
      6,
    ),
    ink(
      wobble(
        [
          [604, 160],
          [608, 194],
          [638, 176],
        ],
        95,
      ),
      '#d01f2e',
      6,
    ),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="820" height="500"><rect width="820" height="500" fill="#fdfdfb"/>${parts.join('')}</svg>`
}

const scratch = mkdtempSync(path.join(os.tmpdir(), 'marks-'))
const folder = path.join(import.meta.dirname, '..', 'files')
for (const [name, svg] of Object.entries({
  'signature-1': drawSignature(1),
  'signature-2': drawSignature(2),
  'signature-3': drawSignature(6),
  'drawing-1': drawVan(),
  'drawing-2': drawScaffold(),
})) {
  const source = path.join(scratch, `${name}.svg`)
  writeFileSync(source, svg)
  execFileSync('convert', [
    source,
    '-colors',
    '64',
    '-depth',
    '8',
    '-strip',
    `PNG8:${path.join(folder, `${name}.png`)}`,
  ])
}
rmSync(scratch, { recursive: true, force: true })
