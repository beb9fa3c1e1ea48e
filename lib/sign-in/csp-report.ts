import 'server-only'
import { clientAddress } from '@/lib/access/client-address'
import { addressKey } from '@/lib/access/address-prefix'
import { AppError } from '@/lib/errors'
import { readBytes } from '@/lib/http/body'
import { reportEvent } from '@/lib/web/report-failure'
import { takeToken } from '@/lib/web/throttle'
import { serverText } from '@/lib/server-text'

const bytesMax = 16_000
const reportsMax = 10
const limit = { burst: 20, perSecond: 0.5 }
const types = new Set(['application/csp-report', 'application/reports+json', 'application/json'])

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.replace(/\?.*$/, '').slice(0, 300) : undefined
}

function summarize(report: unknown): Record<string, unknown> | null {
  if (typeof report !== 'object' || report === null) return null
  const outer = report as Record<string, unknown>
  const inner = outer['csp-report'] ?? outer['body']
  if (typeof inner !== 'object' || inner === null) return null
  const fields = inner as Record<string, unknown>
  return {
    directive: textOf(fields['effectiveDirective'] ?? fields['effective-directive'] ?? fields['violated-directive']),
    blocked: textOf(fields['blockedURL'] ?? fields['blocked-uri']),
    page: textOf(fields['documentURL'] ?? fields['document-uri']),
    source: textOf(fields['sourceFile'] ?? fields['source-file']),
    line: Number(fields['lineNumber'] ?? fields['line-number']) || undefined,
    sample: textOf(fields['sample'] ?? fields['script-sample']),
  }
}

/**
 * Logs violation reports of both formats: at most ten with 16 KB in total per request, and 30 per minute from one
 * address. More are dropped.
 * @throws AppError too_large, unsupported, throttled
 */
export async function readReport(request: Request): Promise<null> {
  const waitSeconds = takeToken(`csp ${addressKey(clientAddress(request.headers))}`, limit)
  if (waitSeconds > 0)
    throw new AppError('throttled', serverText('signIn.tooManyReports'), {
      details: { retryAfterSeconds: Math.ceil(waitSeconds) },
    })
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!types.has(type)) throw new AppError('unsupported', serverText('signIn.noReport'))
  const bytes = await readBytes(request, bytesMax)
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
  for (const report of (Array.isArray(value) ? value : [value]).slice(0, reportsMax)) {
    const fields = summarize(report)
    if (fields !== null) reportEvent('warn', { csp: fields }, 'a page was refused something by its policy')
  }
  return null
}
