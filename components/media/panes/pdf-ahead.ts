import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import { startPdf } from './pdf-document'

type Opening = Promise<Pick<PDFDocumentLoadingTask, 'promise' | 'destroy'>>

/** Stops loading a document, whether or not it is open yet. */
export function closePdf(opening: Opening): void {
  void opening.then((task) => task.destroy()).catch(() => undefined)
}

/** Opens the PDF that the person may view next. Only one PDF is kept. */
export class PdfAhead<Start extends (url: string) => Opening> {
  readonly #start: Start
  #kept: { url: string; opening: ReturnType<Start> } | null = null

  constructor(start: Start) {
    this.#start = start
  }

  /** Opens a file before it is shown. */
  load(url: string): void {
    if (this.#kept?.url === url) return
    this.drop()
    const opening = this.#open(url)
    // The pane that shows the file handles the failure.
    opening.then((task) => task.promise).catch(() => undefined)
    this.#kept = { url, opening }
  }

  /** Closes the file that was opened in advance, if it was not shown. */
  drop(): void {
    if (this.#kept !== null) closePdf(this.#kept.opening)
    this.#kept = null
  }

  /** Opens a file, or takes the one that is open already. The caller closes it. */
  open(url: string): ReturnType<Start> {
    if (this.#kept?.url !== url) return this.#open(url)
    const { opening } = this.#kept
    this.#kept = null
    return opening
  }

  #open(url: string): ReturnType<Start> {
    // The cast is safe, because `Start` returns exactly this type.
    return this.#start(url) as ReturnType<Start>
  }
}

/** The PDF that this page has opened in advance. */
export const pdfAhead = new PdfAhead(startPdf)
