import { addressOf } from '@/lib/base-path'
import { isHeic, mediaHref } from '@/lib/media/model'
import { readWhole } from '@/lib/media/queries'
import type { ViewerMedia } from '@/lib/media/schema'
import { posterLimits } from '@/lib/media/values-model'
import { readHeic } from '@/components/media/panes/heic'
import { closePdf } from '@/components/media/panes/pdf-ahead'
import { drawPage, startPdf } from '@/components/media/panes/pdf-document'

/** One second after the start, the camera is usually steady and the picture shows more. */
const posterSecond = 1
const pageWidthPx = 900
const quality = 0.82

/** The poster of a file as a JPEG, made in this browser. Loads as little of the file as it can. */
export function drawPoster(media: ViewerMedia, signal: AbortSignal): Promise<Blob> {
  if (media.kind === 'video') return drawVideo(mediaHref(media.auditId, media.id), signal)
  if (media.kind === 'pdf') return drawFirstPage(mediaHref(media.auditId, media.id), signal)
  if (isHeic(media)) return drawHeic(media, signal)
  return Promise.reject(new Error('This file has no poster'))
}

async function drawVideo(href: string, signal: AbortSignal): Promise<Blob> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'metadata'
  video.src = addressOf(href)
  try {
    await happens(video, 'loadeddata', signal)
    if (video.duration > posterSecond) {
      const isThere = happens(video, 'seeked', signal)
      video.currentTime = posterSecond
      await isThere
    }
    return await toJpeg(video, video.videoWidth, video.videoHeight)
  } finally {
    // An element that is no longer used but keeps its source may continue to load.
    video.removeAttribute('src')
    video.load()
  }
}

function happens(video: HTMLVideoElement, name: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('The video cannot be shown')), { once: true })
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

async function drawFirstPage(href: string, signal: AbortSignal): Promise<Blob> {
  const opening = startPdf(href)
  const stop = () => closePdf(opening)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const page = await (await (await opening).promise).getPage(1)
    const canvas = document.createElement('canvas')
    await drawPage(page, canvas, pageWidthPx).promise
    return await toJpeg(canvas, canvas.width, canvas.height)
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function drawHeic(media: ViewerMedia, signal: AbortSignal): Promise<Blob> {
  const { blob } = await readHeic(await readWhole(media.auditId, media.id, signal), signal)
  const bitmap = await createImageBitmap(blob)
  try {
    return await toJpeg(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

/** A picture within the limits of a poster, as a JPEG. */
function toJpeg(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  if (width === 0 || height === 0) return Promise.reject(new Error('The file has no picture'))
  const scale = Math.min(1, posterLimits.sidePx / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(width * scale))
  canvas.height = Math.max(1, Math.floor(height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return Promise.reject(new Error('This browser cannot draw'))
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('Not drawn')) : resolve(blob)), 'image/jpeg', quality)
  })
}
