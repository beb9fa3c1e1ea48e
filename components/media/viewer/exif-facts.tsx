'use client'

import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ViewerMedia } from '@/lib/media/schema'
import { mapHref } from '@/lib/report/view'
import { readExif } from './exif'
import { Fact, Instant } from './fact'

/** What the camera wrote into the photo, read in this browser once the original is here. */
export function ExifFacts({ media, file }: { media: ViewerMedia; file: Blob | null }) {
  const { data, isError } = useQuery({
    queryKey: ['media', 'exif', media.auditId, media.id],
    staleTime: Infinity,
    retry: false,
    enabled: file !== null,
    queryFn: () => (file === null ? null : readExif(file)),
  })
  if (isError) return <Fact name="Camera data">Cannot be read</Fact>
  if (data === null) return <Fact name="Camera data">None in this photo</Fact>
  if (data === undefined) return null
  const { takenAt, camera, lens, exposure, place, software } = data
  return (
    <>
      {takenAt !== null && (
        <Fact name="Taken, by the camera">
          {takenAt.hasZone ? (
            <Instant value={takenAt.text} />
          ) : (
            <>
              <span className="tabular-nums">{takenAt.text}</span>
              <span className="block text-xs text-white/70">The camera’s clock; it wrote no time zone.</span>
            </>
          )}
        </Fact>
      )}
      {camera !== null && <Fact name="Camera">{camera}</Fact>}
      {lens !== null && <Fact name="Lens">{lens}</Fact>}
      {exposure !== null && <Fact name="Exposure">{exposure}</Fact>}
      {software !== null && <Fact name="Software">{software}</Fact>}
      {place !== null && (
        <Fact name="Place, by the camera">
          <span className="tabular-nums">
            {place.latitude.toFixed(5)}, {place.longitude.toFixed(5)}
            {place.altitudeMetres !== null && `, ${Math.round(place.altitudeMetres)} m`}
          </span>
          <a
            href={mapHref(place)}
            target="_blank"
            rel="noopener noreferrer"
            className="flex w-fit items-center gap-1 underline underline-offset-2 hover:no-underline focus-visible:outline-white"
          >
            Open on OpenStreetMap
            <ExternalLink aria-hidden size={12} strokeWidth={1.75} />
            <span className="sr-only">(new tab)</span>
          </a>
        </Fact>
      )}
    </>
  )
}
