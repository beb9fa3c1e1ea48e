'use client'

import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { mediaHref } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import { openPdf } from './pdf-document'
import { StageButton } from './stage-button'

const zooms = [0.5, 0.75, 1, 1.5, 2, 3] as const
const pagePixelsMax = 16_000_000

interface PageSize {
  width: number
  height: number
}

/** A PDF page under page. Pages are drawn when they come near the screen, so that 500 of them open like one. */
export function PdfStage({ media, onFail }: { media: ViewerMedia; onFail: () => void }) {
  const [pdf, setPdf] = useState<{ document: PDFDocumentProxy; first: PageSize } | null>(null)
  const [zoom, setZoom] = useState(2)
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    let isOver = false
    const opening = openPdf(mediaHref(media.auditId, media.id))
    const load = async () => {
      try {
        const document = await (await opening).promise
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
        if (!isOver) setPdf({ document, first: { width, height } })
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

  const step = (by: 1 | -1) => setZoom((at) => Math.min(zooms.length - 1, Math.max(0, at + by)))
  useShortcuts([
    {
      id: 'media.closer',
      keys: ['+', '='],
      label: 'Closer',
      group: 'Media viewer',
      inDialogs: true,
      run: () => step(1),
    },
    { id: 'media.farther', keys: ['-'], label: 'Farther', group: 'Media viewer', inDialogs: true, run: () => step(-1) },
  ])

  if (pdf === null) {
    return (
      <p className="flex items-center gap-2 text-white/85">
        <Spinner /> Opening the PDF
      </p>
    )
  }
  const { numPages } = pdf.document
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        role="document"
        aria-label={`${media.title}, ${numPages} pages`}
        className="size-full overflow-auto"
      >
        <ol className="mx-auto flex w-fit min-w-full flex-col items-center gap-3 px-3 py-3">
          {Array.from({ length: numPages }, (_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a page is its number
            <li key={index}>
              <Page document={pdf.document} number={index + 1} guess={pdf.first} zoom={zooms[zoom] ?? 1} />
            </li>
          ))}
        </ol>
      </div>
      <div className="absolute bottom-2 left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-md bg-black/70 p-0.5 text-white/85">
        <StageButton icon={ZoomOut} label="Farther" keys="-" disabled={zoom === 0} onClick={() => step(-1)} />
        <span className="min-w-16 text-center text-xs tabular-nums">
          {numPages === 1 ? '1 page' : `${numPages} pages`}
        </span>
        <StageButton
          icon={ZoomIn}
          label="Closer"
          keys="+"
          disabled={zoom === zooms.length - 1}
          onClick={() => step(1)}
        />
      </div>
    </>
  )
}

function Page({
  document,
  number,
  guess,
  zoom,
}: {
  document: PDFDocumentProxy
  number: number
  guess: PageSize
  zoom: number
}) {
  const boxRef = useRef<HTMLDivElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(number === 1)
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')

  useEffect(() => {
    const box = boxRef.current
    if (box === null) return undefined
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '800px 0px',
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const box = boxRef.current
    if (box !== null) sizeBox(box, guess, zoom)
  }, [guess, zoom])

  useEffect(() => {
    const [box, canvas] = [boxRef.current, canvasRef.current]
    if (!isNear || box === null || canvas === null) return undefined
    let isOver = false
    let task: RenderTask | null = null
    const draw = async () => {
      const page = await document.getPage(number)
      if (isOver) return
      const size = page.getViewport({ scale: 1 })
      const width = sizeBox(box, size, zoom)
      const sharp = Math.min(
        window.devicePixelRatio || 1,
        Math.sqrt(pagePixelsMax / (width * width * (size.height / size.width))),
      )
      const viewport = page.getViewport({ scale: (width / size.width) * sharp })
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      task = page.render({ canvas, viewport })
      await task.promise
      if (!isOver) setState('drawn')
    }
    draw().catch(() => {
      if (!isOver) setState('failed')
    })
    return () => {
      isOver = true
      task?.cancel()
      // Far pages give their pixels back.
      canvas.width = 0
      canvas.height = 0
    }
  }, [document, number, isNear, zoom])

  return (
    <div ref={boxRef} data-page={number} data-state={state} className="relative bg-white">
      <canvas ref={canvasRef} className="size-full" />
      <span className="sr-only">Page {number}</span>
      {state === 'failed' && (
        <p className="absolute inset-0 grid place-items-center text-sm text-black">Page {number} cannot be shown.</p>
      )}
    </div>
  )
}

/** Sets the box to the page's form: as wide as the stage, at most 900 px, at zoom 1. Returns its width. */
function sizeBox(box: HTMLElement, size: PageSize, zoom: number): number {
  const room = (box.closest('[role=document]')?.clientWidth ?? 900) - 24
  const width = Math.min(room, 900) * zoom
  box.style.width = `${width}px`
  box.style.height = `${(width * size.height) / size.width}px`
  return width
}
