'use client'

import { useEffect, useRef } from 'react'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'

/** Keys that a focused player uses itself: they must not move the viewer on. */
const playerKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ' '])

/** A video with the browser's own controls. It seeks by ranges, so the rest of a long one is never loaded. */
export function VideoStage({ media, onFail }: { media: ViewerMedia; onFail: () => void }) {
  const ref = useRef<HTMLVideoElement>(null)
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
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- recorded on site; the service has no captions
    <video
      ref={ref}
      src={mediaHref(media.auditId, media.id)}
      controls
      playsInline
      preload="metadata"
      aria-label={media.title}
      onError={(event) => {
        if (event.currentTarget.hasAttribute('src')) onFail()
      }}
      className="size-full bg-black object-contain"
    />
  )
}
