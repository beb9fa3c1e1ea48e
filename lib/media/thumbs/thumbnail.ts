import { availableParallelism } from 'node:os'
import type * as sharpModule from 'sharp'
import type { Channels, Sharp } from 'sharp'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { thumbSizes, type ThumbSize } from '@/lib/media/model'
import { serverText } from '@/lib/server-text'
import { sniffFormat, type SniffedFormat, type ThumbFormat } from './format'

/**
 * Creates thumbnails from untrusted bytes. This process only has five decoders, each with a limit of pixels and time.
 * The result consists of newly encoded pixels without metadata, so a thumbnail never contains a location.
 */

export const thumbnailLimits = {
  /** 100 megapixels is the largest size of phone and drone cameras. */
  pixelsMax: 100_000_000,
  /** libvips checks the time between steps, so a decoder may exceed it by one step. */
  decodeSecondsMax: 10,
  /**
   * Up to this size of a photo, all thumbnails are created together. Above it, the large thumbnail is created on
   * demand, because encoding it would take most of the time (60 of 85 ms for a photo of 2 megapixels).
   */
  cheapPixelsMax: 600_000,
} as const

/**
 * Number of concurrent decodes. One core stays free for the event loop, and two of libuv's four threads for reading
 * files. Small machines decode one picture at a time.
 */
export const decodesAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1))

/** Must change when the same file would give other bytes. Thumbnails with another number are deleted. */
export const recipeVersion = 1

const webp = { quality: 75, effort: 2 } as const

/** libvips' names of the allowed decoders, which read from memory. All others are blocked. */
const loaders: Record<ThumbFormat, string> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
}

type SharpModule = typeof sharpModule.default

// Loaded at the first thumbnail, so that the rest of the console works without sharp's binary.
function loadSharp(): Promise<SharpModule> {
  return processWide('sharp', async () => {
    const { default: sharp } = await import('sharp')
    // No cache, because pictures are never decoded twice.
    sharp.cache(false)
    // One thread per picture, because several pictures in parallel use the cores better than several threads for one.
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: Object.values(loaders) })
    return sharp
  })
}

const refusals: Record<Exclude<SniffedFormat, ThumbFormat>, string> = {
  heic: serverText('media.thumbs.heic'),
  video: serverText('media.thumbs.video'),
  pdf: serverText('media.thumbs.pdf'),
  other: serverText('media.thumbs.other'),
}

/**
 * The format of a file by its first bytes.
 * @throws AppError unsupported for every format without thumbnails
 */
export function requireThumbFormat(head: Uint8Array): ThumbFormat {
  const format = sniffFormat(head)
  if (format in loaders) return format as ThumbFormat
  throw new AppError('unsupported', refusals[format as keyof typeof refusals])
}

/** Formats that a browser can create from a canvas. */
const posterFormats: ReadonlySet<SniffedFormat> = new Set(['jpeg', 'png', 'webp'])

/** @throws AppError unsupported for formats that a browser does not create from a canvas */
export function requirePosterFormat(head: Uint8Array): void {
  if (!posterFormats.has(sniffFormat(head))) throw new AppError('unsupported', serverText('media.posters.format'))
}

export interface PictureFacts {
  width: number
  height: number
}

/**
 * Reads the size of a picture from its header, without decoding it.
 * @throws AppError unsupported, too_large
 */
export async function readPictureFacts(bytes: Uint8Array): Promise<PictureFacts> {
  requireThumbFormat(bytes)
  const sharp = await loadSharpOrRefuse()
  const { width, height } = await open(sharp, bytes)
    .metadata()
    .catch((error: unknown) => {
      throw toProblem(error)
    })
  if (width * height > thumbnailLimits.pixelsMax) throw tooManyPixels()
  return { width, height }
}

/** The sizes to create together when `wanted` is requested. */
export function sizesToMake(wanted: ThumbSize, { width, height }: PictureFacts): ThumbSize[] {
  const isCheap = width * height <= thumbnailLimits.cheapPixelsMax
  return wanted === 'large' || isCheap ? ['large', 'medium', 'small'] : ['medium', 'small']
}

/**
 * Creates thumbnails as WebP: upright, only the first frame, with transparency, never enlarged, without metadata. The
 * picture is decoded once, for the largest of `sizes`.
 * @throws AppError unsupported if the picture cannot be decoded; too_large if it is too large or takes too long;
 * unavailable
 */
export async function makeThumbnails(bytes: Uint8Array, sizes: readonly ThumbSize[]): Promise<Map<ThumbSize, Buffer>> {
  const made = new Map<ThumbSize, Buffer>()
  try {
    const format = requireThumbFormat(bytes)
    const sharp = await loadSharpOrRefuse()
    const [largest, ...rest] = sizes.toSorted((one, other) => thumbSizes[other] - thumbSizes[one])
    if (largest === undefined) return made
    const { data, info } = await fit(open(sharp, bytes).autoOrient(), largest)
      // Converts gray and CMYK pictures to sRGB, so that the next steps do not depend on the format.
      .toColourspace('srgb')
      .timeout({ seconds: thumbnailLimits.decodeSecondsMax })
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (info.format !== 'raw') throw new Error(`${format} did not become pixels`)
    let pixels = { data, width: info.width, height: info.height, channels: info.channels }
    made.set(largest, await encode(sharp, pixels))
    for (const size of rest) {
      const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
      const smaller = await fit(sharp(pixels.data, { raw }), size).raw().toBuffer({ resolveWithObject: true })
      pixels = { data: smaller.data, ...smaller.info }
      made.set(size, await encode(sharp, pixels))
    }
    return made
  } catch (error) {
    throw toProblem(error)
  }
}

function open(sharp: SharpModule, bytes: Uint8Array) {
  return sharp(bytes, {
    limitInputPixels: thumbnailLimits.pixelsMax,
    // Refuses truncated pictures, but accepts small defects, which some cameras write.
    failOn: 'error',
    sequentialRead: true,
    pages: 1,
  })
}

function fit(image: Sharp, size: ThumbSize): Sharp {
  const side = thumbSizes[size]
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: Channels
}

function encode(sharp: SharpModule, { data, width, height, channels }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels } })
    .webp(webp)
    .timeout({ seconds: thumbnailLimits.decodeSecondsMax })
    .toBuffer()
}

async function loadSharpOrRefuse(): Promise<SharpModule> {
  try {
    return await loadSharp()
  } catch (error) {
    throw new AppError('unavailable', serverText('media.thumbs.unavailable'), {
      cause: error,
      details: { retryAfterSeconds: 600 },
    })
  }
}

function tooManyPixels(cause?: unknown): AppError {
  return new AppError('too_large', serverText('media.thumbs.tooManyPixels'), { cause })
}

function toProblem(error: unknown): AppError {
  if (error instanceof AppError) return error
  const words = error instanceof Error ? error.message : ''
  if (/exceeds pixel limit|too large/i.test(words)) return tooManyPixels(error)
  if (/timeout/i.test(words)) return new AppError('too_large', serverText('media.thumbs.slow'), { cause: error })
  return new AppError('unsupported', serverText('media.thumbs.damaged'), { cause: error })
}
