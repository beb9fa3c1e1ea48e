import { heicTo } from 'heic-to/csp'

/**
 * Turns a HEIC photo into a JPEG away from the page. The decoder runs a worker of its own made from a blob, which the
 * policy of pages refuses; a worker has the policy of its own file, so it is this one that starts it.
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
