import 'server-only'
import { processWide } from '@/lib/process-wide'
import { reportEvent } from '@/lib/web/report-failure'

/** A request that was answered, as metrics count it. */
export interface AnsweredRequest {
  /** The path with the names of its parameters in their places: /api/exports/[jobId]. */
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
/** /api and the noun have no parameters. */
const firstParameterAt = 3

type Params = Readonly<Record<string, string | string[] | undefined>>

/**
 * The pattern of a path, from what Next took for its parameters. It has no other names and as many parts as the path's
 * route, so there are few patterns, whatever is requested.
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
    // An ambiguous spelling: one pattern for all of them.
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
  /** Next passes none to a handler whose path has none. */
  params: Promise<Params> | undefined
  status: number
  requestId: string
  /** By `performance.now()`. */
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
