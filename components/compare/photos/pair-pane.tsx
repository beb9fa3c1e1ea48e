'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Move, pointFromCenter, useWheelZoom } from '@/components/media/panes/gestures'
import { ViewerLink } from '@/components/media/panes/viewer-button'
import { ThumbPicture } from '@/components/media/thumb'
import { fitSize, type Size, type View } from '@/components/media/panes/zoom'
import { Spinner } from '@/components/ui/spinner'
import { addressOf } from '@/lib/base-path'
import { classNames } from '@/lib/browser/class-names'
import { downloadHref, mediaHref, thumbHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import type { Pane } from './linked-zoom'
import { usePinchAndDrag } from './pair-gestures'

/** One of the two panes: its photo in the given view, or why there is none. */
export function PairPane({
  name,
  media,
  view,
  onChange,
  onToggle,
  onMeasure,
}: {
  name: string
  media: ViewerMedia | null
  view: View
  onChange: Move
  onToggle: (point: { x: number; y: number }) => void
  onMeasure: (pane: Pane | null) => void
}) {
  const t = useTranslations('compare.pair')
  const isPicture = media !== null && media.isFetchable && (media.kind === 'image' || media.kind === 'unknown')
  return (
    <figure aria-label={name} className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-black/25">
      {isPicture ? (
        <Picture
          key={`${media.auditId}/${media.id}`}
          media={media}
          view={view}
          onChange={onChange}
          onToggle={onToggle}
          onMeasure={onMeasure}
        />
      ) : (
        <div className="grid min-h-0 flex-1 place-items-center p-4 text-sm text-white/80">
          {media === null ? t('noFile', { side: name }) : <OtherFile media={media} />}
        </div>
      )}
      <figcaption className="pointer-events-none absolute top-2 start-2 max-w-[calc(100%-4rem)] truncate rounded bg-black/70 px-2 py-0.5 text-xs text-white">
        {media !== null && media.of > 1 ? (
          t.rich('caption', {
            side: name,
            number: media.number,
            count: media.of,
            b: (text) => <span className="font-semibold">{text}</span>,
          })
        ) : (
          <span className="font-semibold">{name}</span>
        )}
      </figcaption>
      {media !== null && media.isFetchable && (
        <ViewerLink
          icon={Download}
          label={t('download', { name: media.fileName })}
          href={downloadHref(media.auditId, media.id, media.fileName)}
          download
          className="absolute top-1 end-1 bg-black/50"
        />
      )}
    </figure>
  )
}

function OtherFile({ media }: { media: ViewerMedia }) {
  const t = useTranslations('compare.pair')
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <span className="size-24 overflow-hidden rounded">
        <ThumbPicture media={media} />
      </span>
      <p>{t('onlyPhotos')}</p>
    </div>
  )
}

/** Tried one after another, because not every browser can show every photo itself. */
const sources = [
  (media: ViewerMedia) => mediaHref(media.auditId, media.id),
  (media: ViewerMedia) => thumbHref(media.auditId, media.id, 'large'),
] as const

function Picture({
  media,
  view,
  onChange,
  onToggle,
  onMeasure,
}: {
  media: ViewerMedia
  view: View
  onChange: Move
  onToggle: (point: { x: number; y: number }) => void
  onMeasure: (pane: Pane | null) => void
}) {
  const t = useTranslations('compare.pair')
  const names = useReportNames()
  const paneRef = useRef<HTMLDivElement>(null)
  const imageRef = useRef<HTMLImageElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [picture, setPicture] = useState<Size | null>(null)
  const [pane, setEdits] = useState<Size>({ width: 0, height: 0 })
  const source = sources[attempt]

  useEffect(() => {
    const element = paneRef.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setEdits({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    onMeasure(picture === null ? null : { picture, pane })
    return () => onMeasure(null)
  }, [picture, pane, onMeasure])
  useWheelZoom(paneRef, onChange)
  const pointers = usePinchAndDrag(paneRef, onChange)

  // Set through the CSSOM, because the content security policy forbids style attributes only in markup.
  useEffect(() => {
    const image = imageRef.current
    if (image === null || picture === null) return
    const fit = fitSize(picture, pane, 0)
    image.style.width = `${fit.width}px`
    image.style.height = `${fit.height}px`
    image.style.transform = `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  })
  const fail = useCallback(() => setAttempt((before) => before + 1), [])

  return (
    <div
      ref={paneRef}
      data-testid="pair-pane"
      data-scale={view.scale.toFixed(2)}
      data-offset={`${Math.round(view.x)},${Math.round(view.y)}`}
      onDoubleClick={(event) => onToggle(pointFromCenter(event.currentTarget, event))}
      {...pointers}
      className={classNames(
        'relative min-h-0 flex-1 touch-none overflow-hidden select-none',
        view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
      )}
    >
      {source === undefined ? (
        <p className="absolute inset-0 grid place-items-center p-4 text-center text-sm text-white/80">
          {t('cannotShow')}
        </p>
      ) : (
        <>
          {picture === null && (
            <span className="absolute inset-0 grid place-items-center text-white/85">
              <Spinner />
            </span>
          )}
          {/* oxlint-disable-next-line next/no-img-element -- Next's optimizer is off, because it would parse untrusted files */}
          <img
            ref={imageRef}
            src={addressOf(source(media))}
            alt={titleOfMedia(media, names)}
            draggable={false}
            onLoad={(event) =>
              setPicture({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
            }
            onError={fail}
            className={classNames('absolute top-1/2 left-1/2 max-w-none', picture === null && 'invisible')}
          />
        </>
      )}
    </div>
  )
}
