import 'server-only'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node'

/**
 * Attributes that may leave the console. Other attributes of Next have addresses with their queries: searches, names,
 * tokens of links.
 */
const kept: ReadonlySet<string> = new Set([
  'http.method',
  'http.request.method',
  'http.route',
  'http.status_code',
  'http.response.status_code',
  'next.route',
  'next.rsc',
  'next.span_type',
  'error.type',
  'db.system.name',
  'db.operation.name',
  'db.query.text',
  'db.response.returned_rows',
  'sightline.operation',
  'sightline.lane',
])

/**
 * The name of a span of Next without an address: `GET /api/inspections/[auditId]`, or only its words if it has no
 * route.
 */
function writeName({ name, attributes }: ReadableSpan): string {
  if (attributes['next.span_type'] === undefined) return name
  const route = attributes['next.route'] ?? attributes['http.route']
  const words = name.split(' ').filter((word) => !/[/?]/.test(word))
  return [...words, ...(typeof route === 'string' ? [route] : [])].join(' ')
}

/** A processor that passes on spans with only the attributes that may leave, and without events and error messages. */
export function keepOnly(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, parent) => next.onStart(span, parent),
    onEnd: (span) => {
      const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => kept.has(name)))
      next.onEnd(
        Object.create(span, {
          name: { value: writeName(span) },
          attributes: { value: attributes },
          events: { value: [] },
          links: { value: [] },
          status: { value: { code: span.status.code } },
        }) as ReadableSpan,
      )
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}
