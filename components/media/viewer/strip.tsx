'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import type { ViewerMedia } from '@/lib/media/schema'
import { useReportNames } from '@/lib/report/use-names'
import { describeMedia, ThumbPicture } from '@/components/media/thumb'

const stepPx = 70

/** Thumbnails of all files, in order. Only the visible ones are rendered. */
export function Strip({
  media,
  index,
  onGo,
}: {
  media: readonly ViewerMedia[]
  index: number
  onGo: (index: number) => void
}) {
  const t = useTranslations('media')
  const fileText = useTranslations('media.file')
  const names = useReportNames()
  const nameOf = (file: ViewerMedia) => {
    const name = describeMedia(fileText, names, file)
    return file.failed ? t('viewer.failedFile', { name }) : name
  }
  const scrollRef = useRef<HTMLDivElement>(null)
  const { inSight, extent, scrollToCenter } = useRowWindow(scrollRef, {
    total: media.length,
    size: stepPx,
    padding: 16,
    axis: 'horizontal',
  })
  useEffect(() => {
    if (index >= 0) scrollToCenter(index)
  }, [scrollToCenter, index])
  return (
    // Positions are counted from the left in every language.
    <div ref={scrollRef} dir="ltr" className="shrink-0 overflow-x-auto py-2">
      <ul aria-label={t('viewer.allFiles')} className="relative h-16" style={{ width: extent }}>
        {inSight.map(({ position: at, start }) => {
          const file = media[at]
          if (file === undefined) return null
          return (
            <li
              key={`${file.auditId}/${file.id}`}
              aria-setsize={media.length}
              aria-posinset={at + 1}
              className="absolute top-0 start-0"
              style={{ transform: `translateX(${start}px)` }}
            >
              <button
                type="button"
                aria-label={nameOf(file)}
                aria-current={at === index || undefined}
                onClick={() => onGo(at)}
                className={classNames(
                  // The viewer is dark in both themes, and so are the icons of files without a picture.
                  'relative block size-16 overflow-hidden rounded border-2 outline-offset-[-2px] focus-visible:outline-white [&>span]:bg-white/10 [&>span]:text-white/85',
                  at === index
                    ? 'border-white'
                    : 'border-transparent hover:border-white/50 [&_img]:opacity-60 hover:[&_img]:opacity-100',
                )}
              >
                <ThumbPicture media={file} />
                {file.failed && (
                  <i
                    aria-hidden
                    className="absolute top-1 end-1 size-2.5 rounded-full bg-[#ff5a61] ring-2 ring-black"
                  />
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
