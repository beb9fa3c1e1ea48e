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

/** All posters of the page. What draws them is loaded with the first one. */
const queue = new PosterQueue(async (media, signal) => {
  const { drawPoster } = await import('./draw-poster')
  return drawPoster(media, signal)
})

/** The poster of a file over its icon. While there is none, this browser makes it, if the person may give it to others. */
export function PosterPicture({
  media,
  size,
  alone = false,
  posters = queue,
  children,
}: {
  media: ViewerMedia
  size: ThumbSize
  /** Is not read with others. */
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
  // A poster that was just made is not in what was read before.
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
          // No poster is an empty answer, which is no picture.
          onError={() => setState('none')}
          className={classNames('absolute inset-0 size-full object-cover', state !== 'shown' && 'opacity-0')}
        />
      )}
    </span>
  )
}
