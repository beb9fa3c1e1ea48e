import { addressOf } from '@/lib/base-path'
import { batchHref, type BatchFile, type BatchSize, FrameReader, type ThumbFrame } from './thumbs-model'

/**
 * Reads the kept thumbnails of one batch of files. Calls `onFrames` with the frames of the next files as they arrive; of an
 * answer that is cut off, with the first ones only. The browser may keep the answer, and asks before it uses it.
 * @throws Error for any other answer than the thumbnails
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
