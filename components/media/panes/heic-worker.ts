import { heicTo } from 'heic-to/csp'

/**
 * Converts a HEIC photo to JPEG outside of the page's thread. The decoder starts its own worker from a blob, which the
 * policy of pages forbids. A worker has the policy of its own file, so this worker can start the decoder.
 */
addEventListener('message', (event: MessageEvent<Blob>) => {
  convert(event.data).then(
    (blob) => postMessage({ blob }),
    (error: unknown) => postMessage({ error: error instanceof Error ? error.message : String(error) }),
  )
})

async function convert(blob: Blob): Promise<Blob> {
  const bitmap = await heicTo({ blob, type: 'bitmap' })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
}
