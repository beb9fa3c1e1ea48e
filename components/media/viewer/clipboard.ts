import { toPng } from '@/components/media/panes/video-frame'
import { addressOf } from '@/lib/base-path'

const pixelsMax = 60_000_000

/** Why a picture was not copied: the browser requires HTTPS, or it refused. */
export class CopyError extends Error {
  constructor(
    readonly reason: 'unsupported' | 'refused',
    options?: ErrorOptions,
  ) {
    super(`The picture was not copied: ${reason}`, options)
  }
}

/** Puts a picture on the clipboard as PNG, the one type that browsers accept. Rejects with a `CopyError`. */
export async function copyPicture(url: string): Promise<void> {
  if (typeof ClipboardItem === 'undefined' || typeof navigator.clipboard?.write !== 'function') {
    throw new CopyError('unsupported')
  }
  try {
    // A promise, because Safari requires the call within the click, before the picture is rendered.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawPng(url) })])
  } catch (error) {
    throw new CopyError('refused', { cause: error })
  }
}

async function drawPng(url: string): Promise<Blob> {
  const image = new Image()
  image.src = addressOf(url)
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  // Some browsers support no larger canvas, and a smaller picture is better than none.
  const share = Math.min(1, Math.sqrt(pixelsMax / Math.max(1, width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width * share)
  canvas.height = Math.floor(height * share)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return toPng(canvas)
}
