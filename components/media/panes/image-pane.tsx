'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { addressOf } from '@/lib/base-path'
import { classNames } from '@/lib/browser/class-names'
import type { ViewerMedia } from '@/lib/media/schema'
import { titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import { usePointers, useWheelZoom } from './gestures'
import { PhotoBar } from './photo-bar'
import { ViewerNote } from './viewer-button'
import type { PaneKeySlot } from './pane-keys'
import { usePhotoKeys } from './use-photo-keys'
import { type PhotoView, usePhotoView } from './use-photo-view'
import { clampView, type Size, transformOf } from './zoom'

/** Longest side of a preview. A shorter preview was not scaled down, so it has all pixels of its file. */
const previewPx = 1600

/**
 * A photo that can be zoomed (wheel, pinch, double click, keys), moved and rotated. Nothing is saved. The preview is shown
 * until the original is decoded.
 */
export function ImagePane({
  media,
  preview,
  original,
  note,
  keys,
  onSwipe,
  onDecoded,
  onFail,
}: {
  media: ViewerMedia
  preview: string | null
  original: string | null
  note: string | null
  keys: PaneKeySlot
  onSwipe: (step: 1 | -1) => void
  /** The size of the original in pixels, once it is on screen. */
  onDecoded: (size: Size) => void
  onFail: () => void
}) {
  const t = useTranslations('media.photo')
  const title = titleOfMedia(media, useReportNames())
  const paneRef = useRef<HTMLDivElement>(null)
  const boxRef = useRef<HTMLDivElement>(null)
  const [previewSize, setPreviewSize] = useState<Size | null>(null)
  const [originalSize, setOriginalSize] = useState<Size | null>(null)
  const picture = originalSize ?? (previewSize === null ? null : guessOriginal(previewSize))
  const photo = usePhotoView(media, picture, paneRef)
  const { view, move, toggle } = photo
  useWheelZoom(paneRef, move)
  const pointers = usePointers(paneRef, { isZoomed: view.scale > 1, move, toggle, swipe: onSwipe })
  usePhotoKeys(keys, photo)
  usePlacedBox(boxRef, photo)
  const notes = [note, view.turns === 0 ? null : t('rotated')].filter((text) => text !== null)
  return (
    <>
      <div
        ref={paneRef}
        data-testid="image-stage"
        data-scale={view.scale.toFixed(2)}
        data-turns={view.turns}
        data-shows={originalSize === null ? (previewSize === null ? 'nothing' : 'preview') : 'original'}
        {...pointers}
        className={classNames(
          'relative size-full touch-none overflow-hidden select-none',
          view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
        )}
      >
        {picture === null && (
          <span className="absolute inset-0 grid place-items-center text-white/85">
            <Spinner />
          </span>
        )}
        <div ref={boxRef} className={classNames('absolute top-1/2 left-1/2', picture === null && 'invisible')}>
          {preview !== null && originalSize === null && (
            <Picture src={preview} alt={title} onDecoded={setPreviewSize} />
          )}
          {original !== null && (
            <Picture
              src={original}
              alt={title}
              isHidden={originalSize === null}
              onDecoded={(size) => {
                setOriginalSize(size)
                onDecoded(size)
              }}
              onFail={onFail}
            />
          )}
        </div>
      </div>
      {notes.length > 0 && <ViewerNote>{notes.join(' · ')}</ViewerNote>}
      <PhotoBar photo={photo} original={originalSize} />
    </>
  )
}

/** Sets the size, position and rotation of the photo's box. */
function usePlacedBox(boxRef: RefObject<HTMLElement | null>, { view, fit, pane }: PhotoView): void {
  // Set through the CSSOM, because the content security policy forbids style attributes only in markup.
  useEffect(() => {
    const box = boxRef.current
    if (box === null || fit === null) return
    box.style.width = `${fit.width}px`
    box.style.height = `${fit.height}px`
    // The pane may have become smaller since the photo was moved.
    box.style.transform = transformOf(clampView(view, fit, pane))
  })
}

/**
 * A preview of maximum length may belong to a larger file, so it fills the pane. A shorter preview has its file's size.
 */
function guessOriginal(preview: Size): Size {
  const isCut = Math.max(preview.width, preview.height) >= previewPx
  return isCut ? { width: preview.width * 4, height: preview.height * 4 } : preview
}

function Picture({
  src,
  alt,
  isHidden = false,
  onDecoded,
  onFail,
}: {
  src: string
  alt: string
  isHidden?: boolean
  onDecoded: (size: Size) => void
  onFail?: () => void
}) {
  return (
    // oxlint-disable-next-line next/no-img-element -- Next's optimizer is off, because it would parse untrusted files
    <img
      src={addressOf(src)}
      alt={alt}
      draggable={false}
      onLoad={(event) => {
        const image = event.currentTarget
        const notify = () => onDecoded({ width: image.naturalWidth, height: image.naturalHeight })
        // The original is shown only when it can be painted at once, so that nothing flashes after the preview.
        if (typeof image.decode === 'function') image.decode().then(notify, () => onFail?.())
        else notify()
      }}
      onError={onFail}
      // White, because signatures and drawings have no background of their own.
      className={classNames('absolute inset-0 size-full max-w-none bg-white', isHidden && 'invisible')}
    />
  )
}
