import type { ExportFormat, ExportWay } from './schema'

export interface StatusRead {
  state: 'running' | 'ready' | 'failed'
  /** An undocumented value, unchanged. */
  strange: string | null
}

const wordCharsMax = 60

/** One line of the service's own, short enough to be shown. Null for none. */
export function readPhrase(value: unknown, charsMax = 200): string | null {
  if (typeof value !== 'string') return null
  const text = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return text === '' ? null : Array.from(text).slice(0, charsMax).join('')
}

/**
 * The state of an export or a report. The two spell "in progress" differently (`IN PROGRESS`, `IN_PROGRESS`); case,
 * spaces, lines and a STATUS prefix are ignored. An unknown state is not final: polling continues, and it is shown.
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

/** How long to wait before the next look: often at first, when most end. `tries` looks were taken. */
export function pollDelayMs(tries: number, isSingle: boolean): number {
  const firstMs = isSingle ? 1_000 : 3_000
  return Math.min(15_000, Math.round(firstMs * 1.4 ** Math.min(tries, 20)))
}

/** How long a start that was refused for now waits. */
export function startDelayMs(tries: number): number {
  return Math.min(60_000, 2_000 * 2 ** Math.min(tries, 10))
}

/** After this time the console stops checking by itself. */
export const giveUpMs = 30 * 60_000
/** A new id may not be known at once everywhere in the service. */
export const missingGraceMs = 30_000

const extensions: Record<ExportFormat, string> = { pdf: 'pdf', word: 'docx' }

/** The file name of a document. */
export function documentName(title: string | null, auditId: string, format: ExportFormat): string {
  return `${title === null || title.trim() === '' ? auditId : title.trim()}.${extensions[format]}`
}

/** The words of the service's operations for the formats. */
export const formatWords = {
  report: { pdf: 'PDF', word: 'WORD' },
  export: { pdf: 'pdf', word: 'docx' },
} as const satisfies Record<ExportWay, Record<ExportFormat, string>>

/** Report preferences are listed as `template:id`; the operation takes what follows the colon. */
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

/** Address of a document at the console; it saves the file. */
export function documentHref(jobId: string, position: number): string {
  return `/api/exports/${encodeURIComponent(jobId)}/files/${position}?download=1`
}
