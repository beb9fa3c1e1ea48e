import { toPng } from '@/components/media/stages/video-frame'

const pixelsMax = 60_000_000

/** Puts a picture on the clipboard, as PNG: the one form that browsers take. Rejects with a sentence for people. */
export async function copyPicture(url: string): Promise<void> {
  if (typeof ClipboardItem === 'undefined' || typeof navigator.clipboard?.write !== 'function') {
    throw new Error('This browser copies pictures only over HTTPS. Download the photo instead.')
  }
  try {
    // Given as a promise: Safari wants the call within the click, not after the picture was drawn.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawPng(url) })])
  } catch (error) {
    throw new Error('The browser did not let the photo onto the clipboard. Download it instead.', { cause: error })
  }
}

async function drawPng(url: string): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  // Larger ones a canvas cannot hold everywhere; a smaller picture is better than none.
  const share = Math.min(1, Math.sqrt(pixelsMax / Math.max(1, width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width * share)
  canvas.height = Math.floor(height * share)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return toPng(canvas)
}

/** Puts a text on the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
