import { createHash } from 'node:crypto'

/** The response of a handler. The server adds the rate limit headers and applies faults to it. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export function answerJson(value: unknown, status = 200): Answer {
  return answerJsonBytes(Buffer.from(JSON.stringify(value)), status)
}

/** `answerJson` for JSON that was already written. */
export function answerJsonBytes(body: Buffer, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}

/** An entity tag for content that never changes at its address. */
export function makeEtag(...parts: ReadonlyArray<string | Buffer>): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `"${hash.digest('hex').slice(0, 32)}"`
}

interface FileRequest {
  range: string | undefined
  ifRange: string | undefined
  ifNoneMatch: string | undefined
}

/** Returns the whole file, one range of it (206), 416 for a range outside the file, or 304. */
export function answerFile(
  file: { body: Buffer; type: string; etag: string; modified: Date },
  ask: FileRequest,
): Answer {
  const headers: Record<string, string> = {
    'content-type': file.type,
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.modified.toUTCString(),
    'cache-control': 'private, max-age=0, must-revalidate',
  }
  if (ask.ifNoneMatch !== undefined && matchesEtag(ask.ifNoneMatch, file.etag)) {
    return { status: 304, headers, body: Buffer.alloc(0) }
  }
  const total = file.body.length
  const rangeHolds =
    ask.ifRange === undefined || ask.ifRange === file.etag || ask.ifRange === file.modified.toUTCString()
  const range = ask.range !== undefined && rangeHolds ? parseRange(ask.range, total) : null
  if (range === 'outside') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${total}` }, body: Buffer.alloc(0) }
  }
  if (range === null) return { status: 200, headers, body: file.body }
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${range.start}-${range.end}/${total}` },
    body: file.body.subarray(range.start, range.end + 1),
  }
}

function matchesEtag(header: string, etag: string): boolean {
  return header.split(',').some((part) => {
    const value = part.trim()
    return value === '*' || value.replace(/^W\//, '') === etag
  })
}

/** One byte range. Null means the whole file: the header is malformed or asks for several ranges, as RFC 9110 allows. */
function parseRange(header: string, total: number): { start: number; end: number } | 'outside' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    if (length === 0 || total === 0) return 'outside'
    return { start: Math.max(0, total - length), end: total - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= total) return 'outside'
  return { start, end: last === '' ? total - 1 : Math.min(Number(last), total - 1) }
}
