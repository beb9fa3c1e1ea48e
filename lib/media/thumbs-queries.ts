import { addressOf } from '@/lib/base-path'
import { batchHref, type BatchFile, type BatchSize, FrameReader, type ThumbFrame } from './thumbs-model'

/**
 * Reads the stored thumbnails of one batch of files. Calls `onFrames` with the next frames as they arrive. If the
 * response is cut off, the last frames are missing. The browser may cache the response, but revalidates it before use.
 * @throws Error if the response does not contain thumbnails
 */
export async function readThumbBatch(
  files: readonly BatchFile[],
  size: BatchSize,
  onFrames: (frames: readonly ThumbFrame[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(addressOf(batchHref(files, size)), { redirect: 'error', signal })
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw new Error(`the thumbnails were answered with ${response.status}`)
  }
  const frames = new FrameReader()
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onFrames(frames.push(value))
  }
}
