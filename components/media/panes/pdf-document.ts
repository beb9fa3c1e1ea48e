import type { PDFDocumentLoadingTask, PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { addressOf } from '@/lib/base-path'

/**
 * Opens a PDF with pdf.js, which is loaded only when it is needed. Its worker comes from our own bundle. Nothing is
 * compiled from strings (no eval, no WebAssembly), because the content security policy allows neither.
 */
export async function startPdf(url: string): Promise<PDFDocumentLoadingTask> {
  const pdfjs = await import('pdfjs-dist')
  pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).toString()
  return pdfjs.getDocument({
    url: addressOf(url),
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    // Reads pages when they are needed, not the whole file in advance.
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 262_144,
  })
}

export interface PageSize {
  width: number
  height: number
}

const pagePixelsMax = 16_000_000

/** Size of an upright page in PDF points. */
export function pageSize(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

/** Renders a page `width` pixels wide at the screen's resolution, within the canvas size that every browser supports. */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): RenderTask {
  const size = pageSize(page)
  const sharp = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(pagePixelsMax / (width * width * (size.height / size.width))),
  )
  const viewport = page.getViewport({ scale: (width / size.width) * sharp })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  return page.render({ canvas, viewport })
}

/** Puts selectable text over a rendered page, for copying and screen readers. Returns a function that stops it. */
export function layText(page: PDFPageProxy, container: HTMLElement, width: number): () => void {
  let isOver = false
  let running: { cancel: () => void } | null = null
  const lay = async () => {
    const { TextLayer } = await import('pdfjs-dist')
    if (isOver) return
    const scale = width / pageSize(page).width
    container.style.setProperty('--total-scale-factor', String(scale))
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale }),
    })
    running = layer
    await layer.render()
  }
  // A page without readable text is still shown.
  lay().catch(() => undefined)
  return () => {
    isOver = true
    running?.cancel()
    container.replaceChildren()
  }
}
