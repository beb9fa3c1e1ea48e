'use client'

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { addressOf } from '@/lib/base-path'
import { useMay } from '@/lib/browser/sign-in/actor'
import { classNames } from '@/lib/browser/class-names'
import { posterHref, type ThumbSize } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { isPicture } from '@/components/media/thumbs/thumb-loader'
import { useThumbSource } from '@/components/media/thumbs/use-thumb-source'
import { PosterQueue } from './poster-queue'

/** Makes all posters of the page. The code that draws them is loaded with the first poster. */
const queue = new PosterQueue(async (media, signal) => {
  const { drawPoster } = await import('./draw-poster')
  return drawPoster(media, signal)
})

/**
 * The poster of a file over its icon. If there is none, this browser makes it when the person may share it with others.
 */
export function PosterPicture({
  media,
  size,
  alone = false,
  posters = queue,
  children,
}: {
  media: ViewerMedia
  size: ThumbSize
  /** Requests this poster alone, not in a batch. */
  alone?: boolean
  posters?: Pick<PosterQueue, 'want'>
  /** The icon. */
  children: ReactNode
}) {
  const mayGive = useMay('reviews:write')
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'asked' | 'shown' | 'none'>('asked')
  const want = useEffectEvent(() =>
    posters.want(media, () => {
      setState('asked')
      setTries((before) => before + 1)
    }),
  )
  // The batch was loaded before, so it does not contain a poster that was just made.
  const isNew = tries > 0
  const source = useThumbSource(media, size, alone || isNew)
  const isNone = state === 'none' || (source === 'none' && !isNew)
  const isWanted = isNone && mayGive && tries === 0
  useEffect(() => (isWanted ? want() : undefined), [isWanted])
  return (
    <span className="relative block size-full">
      {state !== 'shown' && children}
      {!isNone && source !== null && (
        // oxlint-disable-next-line next/no-img-element -- Next's optimizer is off; our own route made this picture
        <img
          key={tries}
          src={isPicture(source) ? source : addressOf(posterHref(media.auditId, media.id, size))}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setState('shown')}
          // Without a poster, the response is empty, and the browser reports an error.
          onError={() => setState('none')}
          className={classNames('absolute inset-0 size-full object-cover', state !== 'shown' && 'opacity-0')}
        />
      )}
    </span>
  )
}
