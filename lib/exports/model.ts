import type { ExportFormat, ExportWay } from './schema'

export interface StatusRead {
  state: 'running' | 'ready' | 'failed'
  /** An undocumented value, unchanged. */
  strange: string | null
}

const wordCharsMax = 60

/** A text of the service as one line that is short enough to be shown. Null for an empty text. */
export function readPhrase(value: unknown, charsMax = 200): string | null {
  if (typeof value !== 'string') return null
  const text = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return text === '' ? null : Array.from(text).slice(0, charsMax).join('')
}

/**
 * The state of an export or a report. The two spell "in progress" differently (`IN PROGRESS`, `IN_PROGRESS`), so case,
 * spaces, hyphens, underscores and a STATUS prefix are ignored. An unknown state is shown and is not final: polling
 * continues.
 */
export function readStatus(word: unknown): StatusRead {
  const given = readPhrase(word, wordCharsMax)
  const plain = (given ?? '')
    .toUpperCase()
    .replace(/[\s_-]+/g, '_')
    .replace(/^STATUS_/, '')
  if (plain === 'SUCCESS' || plain === 'DONE') return { state: 'ready', strange: null }
  if (plain === 'FAILED' || plain === 'FAILURE') return { state: 'failed', strange: null }
  return { state: 'running', strange: plain === 'IN_PROGRESS' ? null : given }
}

/**
 * How long to wait before the next poll, after `tries` polls. Polls are frequent at first, because most documents are
 * finished soon.
 */
export function pollDelayMs(tries: number, isSingle: boolean): number {
  const firstMs = isSingle ? 1_000 : 3_000
  return Math.min(15_000, Math.round(firstMs * 1.4 ** Math.min(tries, 20)))
}

/** How long to wait after a start was temporarily refused. */
export function startDelayMs(tries: number): number {
  return Math.min(60_000, 2_000 * 2 ** Math.min(tries, 10))
}

/** After this time, the console stops polling. */
export const giveUpMs = 30 * 60_000
/** For this long, the service may not know a new id everywhere. */
export const missingGraceMs = 30_000

const extensions: Record<ExportFormat, string> = { pdf: 'pdf', word: 'docx' }

/** The file name of a document. */
export function documentName(title: string | null, auditId: string, format: ExportFormat): string {
  return `${title === null || title.trim() === '' ? auditId : title.trim()}.${extensions[format]}`
}

/** The values that the service's operations use for the formats. */
export const formatWords = {
  report: { pdf: 'PDF', word: 'WORD' },
  export: { pdf: 'pdf', word: 'docx' },
} as const satisfies Record<ExportWay, Record<ExportFormat, string>>

/** Report preferences are listed as `template:id`, but the operation accepts only the part after the colon. */
export function readPreferenceId(id: string): string {
  return id.slice(id.lastIndexOf(':') + 1)
}

/** The file name at the end of an export's address, decoded; null when it has none. */
export function readHrefName(href: unknown): string | null {
  if (typeof href !== 'string') return null
  const segment = /\/([^/?#]+)(?:[?#].*)?$/.exec(href)?.[1]
  if (segment === undefined) return null
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Address at which the console offers a document for download. */
export function documentHref(jobId: string, position: number): string {
  return `/api/exports/${encodeURIComponent(jobId)}/files/${position}?download=1`
}
