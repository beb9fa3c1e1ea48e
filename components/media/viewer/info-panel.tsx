'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { NameLink } from '@/components/ui/lists/name-link'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { inspectionHref, siteHref } from '@/lib/browser/routes'
import { mediaQueries } from '@/lib/media/queries'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Translator } from '@/lib/messages/translator'
import { inspectionOfMedia, titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import { Checksum } from './checksum'
import { ExifFacts } from './exif-facts'
import { Fact, Instant } from './fact'
import type { FileState } from '@/components/media/file-store'
import type { PaneFacts } from '@/components/media/panes/pane'

/**
 * Facts about a file: its place in the report, when it was taken, and its type. The file is not sent to any server for
 * this.
 */
export function InfoPanel({
  media,
  kind,
  original,
  shown,
  onShowItem,
}: {
  media: ViewerMedia
  kind: MediaKind | null
  original: FileState
  shown: PaneFacts | null
  onShowItem: (anchor: string) => void
}) {
  const t = useTranslations('media.facts')
  const mediaText = useTranslations('media')
  const names = useReportNames()
  const language = useLocale()
  const facts = useQuery({ ...mediaQueries.facts(media.auditId, media.id), enabled: media.isFetchable })
  const { anchor } = media
  const file = original.status === 'ready' ? original.blob : null
  const unread = facts.isError || !media.isFetchable ? t('unknown') : '…'
  const bytes = file?.size ?? facts.data?.bytes
  return (
    <aside
      aria-label={mediaText('viewer.about')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
      tabIndex={0}
      className="w-full shrink-0 overflow-y-auto border-white/15 p-4 text-sm text-white outline-offset-[-2px] focus-visible:outline-white max-md:max-h-[40dvh] max-md:border-t md:w-80 md:border-s"
    >
      <dl className="space-y-3">
        <Fact name={t('question')}>
          {titleOfMedia(media, names)}
          {media.failed && (
            <span className="mt-1 flex items-center gap-1 text-xs font-medium text-[#ff8f94]">
              <CircleX aria-hidden size={12} strokeWidth={2} /> {t('failed')}
            </span>
          )}
        </Fact>
        {media.section !== null && <Fact name={t('section')}>{media.section}</Fact>}
        <Fact name={t('inspection')}>
          <Link
            href={inspectionHref(media.auditId)}
            className="underline underline-offset-2 hover:no-underline focus-visible:outline-white"
          >
            {inspectionOfMedia(media, names) ?? t('openInspection')}
          </Link>
        </Fact>
        {media.siteName != null && (
          <Fact name={t('site')}>
            <NameLink
              href={siteHref(media.siteName)}
              className="underline underline-offset-2 hover:no-underline focus-visible:outline-white"
            >
              {media.siteName}
            </NameLink>
          </Fact>
        )}
        {media.label !== null && <Fact name={t('label')}>{media.label}</Fact>}
        <Fact name={t('added')}>{media.takenAt === null ? t('unknown') : <Instant value={media.takenAt} />}</Fact>
        <Fact name={t('dimensions')}>{describeDimensions(t, shown, kind)}</Fact>
        <Fact name={t('size')}>
          {bytes === undefined ? unread : bytes === null ? t('unknown') : describeSize(t, bytes, language)}
        </Fact>
        <Fact name={t('type')}>
          {media.ext === null ? t('noExtension') : media.ext.toUpperCase()}
          {facts.data?.contentType !== undefined && facts.data.contentType !== null && (
            <span className="block text-xs text-white/70">
              {/* The server sends this type instead of types that browsers must not show. */}
              {facts.data.contentType === 'application/octet-stream' ? t('otherType') : facts.data.contentType}
            </span>
          )}
        </Fact>
        {media.isFetchable && <ExifFacts key={`exif ${media.auditId}/${media.id}`} media={media} file={file} />}
        {media.isFetchable && (
          <Fact name={mediaText('checksum.label')}>
            <Checksum media={media} file={file} bytes={bytes ?? null} />
          </Fact>
        )}
        <Fact name={t('id')}>
          <code className="font-mono text-xs wrap-anywhere select-all">{media.id}</code>
        </Fact>
      </dl>
      {anchor !== null && (
        <button
          type="button"
          onClick={() => onShowItem(anchor)}
          className="mt-4 inline-flex h-8 items-center rounded border border-white/30 px-3 text-sm font-medium hover:bg-white/12 focus-visible:outline-white"
        >
          {t('actions.showAnswer')}
        </button>
      )}
    </aside>
  )
}

type FactText = Translator<'media.facts'>

function describeDimensions(t: FactText, shown: PaneFacts | null, kind: MediaKind | null): string {
  if (shown?.pages !== undefined) return t('pages', { pages: shown.pages })
  if (shown?.width === undefined || shown.height === undefined)
    return kind === 'image' || kind === 'video' ? t('dimensionsLater') : t('unknown')
  const { width, height, seconds } = shown
  if (seconds !== undefined) return t('videoPixels', { width, height, length: describeLength(t, seconds) })
  const million = (width * height) / 1e6
  const megapixels = million < 10 ? Math.round(million * 10) / 10 : Math.round(million)
  return t('photoPixels', { width, height, megapixels })
}

function describeLength(t: FactText, seconds: number): string {
  if (!Number.isFinite(seconds)) return t('length.unknown')
  // Rounded before it is divided: 119.6 seconds are 2 minutes, not 1 minute and 60 seconds.
  const tenths = Math.round(seconds * 10) / 10
  if (tenths < 60) return t('length.seconds', { seconds: tenths })
  const whole = Math.round(seconds)
  return t('length.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 })
}

/** "3.2 MB (3,214,556 bytes)" */
function describeSize(t: FactText, bytes: number, language: PageLanguage): string {
  const size = formatBytes(bytes, language)
  return bytes < 1000 ? size : t('sizeInBytes', { size, bytes })
}
