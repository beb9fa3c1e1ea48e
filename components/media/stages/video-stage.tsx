'use client'

import { Camera, StepBack, StepForward } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { saveBlob } from '@/lib/browser/save-file'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { StageBar, StageButton } from './stage-button'
import { type StageKeySlot, useStageKeys } from './stage-keys'
import { grabFrame, measureFrames } from './video-frame'
import type { Size } from './zoom'

/** Keys that a focused player uses itself: they must not move the viewer on. */
const playerKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', ' '])
const speeds = [0.25, 0.5, 1, 1.5, 2] as const
/** Until playing has shown how long a frame is. */
const usualFrameSeconds = 1 / 30

/** A video with the browser's own controls. It seeks by ranges, so the rest of a long one is never loaded. */
export function VideoStage({
  media,
  keys,
  onDecoded,
  onFail,
  onNotice,
}: {
  media: ViewerMedia
  keys: StageKeySlot
  onDecoded: (size: Size & { seconds: number }) => void
  onFail: () => void
  onNotice: (text: string) => void
}) {
  const ref = useRef<HTMLVideoElement>(null)
  const frameSeconds = useRef(usualFrameSeconds)
  const [speed, setSpeed] = useState(1)
  useEffect(() => {
    const video = ref.current
    if (video === null) return undefined
    const keep = (event: KeyboardEvent) => {
      if (playerKeys.has(event.key)) event.stopPropagation()
    }
    video.addEventListener('keydown', keep)
    return () => {
      video.removeEventListener('keydown', keep)
      // An element that is only removed may go on loading.
      video.pause()
      video.removeAttribute('src')
      video.load()
    }
  }, [])
  useEffect(() => {
    const video = ref.current
    // Set again where strict mode ran the clean-up above on an element that stays.
    if (video !== null && !video.hasAttribute('src')) video.src = mediaHref(media.auditId, media.id)
  }, [media.auditId, media.id])
  useEffect(() => {
    const video = ref.current
    return video === null ? undefined : measureFrames(video, (seconds) => (frameSeconds.current = seconds))
  }, [])

  const choose = (next: number) => {
    setSpeed(next)
    if (ref.current !== null) ref.current.playbackRate = next
  }
  const step = (by: 1 | -1) => {
    const video = ref.current
    if (video === null || !Number.isFinite(video.duration)) return
    video.pause()
    video.currentTime = Math.min(video.duration, Math.max(0, video.currentTime + by * frameSeconds.current))
  }
  const saveFrame = () => {
    const video = ref.current
    if (video === null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
      onNotice('The video has not shown a picture yet.')
      return
    }
    const name = `${media.fileName.replace(/\.[^.]*$/, '')}_${video.currentTime.toFixed(2)}s.png`
    grabFrame(video).then(
      (blob) => {
        saveBlob(name, blob)
        onNotice('The frame was saved as a picture.')
        return undefined
      },
      () => onNotice('The frame could not be saved.'),
    )
  }
  // Space plays wherever the focus is, but on a button, which it presses.
  useStageKeys(keys, (event) => {
    const video = ref.current
    if (event.key !== ' ' || video === null || (event.target as Element).closest('button,a,select,input')) return false
    if (video.paused) video.play().catch(() => onNotice('The video cannot be played.'))
    else video.pause()
    return true
  })
  const shortcut = { group: 'Media viewer', inDialogs: true }
  useShortcuts([
    {
      ...shortcut,
      id: 'media.frame-back',
      keys: [','],
      label: 'Video: one frame back',
      repeats: true,
      run: () => step(-1),
    },
    { ...shortcut, id: 'media.frame', keys: ['.'], label: 'Video: one frame on', repeats: true, run: () => step(1) },
    { ...shortcut, id: 'media.save-frame', keys: ['s'], label: 'Video: save this frame', run: saveFrame },
  ])
  return (
    <div className="flex size-full flex-col">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- recorded on site; the service has no captions */}
      <video
        ref={ref}
        src={mediaHref(media.auditId, media.id)}
        controls
        playsInline
        preload="metadata"
        aria-label={media.title}
        onLoadedMetadata={({ currentTarget: video }) => {
          video.playbackRate = speed
          onDecoded({ width: video.videoWidth, height: video.videoHeight, seconds: video.duration })
        }}
        onError={(event) => {
          if (event.currentTarget.hasAttribute('src')) onFail()
        }}
        className="min-h-0 w-full flex-1 bg-black object-contain"
      />
      {/* Under the picture, not over it: the browser's own controls stand there. */}
      <div className="relative h-13 shrink-0">
        <StageBar>
          <StageButton icon={StepBack} label="One frame back" keys="," onClick={() => step(-1)} />
          <StageButton icon={StepForward} label="One frame on" keys="." onClick={() => step(1)} />
          <label className="flex h-9 items-center gap-1.5 px-2 text-xs">
            Speed
            <select
              value={speed}
              onChange={(event) => choose(Number(event.target.value))}
              className="h-7 rounded border border-white/30 bg-black px-1 text-white focus-visible:outline-white"
            >
              {speeds.map((value) => (
                <option key={value} value={value}>
                  {value} ×
                </option>
              ))}
            </select>
          </label>
          <StageButton icon={Camera} label="Save this frame" keys="s" onClick={saveFrame} />
        </StageBar>
      </div>
    </div>
  )
}
