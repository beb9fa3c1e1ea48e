'use client'

import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ViewerMedia } from '@/lib/media/schema'
import { mapHref } from '@/lib/report/view'
import { readExif } from './exif'
import { Fact, Instant } from './fact'

/** The camera's data in the photo, read in this browser when the original has loaded. */
export function ExifFacts({ media, file }: { media: ViewerMedia; file: Blob | null }) {
  const t = useTranslations('media.exif')
  const { data, isError } = useQuery({
    queryKey: ['media', 'exif', media.auditId, media.id],
    staleTime: Infinity,
    retry: false,
    enabled: file !== null,
    queryFn: () => (file === null ? null : readExif(file)),
  })
  if (isError) return <Fact name={t('label')}>{t('unreadable')}</Fact>
  if (data === null) return <Fact name={t('label')}>{t('none')}</Fact>
  if (data === undefined) return null
  const { takenAt, camera, lens, exposure, place, software } = data
  return (
    <>
      {takenAt !== null && (
        <Fact name={t('taken')}>
          {takenAt.hasZone ? (
            <Instant value={takenAt.text} />
          ) : (
            <>
              <span className="tabular-nums">{takenAt.text}</span>
              <span className="block text-xs text-white/70">{t('noZone')}</span>
            </>
          )}
        </Fact>
      )}
      {camera !== null && <Fact name={t('camera')}>{camera}</Fact>}
      {lens !== null && <Fact name={t('lens')}>{lens}</Fact>}
      {exposure !== null && <Fact name={t('exposure')}>{exposure}</Fact>}
      {software !== null && <Fact name={t('software')}>{software}</Fact>}
      {place !== null && (
        <Fact name={t('location')}>
          <span className="tabular-nums">
            {place.latitude.toFixed(5)}, {place.longitude.toFixed(5)}
          </span>
          {place.altitudeMetres !== null && (
            <span className="block">{t('altitude', { altitude: Math.round(place.altitudeMetres) })}</span>
          )}
          <a
            href={mapHref(place)}
            target="_blank"
            rel="noopener noreferrer"
            className="flex w-fit items-center gap-1 underline underline-offset-2 hover:no-underline focus-visible:outline-white"
          >
            {t('openMap')}
            <ExternalLink aria-hidden size={12} strokeWidth={1.75} />
            <span className="sr-only">{t('newTab')}</span>
          </a>
        </Fact>
      )}
    </>
  )
}
