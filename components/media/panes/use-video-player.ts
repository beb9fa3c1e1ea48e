import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { addressOf } from '@/lib/base-path'
import { saveBlob } from '@/lib/browser/save-file'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { grabFrame, measureFrames } from './video-frame'

/** Keys that a focused player uses itself, so they must not change the file. */
const playerKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', ' '])
/** Used until the length of a frame has been measured during playback. */
const usualFrameSeconds = 1 / 30

/** What people can do with a video in addition to the browser's own controls. */
export interface VideoPlayer {
  /** 1 = as recorded. */
  speed: number
  setSpeed: (speed: number) => void
  /** Pauses and shows the next or previous frame. */
  stepFrame: (by: 1 | -1) => void
  /** Saves the frame on screen as a picture. */
  saveFrame: () => void
  /** Plays or pauses. */
  togglePlaying: () => void
}

/** Controls the video element of `ref`. `onNotice` receives a sentence about what was done, or why not. */
export function useVideoPlayer(
  ref: RefObject<HTMLVideoElement | null>,
  media: ViewerMedia,
  onNotice: (text: string) => void,
): VideoPlayer {
  const t = useTranslations('media.video')
  const [speed, setSpeed] = useState(1)
  usePlayerKeys(ref)
  useLoading(ref, mediaHref(media.auditId, media.id))
  const frameSeconds = useFrameSeconds(ref)
  return {
    speed,
    setSpeed: (next) => {
      setSpeed(next)
      if (ref.current !== null) ref.current.playbackRate = next
    },
    stepFrame: (by) => {
      const video = ref.current
      if (video === null || !Number.isFinite(video.duration)) return
      video.pause()
      video.currentTime = Math.min(video.duration, Math.max(0, video.currentTime + by * frameSeconds.current))
    },
    saveFrame: () => {
      const video = ref.current
      if (video === null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
        onNotice(t('notReady'))
        return
      }
      const name = `${media.fileName.replace(/\.[^.]*$/, '')}_${video.currentTime.toFixed(2)}s.png`
      grabFrame(video).then(
        (blob) => {
          saveBlob(name, blob)
          onNotice(t('frameSaved'))
          return undefined
        },
        () => onNotice(t('frameNotSaved')),
      )
    },
    togglePlaying: () => {
      const video = ref.current
      if (video === null) return
      if (video.paused) video.play().catch(() => onNotice(t('cannotPlay')))
      else video.pause()
    },
  }
}

/** Prevents the viewer from also handling the keys of a focused player. */
function usePlayerKeys(ref: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const video = ref.current
    if (video === null) return undefined
    const keep = (event: KeyboardEvent) => {
      if (playerKeys.has(event.key)) event.stopPropagation()
    }
    video.addEventListener('keydown', keep)
    return () => video.removeEventListener('keydown', keep)
  }, [ref])
}

/** Stops loading when the element is removed. */
function useLoading(ref: RefObject<HTMLVideoElement | null>, href: string): void {
  useEffect(() => {
    const video = ref.current
    if (video === null) return undefined
    return () => {
      // An element that is removed but keeps its source may continue to load.
      video.pause()
      video.removeAttribute('src')
      video.load()
    }
  }, [ref])
  useEffect(() => {
    const video = ref.current
    // In strict mode, the cleanup above also runs on an element that stays. This restores its source.
    if (video !== null && !video.hasAttribute('src')) video.src = addressOf(href)
  }, [ref, href])
}

/** Length of a frame in seconds, as measured while playing. */
function useFrameSeconds(ref: RefObject<HTMLVideoElement | null>): RefObject<number> {
  const seconds = useRef(usualFrameSeconds)
  useEffect(() => {
    const video = ref.current
    return video === null ? undefined : measureFrames(video, (measured) => (seconds.current = measured))
  }, [ref])
  return seconds
}
