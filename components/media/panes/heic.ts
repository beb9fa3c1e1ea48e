/**
 * A photo that the browser can show: the file itself if the browser reads HEIC (Safari), otherwise a converted JPEG.
 */
export interface ShownHeic {
  blob: Blob
  isConverted: boolean
}

/**
 * Converts a HEIC photo. The decoder is loaded only here, when it is needed. Each photo gets its own worker. Stopping
 * the worker when the photo is no longer wanted frees its memory (some 100 MB) at once.
 */
export async function readHeic(file: Blob, signal: AbortSignal): Promise<ShownHeic> {
  const typed = new Blob([file], { type: 'image/heic' })
  if (await canShow(typed)) return { blob: typed, isConverted: false }
  signal.throwIfAborted()
  return { blob: await convert(typed, signal), isConverted: true }
}

async function canShow(blob: Blob): Promise<boolean> {
  const url = URL.createObjectURL(blob)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return true
  } catch {
    return false
  } finally {
    URL.revokeObjectURL(url)
  }
}

function convert(blob: Blob, signal: AbortSignal): Promise<Blob> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  const converted = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ blob?: Blob; error?: string }>) => {
      if (data.blob instanceof Blob) resolve(data.blob)
      else reject(new Error(data.error ?? 'The photo could not be converted.'))
    })
    worker.addEventListener('error', () => reject(new Error('The converter could not be started.')))
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  worker.postMessage(blob)
  return converted.finally(() => worker.terminate())
}
