import type { PDFDocumentLoadingTask } from 'pdfjs-dist'

/**
 * Opens a PDF by pdf.js, loaded only when one is looked at. Its worker comes from our own bundle; nothing is compiled
 * from strings (no eval, no WebAssembly), because the content security policy allows neither.
 */
export async function openPdf(url: string): Promise<PDFDocumentLoadingTask> {
  const pdfjs = await import('pdfjs-dist')
  pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).toString()
  return pdfjs.getDocument({
    url,
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    // Whole pages are read as they are looked at, not the file ahead of the reader.
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 262_144,
  })
}
