'use client'

import { File, FileText, Film, ImageOff, type LucideIcon } from 'lucide-react'
import { memo, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { mediaHref } from '@/lib/media/model'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import { useMediaOpener } from './opener'

const kindWords: Record<MediaKind, string> = {
  image: 'photo',
  video: 'video',
  pdf: 'PDF',
  file: 'file',
  unknown: 'file',
}

/** "Open photo 2 of 4: Foot brake holds" */
export function describeMedia(media: ViewerMedia): string {
  const place = media.of > 1 ? ` ${media.number} of ${media.of}` : ''
  return `${kindWords[media.kind]}${place}: ${media.title}`
}

/** A file small, in a box of fixed size so that nothing moves when it comes. Opens the viewer. */
export const Thumb = memo(function Thumb({ media, large = false }: { media: ViewerMedia; large?: boolean }) {
  const open = useMediaOpener()
  return (
    <button
      type="button"
      onClick={() => open(media.id)}
      aria-label={`Open ${describeMedia(media)}`}
      className={classNames(
        'block overflow-hidden rounded border border-line bg-raised hover:border-line-strong',
        large ? 'aspect-4/3 w-full max-w-60 min-w-36' : 'size-20',
      )}
    >
      <ThumbPicture media={media} fit={large && media.kind === 'image' ? 'contain' : 'cover'} />
    </button>
  )
})

/** What a thumbnail shows: the image itself, or a mark of its kind. Decorative: the button around it has the name. */
export function ThumbPicture({ media, fit = 'cover' }: { media: ViewerMedia; fit?: 'cover' | 'contain' }) {
  const [isBroken, setBroken] = useState(false)
  const isPicture = (media.kind === 'image' || media.kind === 'unknown') && media.isFetchable
  if (!isPicture) return <Mark icon={markIcons[media.kind]} word={(media.ext ?? 'file').toUpperCase().slice(0, 5)} />
  if (isBroken) return <Mark icon={ImageOff} word="Not shown" />
  return (
    // oxlint-disable-next-line next/no-img-element -- Next's optimizer is off on purpose: it would parse foreign files
    <img
      src={mediaHref(media.auditId, media.id)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
      className={classNames('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
    />
  )
}

const markIcons: Record<MediaKind, LucideIcon> = {
  image: ImageOff,
  video: Film,
  pdf: FileText,
  file: File,
  unknown: File,
}

function Mark({ icon: Icon, word }: { icon: LucideIcon; word: string }) {
  return (
    <span className="flex size-full flex-col items-center justify-center gap-1 bg-raised text-ink-muted">
      <Icon aria-hidden size={20} strokeWidth={1.5} />
      <span className="text-xs font-medium">{word}</span>
    </span>
  )
}
