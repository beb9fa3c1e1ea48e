'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import Link from 'next/link'
import { formatBytes, formatCount } from '@/lib/browser/numbers'
import { inspectionHref } from '@/lib/browser/routes'
import { mediaQueries } from '@/lib/media/queries'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import { Checksum } from './checksum'
import { ExifFacts } from './exif-facts'
import { Fact, Instant } from './fact'
import type { FileState } from '@/components/media/file-store'
import type { StageFacts } from '@/components/media/stages/stage'

/** What is known of a file: where it belongs, when it was taken, what it is. Worked out here; nothing is sent anywhere. */
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
  shown: StageFacts | null
  onShowItem: (anchor: string) => void
}) {
  const facts = useQuery({ ...mediaQueries.facts(media.auditId, media.id), enabled: media.isFetchable })
  const { anchor } = media
  const file = original.status === 'ready' ? original.blob : null
  const unread = facts.isError || !media.isFetchable ? 'Not known' : '…'
  const bytes = file?.size ?? facts.data?.bytes
  return (
    <aside
      aria-label="About this file"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="w-full shrink-0 overflow-y-auto border-white/15 p-4 text-sm text-white outline-offset-[-2px] focus-visible:outline-white max-md:max-h-[40dvh] max-md:border-t md:w-80 md:border-l"
    >
      <dl className="space-y-3">
        <Fact name="Question">
          {media.title}
          {media.failed && (
            <span className="mt-1 flex items-center gap-1 text-xs font-medium text-[#ff8f94]">
              <CircleX aria-hidden size={12} strokeWidth={2} /> Failed
            </span>
          )}
        </Fact>
        {media.section !== null && <Fact name="Section">{media.section}</Fact>}
        <Fact name="Inspection">
          <Link
            href={inspectionHref(media.auditId)}
            className="underline underline-offset-2 hover:no-underline focus-visible:outline-white"
          >
            {media.inspectionTitle ?? 'Open the inspection'}
          </Link>
        </Fact>
        {media.label !== null && <Fact name="Label">{media.label}</Fact>}
        <Fact name="Added to the answer">
          {media.takenAt === null ? 'Not known' : <Instant value={media.takenAt} />}
        </Fact>
        <Fact name="Dimensions">{describeDimensions(shown, kind)}</Fact>
        <Fact name="Size">{bytes === undefined ? unread : bytes === null ? 'Not known' : formatSize(bytes)}</Fact>
        <Fact name="Type">
          {media.ext === null ? 'No extension' : media.ext.toUpperCase()}
          {facts.data?.contentType !== undefined && facts.data.contentType !== null && (
            <span className="block text-xs text-white/70">{describeType(facts.data.contentType)}</span>
          )}
        </Fact>
        {media.isFetchable && <ExifFacts key={`exif ${media.auditId}/${media.id}`} media={media} file={file} />}
        {media.isFetchable && (
          <Fact name="SHA-256">
            <Checksum media={media} file={file} bytes={bytes ?? null} />
          </Fact>
        )}
        <Fact name="File id">
          <code className="font-mono text-xs wrap-anywhere select-all">{media.id}</code>
        </Fact>
      </dl>
      {anchor !== null && (
        <button
          type="button"
          onClick={() => onShowItem(anchor)}
          className="mt-4 inline-flex h-8 items-center rounded border border-white/30 px-3 text-sm font-medium hover:bg-white/12 focus-visible:outline-white"
        >
          Show answer in report
        </button>
      )}
    </aside>
  )
}

function describeDimensions(shown: StageFacts | null, kind: MediaKind | null): string {
  if (shown?.pages !== undefined) return shown.pages === 1 ? '1 page' : `${formatCount(shown.pages)} pages`
  if (shown?.width === undefined || shown.height === undefined) {
    return kind === 'image' || kind === 'video' ? 'Known when it is shown in full' : 'Not known'
  }
  const size = `${formatCount(shown.width)} × ${formatCount(shown.height)}`
  if (shown.seconds !== undefined) return `${size}, ${describeSeconds(shown.seconds)}`
  const million = (shown.width * shown.height) / 1e6
  return `${size} (${million < 10 ? million.toFixed(1) : Math.round(million)} MP), shown in full resolution`
}

function describeSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'length not known'
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** "3.2 MB (3,214,556 bytes)" */
function formatSize(bytes: number): string {
  return bytes < 1000 ? formatBytes(bytes) : `${formatBytes(bytes)} (${formatCount(bytes)} bytes)`
}

/** What is not on the list of shown types is given without one. */
function describeType(contentType: string): string {
  return contentType === 'application/octet-stream' ? 'Not of a type that browsers show by themselves' : contentType
}
