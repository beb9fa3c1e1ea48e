import 'server-only'
import { AppError } from '@/lib/errors'
import { contentDisposition, mediaHeaders } from '@/lib/http/media-policy'
import { toWebStream } from '@/lib/http/stream'
import { toStatusError } from '@/lib/service/errors'
import type { RawAnswer, Service } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import type { ReadyFile } from './data'
import { documentName } from './model'
import type { ExportFormat, ExportLink } from './schema'
import { readDocumentState } from './remote'

/**
 * Delivers a finished document to a person. Its address is requested each time, because addresses of reports expire
 * soon.
 * An export is fetched by its ids at the documented path, with the token. The service's `href` only provides the file
 * name and is never followed. A report's address needs no token. At the service's own host, the server reads it without
 * the token. For any other host, the browser gets the address and opens it itself.
 */
type Files = Pick<Service, 'call' | 'raw' | 'openLink' | 'isOwnLink'>

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const expectedTypes: Record<ExportFormat, string> = { pdf: 'application/pdf', word: wordType }
const namelessTypes = new Set(['application/octet-stream', 'binary/octet-stream', 'application/force-download', ''])

interface Reader {
  signal?: AbortSignal
}

interface Place {
  fileName: string | null
  url: string | null
}

/** @throws AppError conflict when the service no longer has the document, or is still creating it again */
async function findPlace(service: Files, file: ReadyFile, { signal }: Reader): Promise<Place> {
  const state = await readDocumentState(service, file, {
    lane: 'person',
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') throw gone()
    throw error
  })
  if (state.state !== 'ready') throw gone()
  return state
}

function gone(): AppError {
  return new AppError('conflict', serverText('exports.notKept'))
}

/** The document's bytes, or the address for the browser when the server must not fetch it. */
async function tryOpen(
  service: Files,
  file: ReadyFile,
  reader: Reader,
): Promise<{ answer: RawAnswer } | { url: string; host: string }> {
  for (let tries = 1; ; tries += 1) {
    const { fileName, url } = await findPlace(service, file, reader)
    if (file.via === 'export') {
      if (fileName === null) throw gone()
      const params = { auditId: file.auditId, exportId: file.remoteId, filename: fileName }
      return { answer: await service.raw('downloadExport', { params }, { lane: 'person', ...reader }) }
    }
    if (url === null) throw gone()
    const answer = await service.openLink(url, reader.signal)
    if (answer === null) return readForeign(url)
    // The address expired between the two requests. Try once more with a new address.
    const hasEnded = answer.status === 401 || answer.status === 403 || answer.status === 410
    if (!hasEnded || tries === 2) return { answer }
    answer.stream?.destroy()
  }
}

function readForeign(link: string): { url: string; host: string } {
  const url = URL.canParse(link) ? new URL(link) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('upstream_failed', serverText('exports.badAddress'))
  return { url: url.href, host: url.host }
}

/** Where a person downloads a document: from this console, or from a host that only their browser may open. */
export async function linkDocument(service: Files, file: ReadyFile, here: string, reader: Reader): Promise<ExportLink> {
  if (file.via === 'export') return { kind: 'here', href: here }
  const { url } = await findPlace(service, file, reader)
  if (url === null) throw gone()
  return service.isOwnLink(url) ? { kind: 'here', href: here } : { kind: 'elsewhere', ...readForeign(url) }
}

/**
 * Streams a document to the browser, with the headers for untrusted content. A PDF is shown or saved; everything else
 * is saved. A file of another type than requested is refused.
 * @throws AppError conflict (deleted, or at another host), upstream_failed
 */
export async function answerDocument(
  service: Files,
  file: ReadyFile,
  { download, signal }: { download: boolean; signal: AbortSignal },
): Promise<Response> {
  const found = await tryOpen(service, file, { signal })
  if ('host' in found) throw new AppError('conflict', serverText('exports.otherHost', { host: found.host }))
  const { answer } = found
  if (answer.status !== 200) {
    answer.stream?.on('error', () => undefined).destroy()
    if (file.via === 'export')
      throw toStatusError(answer.status, answer.headers, answer.bytes, { repeatable: true, nowMs: Date.now() })
    throw new AppError('upstream_failed', serverText('exports.linkFailed'), {
      details: { upstreamStatus: answer.status },
    })
  }
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const expected = expectedTypes[file.format]
  if (type !== expected && !namelessTypes.has(type)) {
    answer.stream?.on('error', () => undefined).destroy()
    throw new AppError('upstream_failed', serverText('exports.otherFile'))
  }
  const name = documentName(file.title, file.auditId, file.format)
  const headers = new Headers(mediaHeaders(type === expected ? type : null, name, { download }))
  if (type === wordType && file.format === 'word') {
    headers.set('content-type', wordType)
    headers.set('content-disposition', contentDisposition('attachment', name))
  }
  const length = answer.headers['content-length']
  if (length !== undefined) headers.set('content-length', length)
  if (answer.stream !== null) return new Response(toWebStream(answer.stream, signal), { headers })
  return new Response(Buffer.from(answer.bytes ?? new Uint8Array()), { headers })
}
