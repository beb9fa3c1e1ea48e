import type { ExplorerRequest } from './schema'
import { addressOf } from '@/lib/base-path'

/** A response of the pass-through. Error responses are returned too, not thrown. */
export interface ExplorerAnswer {
  status: number
  timeMs: number
  bytes: number
  contentType: string
  requestId: string | null
  /** The headers about limits and files, with their names. */
  headers: ReadonlyArray<readonly [string, string]>
  content: AnswerContent
}

export type AnswerContent =
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown; text: string }
  /** Shown unchanged: not JSON, or too large for a page. */
  | { kind: 'text'; text: string }
  | { kind: 'file'; name: string; blob: Blob }

const shownHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'content-range',
  'etag',
  'last-modified',
  'server-timing',
]
/** A longer text would block the page. The response can still be saved. */
const jsonBytesMax = 30_000_000

/**
 * Sends a request through the pass-through and reads its response, whatever its status.
 * @throws TypeError when there is no response, or the reason of `signal`
 */
export async function runRequest(
  { method, path, body }: ExplorerRequest,
  { isFile, fileName, signal }: { isFile: boolean; fileName: string; signal?: AbortSignal },
): Promise<ExplorerAnswer> {
  const startedAt = performance.now()
  const response = await fetch(addressOf(`/api/service${path}`), {
    method,
    headers: {
      accept: isFile ? '*/*' : 'application/json',
      ...(method === 'GET' ? {} : { 'x-requested-with': 'sightline' }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    ...(body === null ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  })
  const blob = await response.blob()
  const contentType = response.headers.get('content-type') ?? ''
  const isJson = /^application\/(?:problem\+)?json\b/i.test(contentType)
  const name = readFileName(response.headers.get('content-disposition')) ?? fileName
  return {
    status: response.status,
    timeMs: performance.now() - startedAt,
    bytes: blob.size,
    contentType,
    requestId: response.headers.get('x-request-id'),
    headers: shownHeaders.flatMap((header) => {
      const value = response.headers.get(header)
      return value === null ? [] : [[header, value] as const]
    }),
    content: await readContent(blob, { isJson, isFile: isFile && response.ok && !isJson, name }),
  }
}

async function readContent(
  blob: Blob,
  { isJson, isFile, name }: { isJson: boolean; isFile: boolean; name: string },
): Promise<AnswerContent> {
  if (blob.size === 0) return { kind: 'empty' }
  if (isFile) return { kind: 'file', name, blob }
  if (blob.size > jsonBytesMax) return { kind: 'file', name: `${name}.json`, blob }
  const text = await blob.text()
  if (!isJson) return { kind: 'text', text }
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown, text }
  } catch {
    return { kind: 'text', text }
  }
}

/** The name in a Content-Disposition header. */
export function readFileName(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  if (encoded !== undefined)
    try {
      return decodeURIComponent(encoded)
    } catch {
      // The body is not valid JSON, so its plain text is shown below.
    }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]?.replaceAll(/\\(.)/g, '$1') ?? null
}
