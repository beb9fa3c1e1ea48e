'use client'

import type { PDFDocumentProxy } from 'pdfjs-dist'
import { PanelLeft, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { openPdf, type PageSize, pageSize } from './pdf-document'
import { PdfPage, PdfPageThumb } from './pdf-page'
import { StageBar, StageButton } from './stage-button'
import { type StageKeySlot, useStageKeys } from './stage-keys'

const zooms = [0.5, 0.75, 1, 1.5, 2, 3] as const
const whole = 2
const wheelStepPx = 60

/** A PDF page under page. Pages are drawn when they come near the screen, so that 500 of them open like one. */
export function PdfStage({
  media,
  keys,
  onOpened,
  onFail,
}: {
  media: ViewerMedia
  keys: StageKeySlot
  onOpened: (pages: number) => void
  onFail: () => void
}) {
  const [pdf, setPdf] = useState<{ document: PDFDocumentProxy; first: PageSize } | null>(null)
  const fail = useEffectEvent(onFail)
  const tell = useEffectEvent(onOpened)
  useEffect(() => {
    let isOver = false
    const opening = openPdf(mediaHref(media.auditId, media.id))
    const load = async () => {
      try {
        const document = await (await opening).promise
        const first = pageSize(await document.getPage(1))
        if (isOver) return
        setPdf({ document, first })
        tell(document.numPages)
      } catch {
        if (!isOver) fail()
      }
    }
    void load()
    return () => {
      isOver = true
      void opening.then((task) => task.destroy()).catch(() => undefined)
    }
  }, [media.auditId, media.id])

  if (pdf === null) {
    return (
      <output className="flex items-center gap-2 text-white/85">
        <Spinner /> Opening the PDF
      </output>
    )
  }
  return <Pages title={media.title} document={pdf.document} first={pdf.first} keys={keys} />
}

function Pages({
  title,
  document,
  first,
  keys,
}: {
  title: string
  document: PDFDocumentProxy
  first: PageSize
  keys: StageKeySlot
}) {
  const listRef = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(whole)
  const [current, setCurrent] = useState(1)
  const [hasThumbs, setThumbs] = useState(true)
  const { numPages } = document
  const numbers = Array.from({ length: numPages }, (_, index) => index + 1)

  const step = (by: 1 | -1) => setZoom((at) => Math.min(zooms.length - 1, Math.max(0, at + by)))
  const goTo = (number: number) => {
    const page = Math.min(numPages, Math.max(1, number))
    listRef.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' })
    setCurrent(page)
  }
  useKeptPage(listRef, zoom, current)
  useWheelSteps(listRef, step)
  // Scrolling keys act wherever the focus is; the stage itself has it only after a click or Tab.
  useStageKeys(keys, (event) => {
    const list = listRef.current
    if (list === null || list.contains(event.target as Node)) return false
    const by = { ArrowDown: 60, ArrowUp: -60, PageDown: list.clientHeight * 0.9, PageUp: -list.clientHeight * 0.9 }
    const px = Object.hasOwn(by, event.key) ? by[event.key as keyof typeof by] : 0
    list.scrollTop += px
    return px !== 0
  })
  const shortcut = { group: 'Media viewer', inDialogs: true, repeats: true }
  useShortcuts([
    { ...shortcut, id: 'media.closer', keys: ['+', '='], label: 'Closer', run: () => step(1) },
    { ...shortcut, id: 'media.farther', keys: ['-'], label: 'Farther', run: () => step(-1) },
    { ...shortcut, id: 'media.fit', keys: ['0'], label: 'Whole width', run: () => setZoom(whole) },
  ])
  return (
    <div className="flex size-full min-h-0">
      {hasThumbs && numPages > 1 && (
        <nav aria-label="Pages" data-pages className="shrink-0 overflow-y-auto px-4 py-3 max-lg:hidden">
          <ol className="flex flex-col gap-3">
            {numbers.map((number) => (
              <li key={number}>
                <PdfPageThumb
                  document={document}
                  number={number}
                  guess={first}
                  isCurrent={number === current}
                  onGo={() => goTo(number)}
                />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="relative min-w-0 flex-1">
        <div
          ref={listRef}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          role="document"
          data-pages
          aria-label={`${title}, ${numPages === 1 ? '1 page' : `${numPages} pages`}`}
          className="size-full overflow-auto outline-offset-[-2px] focus-visible:outline-white"
        >
          <ol className="mx-auto flex w-fit min-w-full flex-col items-center gap-3 px-3 pt-3 pb-16">
            {numbers.map((number) => (
              <li key={number}>
                <PdfPage
                  document={document}
                  number={number}
                  guess={first}
                  zoom={zooms[zoom] ?? 1}
                  onCurrent={() => setCurrent(number)}
                />
              </li>
            ))}
          </ol>
        </div>
        <StageBar>
          {numPages > 1 && (
            <StageButton
              icon={PanelLeft}
              label="Small pages"
              aria-pressed={hasThumbs}
              onClick={() => setThumbs(!hasThumbs)}
              className="max-lg:hidden"
            />
          )}
          <StageButton icon={ZoomOut} label="Farther" keys="-" disabled={zoom === 0} onClick={() => step(-1)} />
          <span className="min-w-11 text-center text-xs tabular-nums">{Math.round((zooms[zoom] ?? 1) * 100)} %</span>
          <StageButton
            icon={ZoomIn}
            label="Closer"
            keys="+"
            disabled={zoom === zooms.length - 1}
            onClick={() => step(1)}
          />
          <PageField current={current} of={numPages} onGo={goTo} />
        </StageBar>
      </div>
    </div>
  )
}

/** "Page 3 of 12"; the number can be typed. */
function PageField({ current, of, onGo }: { current: number; of: number; onGo: (number: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    if (typed !== null && /^\d+$/.test(typed)) onGo(Number(typed))
    setTyped(null)
  }
  if (of === 1) return <span className="px-2 text-xs whitespace-nowrap">1 page</span>
  return (
    <label className="flex h-9 items-center gap-1.5 px-2 text-xs whitespace-nowrap tabular-nums">
      Page
      <input
        inputMode="numeric"
        value={typed ?? String(current)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          go()
        }}
        className="h-7 w-12 rounded border border-white/30 bg-black px-1 text-center text-white focus-visible:outline-white"
      />
      of {of}
    </label>
  )
}

/** Keeps the page that is read in place when all pages change their size. */
function useKeptPage(ref: { current: HTMLElement | null }, zoom: number, current: number): void {
  const before = useRef(zoom)
  const keep = useEffectEvent(() => {
    ref.current?.querySelector(`[data-page="${current}"]`)?.scrollIntoView({ block: 'start' })
  })
  useEffect(() => {
    if (before.current === zoom) return
    before.current = zoom
    keep()
  }, [zoom])
}

/** Zooms by steps with Ctrl and the wheel, and by a pinch on a trackpad, which comes as the same. */
function useWheelSteps(ref: { current: HTMLElement | null }, step: (by: 1 | -1) => void): void {
  const act = useEffectEvent(step)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    let gathered = 0
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      gathered -= event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1)
      if (Math.abs(gathered) < wheelStepPx) return
      act(gathered > 0 ? 1 : -1)
      gathered = 0
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [ref])
}
