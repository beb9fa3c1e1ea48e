/**
 * Renders the demo's media. Run by hand when a scene changes, never by a build: the results are committed.
 *   nice node --import tsx lib/standin/media/render/main.ts [--draft] [name …]
 * Needs ImageMagick (convert), ffmpeg and heif-enc.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { develop } from './develop'
import { boxes, extinguisher, floor, forklift, racking, vanScene } from './scenes-depot'
import { exit, firstaid, fridge, kitchen, panel, playground, scaffold, yard } from './scenes-places'
import { render, type Shot } from './tracer'

const scenes: Record<string, [draw: (variant: number) => Shot, variants: number]> = {
  racking: [racking, 3],
  extinguisher: [extinguisher, 3],
  forklift: [forklift, 3],
  kitchen: [kitchen, 3],
  scaffold: [scaffold, 3],
  van: [vanScene, 3],
  playground: [playground, 3],
  floor: [floor, 3],
  firstaid: [firstaid, 2],
  panel: [panel, 2],
  fridge: [fridge, 2],
  exit: [exit, 2],
  boxes: [boxes, 2],
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const draft = process.argv.includes('--draft')
const folder = draft ? path.join(os.tmpdir(), 'drafts') : path.join(import.meta.dirname, '..', 'files')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'render-'))
execFileSync('mkdir', ['-p', folder])

function shoot(shot: Shot, width: number, height: number, samples: number, enlarge: number, name: string): string {
  const picture = develop(render(shot, width, height, samples), shot, enlarge)
  const file = path.join(scratch, `${name}.ppm`)
  writeFileSync(file, Buffer.concat([Buffer.from(`P6\n${picture.width} ${picture.height}\n255\n`), picture.pixels]))
  return file
}

for (const [name, [draw, variants]] of Object.entries(scenes)) {
  for (let variant = 1; variant <= variants; variant += 1) {
    const title = `${name}-${variant}`
    if (wanted.length > 0 && !wanted.includes(name) && !wanted.includes(title)) continue
    const started = process.cpuUsage()
    const file = draft ? shoot(draw(variant), 320, 240, 3, 1.5, title) : shoot(draw(variant), 800, 600, 4, 1.5, title)
    // The missing extinguisher is stored on its side: its EXIF orientation, added when it is served, sets it upright.
    const turned = name === 'extinguisher' && variant === 3 && !draft ? ['-rotate', '-90'] : []
    execFileSync('convert', [
      file,
      ...turned,
      '-unsharp',
      '0x1+0.6+0.01',
      '-sampling-factor',
      '4:2:0',
      '-quality',
      '76',
      path.join(folder, `${title}.jpg`),
    ])
    process.stdout.write(`${title} ${(process.cpuUsage(started).user / 1e6).toFixed(1)} s\n`)
  }
}

if (wanted.length === 0 || wanted.includes('video')) {
  const wide = draft ? shoot(yard(), 800, 180, 2, 1, 'yard') : shoot(yard(), 2400, 540, 4, 1, 'yard')
  const [w, h, width] = draft ? [300, 168, 800] : [800, 450, 2400]
  const across = `(${width - w})*(0.5-0.5*cos(PI*t/9))+6*sin(t*2.1)`
  execFileSync('ffmpeg', [
    '-hide_banner',
    '-loglevel',
    'error',
    '-y',
    '-loop',
    '1',
    '-framerate',
    '24',
    '-t',
    '9',
    '-i',
    wide,
    '-vf',
    `crop=${w}:${h}:x='max(0,min(${width - w},${across}))':y='(ih-${h})/2+14*sin(t*1.3)+3*sin(t*5)',scale=640:360,format=yuv420p`,
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '44',
    '-g',
    '12',
    '-deadline',
    'good',
    '-cpu-used',
    '4',
    '-movflags',
    '+faststart',
    path.join(folder, 'walkthrough.mp4'),
  ])
}
if (!draft && (wanted.length === 0 || wanted.includes('heic'))) {
  // The same picture as one of the JPEGs, so that a viewer's conversion can be compared.
  execFileSync('convert', [path.join(folder, 'racking-2.jpg'), path.join(scratch, 'heic.png')])
  execFileSync('heif-enc', ['-q', '48', path.join(scratch, 'heic.png'), '-o', path.join(folder, 'site.heic')])
}
rmSync(scratch, { recursive: true, force: true })
