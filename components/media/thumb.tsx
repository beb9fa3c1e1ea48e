'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { File, FileText, Film, Image, ImageOff, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { memo, useEffect, useEffectEvent, useState } from 'react'
import { addressOf } from '@/lib/base-path'
import { ApiError } from '@/lib/browser/api'
import { classNames } from '@/lib/browser/class-names'
import { RetryRoom } from '@/lib/browser/retry-room'
import { takesPoster, thumbHref, type ThumbSize } from '@/lib/media/model'
import { mediaQueries } from '@/lib/media/queries'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import type { Translator } from '@/lib/messages/translator'
import { type ReportNames, titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import { useMediaOpener } from './opener'
import { PosterPicture } from './posters/poster-picture'
import { isPicture } from './thumbs/thumb-loader'
import { useThumbSource } from './thumbs/use-thumb-source'

/** "Photo 2 of 4: Foot brake holds" */
export function describeMedia(t: Translator<'media.file'>, names: ReportNames, media: ViewerMedia): string {
  const { kind, number, of: count } = media
  const title = titleOfMedia(media, names)
  return count > 1 ? t('numbered', { kind, number, count, title }) : t('name', { kind, title })
}

/** "Open photo 2 of 4: Foot brake holds" */
export function describeOpening(t: Translator<'media.file'>, names: ReportNames, media: ViewerMedia): string {
  const { kind, number, of: count } = media
  const title = titleOfMedia(media, names)
  return count > 1 ? t('openNumbered', { kind, number, count, title }) : t('open', { kind, title })
}

/** A thumbnail in a box of fixed size, so that nothing moves when it loads. Opens the viewer. */
export const Thumb = memo(function Thumb({
  media,
  large = false,
  eager = false,
  alone = eager,
}: {
  media: ViewerMedia
  large?: boolean
  /** Loads before it is visible, so that it appears in print. */
  eager?: boolean
  /** Requests this thumbnail alone, not in a batch, because its own address was preloaded. */
  alone?: boolean
}) {
  const t = useTranslations('media.file')
  const names = useReportNames()
  const open = useMediaOpener()
  return (
    <button
      type="button"
      onClick={() => open(media.id)}
      aria-label={describeOpening(t, names, media)}
      className={classNames(
        'block overflow-hidden rounded border border-line bg-raised hover:border-line-strong',
        large ? 'aspect-4/3 w-full max-w-60 min-w-36' : 'size-20',
      )}
    >
      <ThumbPicture
        media={media}
        fit={large && media.kind === 'image' ? 'contain' : 'cover'}
        size={large ? 'medium' : 'small'}
        eager={eager}
        alone={alone}
      />
    </button>
  )
})

/**
 * The content of a thumbnail: the server's small picture, or an icon of the file's type. It is decorative, because the
 * button around it has the name. It fills its box, which has a size before the picture loads. `size` depends on the
 * longest side of that box in device pixels: `small` up to 160.
 */
export function ThumbPicture({
  media,
  fit = 'cover',
  size = 'small',
  eager = false,
  alone = eager,
}: {
  media: ViewerMedia
  fit?: 'cover' | 'contain'
  size?: ThumbSize
  eager?: boolean
  alone?: boolean
}) {
  const t = useTranslations('media.thumb')
  const isHeic = media.ext === 'heic' || media.ext === 'heif'
  const hasPicture = (media.kind === 'image' || media.kind === 'unknown') && media.isFetchable && !isHeic
  const word = media.ext === null ? t('file') : media.ext.toUpperCase().slice(0, 5)
  const mark = <Mark icon={isHeic ? Image : markIcons[media.kind]} word={word} />
  if (takesPoster(media))
    return (
      <PosterPicture key={`${media.auditId}/${media.id}`} media={media} size={size} alone={alone}>
        {mark}
      </PosterPicture>
    )
  if (!hasPicture) return mark
  return <Picture media={media} fit={fit} size={size} eager={eager} alone={alone} />
}

function Picture({
  media,
  fit,
  size,
  eager,
  alone,
}: {
  media: ViewerMedia
  fit: 'cover' | 'contain'
  size: ThumbSize
  eager: boolean
  alone: boolean
}) {
  const [brokenHref, setBrokenHref] = useState<string | null>(null)
  const source = useThumbSource(media, size, alone)
  const href = thumbHref(media.auditId, media.id, size)
  if (brokenHref === href)
    return <BrokenMark key={href} media={media} size={size} onReady={() => setBrokenHref(null)} />
  if (source === null) return null
  return (
    // oxlint-disable-next-line next/no-img-element -- Next's optimizer is off; our own route made this picture
    <img
      // The server creates a thumbnail that it has not stored yet.
      src={isPicture(source) ? source : addressOf(href)}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setBrokenHref(href)}
      className={classNames('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
    />
  )
}

/** All thumbnails of the page that wait for the rate limit. */
const retryRoom = new RetryRoom()
const retrySecondsDefault = 15

/** Seconds until a retry makes sense; null when waiting does not help. */
function readWait(error: Error | null): number | null {
  if (!(error instanceof ApiError) || !waitingCodes.has(error.code)) return null
  return error.retryAfterSeconds ?? retrySecondsDefault
}
const waitingCodes: ReadonlySet<ApiError['code']> = new Set(['throttled', 'upstream_throttled', 'unavailable'])

/**
 * Why there is no picture, as a short text with the whole sentence in a tooltip. Sends one request, never a loop of them.
 * When waiting helps, as with a used-up rate limit, it waits and calls `onReady` when the picture can be loaded.
 */
function BrokenMark({ media, size, onReady }: { media: ViewerMedia; size: ThumbSize; onReady: () => void }) {
  const t = useTranslations('media.thumb')
  const trouble = mediaQueries.thumbTrouble(media.auditId, media.id, size)
  const { error } = useQuery(trouble)
  const client = useQueryClient()
  const wait = readWait(error)
  const isWaiting = wait !== null
  const join = useEffectEvent(() =>
    retryRoom.join(async () => {
      try {
        await client.fetchQuery({ ...trouble, staleTime: 0 })
        onReady()
        return null
      } catch (again) {
        return again instanceof Error ? readWait(again) : null
      }
    }, wait ?? retrySecondsDefault),
  )
  useEffect(() => (isWaiting ? join() : undefined), [isWaiting])
  if (isWaiting) return <Mark icon={Image} word={t('waiting')} title={t('waitingHint')} />
  const code = error instanceof ApiError ? error.code : null
  const reason = brokenCodes.find((each) => each === code) ?? 'other'
  return <Mark icon={ImageOff} word={t(`broken.${reason}`)} {...(error === null ? {} : { title: error.message })} />
}

const brokenCodes = ['not_found', 'unsupported', 'too_large', 'unauthenticated', 'offline'] as const

const markIcons: Record<MediaKind, LucideIcon> = {
  image: ImageOff,
  video: Film,
  pdf: FileText,
  file: File,
  unknown: File,
}

function Mark({ icon: Icon, word, title }: { icon: LucideIcon; word: string; title?: string }) {
  return (
    <span title={title} className="flex size-full flex-col items-center justify-center gap-1 bg-raised text-ink-muted">
      <Icon aria-hidden size={20} strokeWidth={1.5} />
      <span className="text-xs font-medium">{word}</span>
    </span>
  )
}
