import { processWide } from './process-wide'

/**
 * Spans of what the console does, for OpenTelemetry. Nothing here imports it: without OTEL_EXPORTER_OTLP_ENDPOINT work runs as if
 * this file were not there (lib/launch/tracing).
 */

/** Values of attributes never contain tokens, personal data or answers. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  name: string
  /** Asked only when there is a span. */
  attributes: () => SpanAttributes
  /** Only as a part of another span, because it happens too often for one of its own. */
  isPart?: boolean
  /** A request to another server, for which the tools draw an arrow. */
  isClient?: boolean
}

/** Adds attributes that are known only later. */
export type Note = (attributes: SpanAttributes) => void

export interface Tracer {
  inSpan<Result>(options: SpanOptions, work: (note: Note) => Promise<Result>): Promise<Result>
}

/** The tracer of this process; null: nothing is traced. */
export const tracing = () => processWide<{ tracer: Tracer | null }>('tracing', () => ({ tracer: null }))

const noNote: Note = () => {}

/** Does work within a span, which gets its error. */
export function inSpan<Result>(options: SpanOptions, work: (note: Note) => Promise<Result>): Promise<Result> {
  const { tracer } = tracing()
  return tracer === null ? work(noNote) : tracer.inSpan(options, work)
}
