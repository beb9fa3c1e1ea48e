/** Reports the length of a frame while the video plays, if the browser counts frames. Returns a function that stops it. */
export function measureFrames(video: HTMLVideoElement, notify: (seconds: number) => void): () => void {
  if (typeof video.requestVideoFrameCallback !== 'function') return () => {}
  let before: { time: number; frames: number } | null = null
  let handle = 0
  const onFrame: VideoFrameRequestCallback = (_now, { mediaTime, presentedFrames }) => {
    if (before !== null && presentedFrames - before.frames === 1) {
      const seconds = mediaTime - before.time
      // Other intervals come from seeking. Two frames in sequence are 1 to 200 ms apart.
      if (!video.paused && seconds >= 0.001 && seconds <= 0.2) notify(seconds)
    }
    before = { time: mediaTime, frames: presentedFrames }
    handle = video.requestVideoFrameCallback(onFrame)
  }
  handle = video.requestVideoFrameCallback(onFrame)
  return () => video.cancelVideoFrameCallback(handle)
}

/** The current frame of the video in its own size, as a PNG file. */
export async function grabFrame(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return toPng(canvas)
}

/** The pixels of a canvas as a PNG file. */
export function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture is too large for this browser.'))
      else resolve(blob)
    }, 'image/png')
  })
}
