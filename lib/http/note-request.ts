import 'server-only'
import { processWide } from '@/lib/process-wide'
import { reportEvent } from '@/lib/web/report-failure'

/** A request that has its response, as metrics count it. */
export interface AnsweredRequest {
  /** The path with the names of its parameters in place of their values: /api/exports/[jobId]. */
  pattern: string
  method: string
  status: number
  durationMs: number
}

/** The counters of requests in this process. */
export const requestEars = () =>
  processWide<{ onAnswered: ((answered: AnsweredRequest) => void) | null }>('request-ears', () => ({
    onAnswered: null,
  }))

/** Slower requests get a line in the log. */
const slowMs = 3_000
/** /api and the noun after it are never parameters. */
const firstParameterAt = 3

type Params = Readonly<Record<string, string | string[] | undefined>>

/**
 * The pattern of a path, based on the parameters that Next read from it. It contains no other names and has as many
 * parts as the path's route. So the number of patterns is small, no matter what is requested.
 */
export function patternOf(pathname: string, params: Params): string {
  const parts = pathname.split('/')
  let from = firstParameterAt
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue
    if (Array.isArray(value)) {
      parts.splice(Math.max(firstParameterAt, parts.length - value.length), value.length, `[...${name}]`)
      break
    }
    const at = parts.findIndex((part, index) => index >= from && decode(part) === decode(value))
    // The path has an ambiguous spelling. All of these share one pattern.
    if (at === -1) return `${parts.slice(0, firstParameterAt).join('/')}/[unread]`
    parts[at] = `[${name}]`
    from = at + 1
  }
  return parts.join('/')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Counts a request, and logs a line about a slow one. Never fails. */
export async function noteRequest(seen: {
  request: Request
  /** Undefined for a handler whose path has no parameters. */
  params: Promise<Params> | undefined
  status: number
  requestId: string
  /** A time of `performance.now()`. */
  startedAt: number
}): Promise<void> {
  const durationMs = performance.now() - seen.startedAt
  const { onAnswered } = requestEars()
  const isSlow = durationMs >= slowMs
  if (onAnswered === null && !isSlow) return
  const { method, url } = seen.request
  const params = await Promise.resolve(seen.params).catch(() => undefined)
  const pattern = patternOf(new URL(url).pathname, params ?? {})
  onAnswered?.({ pattern, method, status: seen.status, durationMs })
  if (isSlow)
    reportEvent(
      'info',
      { requestId: seen.requestId, method, route: pattern, status: seen.status, durationMs: Math.round(durationMs) },
      'a request took long',
    )
}
