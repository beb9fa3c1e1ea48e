'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { describeMedia, ThumbPicture } from '@/components/media/thumb'
import { writeMediaHref } from '@/components/review/session/queue-address'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { ListParams } from '@/lib/inspections/schema'
import { mediaWallQueries } from '@/lib/media/queries'
import type { WallFile } from '@/lib/media/schema'
import { inspectionOfMedia, titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'

const shownMax = 12

/** The newest photos and files of a list of inspections. Each opens on the wall of all of them. */
export function LatestPhotos({ params, none }: { params: ListParams; none: string }) {
  const t = useTranslations('overview.photos')
  const { data, error, isFetching, refetch } = useInfiniteQuery(
    mediaWallQueries.wall({ list: params, show: 'all', kinds: [], question: '' }),
  )
  const files = data?.pages[0]?.files
  const all = writeMediaHref(params)
  // The casts are safe: only queries differ.
  const wallHref = (query: Readonly<Record<string, string>>) =>
    `${all}${all.includes('?') ? '&' : '?'}${new URLSearchParams({ show: 'all', ...query }).toString()}` as Route
  return (
    <section aria-labelledby="latest-photos" className="rounded border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="latest-photos" className="text-base font-semibold">
          {t('title')}
        </h2>
        {files !== undefined && files.length > 0 && (
          <Link href={wallHref({})} className="text-sm text-accent-ink underline-offset-2 hover:underline">
            {t('all')}
          </Link>
        )}
      </div>
      {error !== null && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {files === undefined && error === null && <Skeleton className="mt-3 h-32 w-full" />}
      {files?.length === 0 && <p className="mt-2 text-sm text-ink-muted">{none}</p>}
      {files !== undefined && files.length > 0 && (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-2 gap-y-3">
          {files.slice(0, shownMax).map((file) => (
            <li key={`${file.auditId} ${file.id}`} className="min-w-0">
              <Photo file={file} href={wallHref({ file: file.id, of: file.auditId })} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Photo({ file, href }: { file: WallFile; href: Route }) {
  const t = useTranslations('media')
  const texts = useTranslations('media.file')
  const names = useReportNames()
  const { failed } = file
  const inspection = inspectionOfMedia(file, names) ?? ''
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={t(failed ? 'wall.failedTile' : 'wall.tile', { file: describeMedia(texts, names, file), inspection })}
      className="group block outline-offset-2"
    >
      <span className="relative block aspect-square overflow-hidden rounded bg-raised">
        <ThumbPicture media={file} size="medium" />
        {failed && (
          <CircleX
            aria-hidden
            size={18}
            strokeWidth={2}
            className="absolute top-1.5 end-1.5 rounded-full bg-bad text-surface shadow-float"
          />
        )}
      </span>
      <span aria-hidden className="block pt-1 text-xs leading-4">
        <span className="block truncate font-medium group-hover:underline">{titleOfMedia(file, names)}</span>
        <span className="block truncate text-ink-muted">{inspection}</span>
      </span>
    </Link>
  )
}
