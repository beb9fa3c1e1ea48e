'use client'

import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { titleOfMedia } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import { PdfBar } from './pdf-bar'
import { closePdf, pdfAhead } from './pdf-ahead'
import { type PageSize, pageSize } from './pdf-document'
import { PdfPage, PdfPageThumb } from './pdf-page'
import type { PaneKeySlot } from './pane-keys'
import { usePdfReading } from './use-pdf-reading'

/** A PDF, one page below the other. Pages are rendered near the screen only, so that 500 pages open as fast as one. */
export function PdfPane({
  media,
  keys,
  onOpened,
  onFail,
}: {
  media: ViewerMedia
  keys: PaneKeySlot
  onOpened: (pages: number) => void
  onFail: () => void
}) {
  const t = useTranslations('media.loading')
  const names = useReportNames()
  const [pdf, setPdf] = useState<{ document: PDFDocumentProxy; first: PageSize } | null>(null)
  const fail = useEffectEvent(onFail)
  const notify = useEffectEvent(onOpened)
  useEffect(() => {
    let isOver = false
    const opening = pdfAhead.open(mediaHref(media.auditId, media.id))
    const load = async () => {
      try {
        const document = await (await opening).promise
        const first = pageSize(await document.getPage(1))
        if (isOver) return
        setPdf({ document, first })
        notify(document.numPages)
      } catch {
        if (!isOver) fail()
      }
    }
    void load()
    return () => {
      isOver = true
      closePdf(opening)
    }
  }, [media.auditId, media.id])

  if (pdf === null) {
    return (
      <output className="flex items-center gap-2 text-white/85">
        <Spinner /> {t('pdf')}
      </output>
    )
  }
  return <Pages title={titleOfMedia(media, names)} document={pdf.document} first={pdf.first} keys={keys} />
}

interface PagesProps {
  title: string
  document: PDFDocumentProxy
  first: PageSize
  keys: PaneKeySlot
}

function Pages({ title, document, first, keys }: PagesProps) {
  const t = useTranslations('media.pdf')
  const listRef = useRef<HTMLDivElement>(null)
  const [hasThumbs, setThumbs] = useState(true)
  const { numPages } = document
  const reading = usePdfReading(listRef, { numPages, keys })
  const numbers = Array.from({ length: numPages }, (_, index) => index + 1)
  return (
    <div className="flex size-full min-h-0">
      {hasThumbs && numPages > 1 && (
        <nav aria-label={t('pages')} data-pages className="shrink-0 overflow-y-auto px-4 py-3 max-lg:hidden">
          <ol className="flex flex-col gap-3">
            {numbers.map((number) => (
              <li key={number}>
                <PdfPageThumb
                  document={document}
                  number={number}
                  guess={first}
                  isCurrent={number === reading.current}
                  onGo={() => reading.goTo(number)}
                />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="relative min-w-0 flex-1">
        <div
          ref={listRef}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
          tabIndex={0}
          role="document"
          data-pages
          aria-label={t('document', { title, pages: numPages })}
          className="size-full overflow-auto outline-offset-[-2px] focus-visible:outline-white"
        >
          <ol className="mx-auto flex w-fit min-w-full flex-col items-center gap-3 px-3 pt-3 pb-16">
            {numbers.map((number) => (
              <li key={number}>
                <PdfPage
                  document={document}
                  number={number}
                  guess={first}
                  zoom={reading.zoom}
                  onCurrent={() => reading.setCurrent(number)}
                />
              </li>
            ))}
          </ol>
        </div>
        <PdfBar reading={reading} numPages={numPages} hasThumbs={hasThumbs} onThumbsChange={setThumbs} />
      </div>
    </div>
  )
}
