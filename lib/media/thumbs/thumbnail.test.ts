import { readFileSync, readdirSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { thumbSizes, type ThumbSize } from '@/lib/media/model'
import { sniffFormat } from './format'
import { makeThumbnails, readPictureFacts, sizesToMake } from './thumbnail'

const files = path.join(process.cwd(), 'lib/standin/media/files')
const readFile = (name: string) => readFileSync(path.join(files, name))

async function make(bytes: Uint8Array, size: ThumbSize = 'small'): Promise<Buffer> {
  await readPictureFacts(bytes)
  const thumb = (await makeThumbnails(bytes, [size])).get(size)
  if (thumb === undefined) throw new Error('nothing was made')
  return thumb
}

/** A picture of four quarters: red, green, blue and white, in reading order. */
const [width, height] = [80, 48]
const colors = [
  [220, 20, 20],
  [20, 200, 20],
  [20, 20, 220],
  [250, 250, 250],
] as const

function colorAt(x: number, y: number): readonly [number, number, number] {
  return colors[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? [0, 0, 0]
}

/** The picture in the form that a camera stores with this orientation, by the table of the EXIF standard. */
function storeTurned(orientation: number): Promise<Buffer> {
  // The side of the picture that the first row and the first column show.
  const [row, column] = [
    ['top', 'left'],
    ['top', 'right'],
    ['bottom', 'right'],
    ['bottom', 'left'],
    ['left', 'top'],
    ['right', 'top'],
    ['right', 'bottom'],
    ['left', 'bottom'],
  ][orientation - 1] ?? ['', '']
  const isTurned = orientation > 4
  const [storedWidth, storedHeight] = isTurned ? [height, width] : [width, height]
  const pixels = Buffer.alloc(storedWidth * storedHeight * 3)
  for (let r = 0; r < storedHeight; r += 1)
    for (let c = 0; c < storedWidth; c += 1) {
      const [across, along] = isTurned ? [r, c] : [c, r]
      const [side, end] = isTurned ? [row, column] : [column, row]
      const x = side === 'left' ? across : width - 1 - across
      const y = end === 'top' ? along : height - 1 - along
      pixels.set(colorAt(x, y), (r * storedWidth + c) * 3)
    }
  return sharp(pixels, { raw: { width: storedWidth, height: storedHeight, channels: 3 } })
    .jpeg({ quality: 95 })
    .withMetadata({ orientation })
    .toBuffer()
}

const wrap = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A small PNG that claims to have this size. */
function makeBomb(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = deflateSync(Buffer.alloc(1024 * 1024))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    wrap('IHDR', head),
    wrap('IDAT', line),
    wrap('IEND', Buffer.alloc(0)),
  ])
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>',
)

const frame = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
const base = () => sharp(readFile('boxes-1.jpg')).resize(600)

describe('a thumbnail', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is upright for the EXIF orientation %i', async (orientation) => {
    const thumb = await make(await storeTurned(orientation))
    const { data, info } = await sharp(thumb).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([width, height])
    for (const [x, y] of [
      [8, 6],
      [72, 6],
      [8, 42],
      [72, 42],
    ] as const)
      for (const [channel, value] of colorAt(x, y).entries())
        expect(Math.abs((data[(y * width + x) * 3 + channel] ?? 0) - value), `at ${x},${y}`).toBeLessThan(25)
  })

  it('of every picture of the stand-in is a WebP with the right size and proportions', { tags: ['full'] }, async () => {
    const names = readdirSync(files).filter((name) => /\.(jpg|png)$/.test(name))
    expect(names.length).toBeGreaterThan(30)
    for (const name of names) {
      const bytes = readFile(name)
      const facts = await readPictureFacts(bytes)
      const made = await makeThumbnails(bytes, sizesToMake('small', facts))
      for (const [size, thumb] of made) {
        const { format, width: wide, height: high } = await sharp(thumb).metadata()
        const longest = Math.max(facts.width, facts.height)
        expect([name, format, Math.max(wide, high)]).toEqual([name, 'webp', Math.min(longest, thumbSizes[size])])
        expect(Math.abs(wide / high - facts.width / facts.height), name).toBeLessThan(0.03)
      }
    }
  })

  it('is never larger than the picture', async () => {
    const tiny = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const made = await makeThumbnails(tiny, ['small', 'medium', 'large'])
    for (const thumb of made.values()) expect(await sharp(thumb).metadata()).toMatchObject({ width: 30, height: 20 })
  })

  it('only contains pixels, without location, camera or comment', async () => {
    const bytes = await sharp(readFile('van-1.jpg'))
      .withExif({ IFD0: { Make: 'Canary camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    for (const thumb of (await makeThumbnails(bytes, ['small', 'large'])).values()) {
      const facts = await sharp(thumb).metadata()
      expect([facts.exif, facts.xmp, facts.icc, facts.iptc, facts.orientation]).toEqual(Array(5).fill(undefined))
      expect(thumb.toString('latin1')).not.toMatch(/canary|EXIF|XMP /i)
    }
  })

  it('keeps transparency', async () => {
    const bytes = await sharp({
      create: { width: 400, height: 400, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.2 } },
    })
      .png()
      .toBuffer()
    const { channels, isOpaque } = await sharp(await make(bytes))
      .stats()
      .then((stats) => ({
        channels: stats.channels,
        isOpaque: stats.isOpaque,
      }))
    expect(isOpaque).toBe(false)
    expect(channels[3]?.mean).toBeGreaterThan(40)
    expect(channels[3]?.mean).toBeLessThan(62)
  })

  it('of an animated GIF is its first frame', async () => {
    const moving = await sharp([await frame('red'), await frame('blue'), await frame('lime')], {
      join: { animated: true },
    })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(3)
    const thumb = await make(moving)
    const { width: wide, height: high, pages } = await sharp(thumb).metadata()
    expect([wide, high, pages ?? 1]).toEqual([60, 40, 1])
    expect((await sharp(thumb).stats()).dominant.r).toBeGreaterThan(200)
  })

  it('can be created from gray, CMYK, 16-bit, WebP and AVIF pictures, and from a line of one pixel', async () => {
    const odd = {
      grey: await base().greyscale().jpeg().toBuffer(),
      cmyk: await base().toColourspace('cmyk').jpeg().toBuffer(),
      deep: await base().toColourspace('rgb16').png().toBuffer(),
      progressive: await base().jpeg({ progressive: true }).toBuffer(),
      interlaced: await base().png({ progressive: true }).toBuffer(),
      webp: await base().webp().toBuffer(),
      avif: await base().avif({ effort: 0 }).toBuffer(),
      line: await sharp({ create: { width: 1, height: 4_000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    }
    for (const [name, bytes] of Object.entries(odd)) {
      const { format, space } = await sharp(await make(bytes)).metadata()
      expect([name, format, space]).toEqual([name, 'webp', 'srgb'])
    }
  })
})

describe('a file without a thumbnail', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a HEIC photo', () => readFile('site.heic'), 'unsupported'],
    ['a video', () => readFile('walkthrough.mp4'), 'unsupported'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'unsupported'],
    ['SVG with a script, named .jpg', () => svg, 'unsupported'],
    ['SVG after a byte order mark', () => Buffer.concat([Buffer.from('\ufeff'), svg]), 'unsupported'],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'unsupported'],
    ['TIFF', () => sharp(readFile('drawing-1.png')).tiff().toBuffer(), 'unsupported'],
    ['an empty file', () => Buffer.alloc(0), 'unsupported'],
    ['two bytes', () => Buffer.from([0xff, 0xd8]), 'unsupported'],
    ['only zeros', () => Buffer.alloc(5_000), 'unsupported'],
    ['the first bytes of a JPEG', () => readFile('van-1.jpg').subarray(0, 30), 'unsupported'],
    ['a truncated JPEG', () => readFile('van-1.jpg').subarray(0, 40_000), 'unsupported'],
    ['a truncated PNG', () => readFile('drawing-1.png').subarray(0, 7_000), 'unsupported'],
    ['HTML with the signature of a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>'), 'unsupported'],
    [
      'SVG with the signature of a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), svg]),
      'unsupported',
    ],
    ['50,000 x 50,000 pixels in a kilobyte', () => makeBomb(50_000), 'too_large'],
    ['10,001 x 10,001 pixels', () => makeBomb(10_001), 'too_large'],
  ])('is refused: %s', async (_name, read, code) => {
    const bytes = await read()
    const failed = make(bytes)
    await expect(failed).rejects.toMatchObject({ name: 'AppError', code })
    // The decoders must refuse the file even without the check of its first bytes.
    await expect(makeThumbnails(bytes, ['small'])).rejects.toMatchObject({ name: 'AppError', code })
  })

  it('has no decoder in this process', async () => {
    await make(readFile('signature-1.png'))
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow()
    const tiff = await sharp(readFile('signature-1.png')).tiff().toBuffer()
    await expect(sharp(tiff).png().toBuffer()).rejects.toThrow()
    await expect(sharp(path.join(files, 'van-1.jpg')).png().toBuffer()).rejects.toThrow()
  })

  it('is never part of a thumbnail if it is hidden behind a picture', async () => {
    const polyglot = Buffer.concat([readFile('van-2.jpg'), Buffer.from('<script>alert("canary")</script>PK\x03\x04')])
    expect((await make(polyglot)).toString('latin1')).not.toContain('canary')
  })

  it('is recognized by its first bytes, even if they are incomplete', () => {
    expect(sniffFormat(Buffer.from('\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avifmiaf', 'latin1'))).toBe('avif')
    expect(sniffFormat(Buffer.from('\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic', 'latin1'))).toBe('heic')
    expect(sniffFormat(Buffer.from('\x00\x00\x00\x14ftypisom', 'latin1'))).toBe('video')
    for (let length = 0; length < 70; length += 1)
      expect(sniffFormat(Buffer.from('ftypftypftypftyp'.repeat(5)).subarray(0, length))).toMatch(/^(other|video)$/)
  })
})
