import { processWide } from './process-wide'

/**
 * Spans of the console's work, for OpenTelemetry. This file does not import OpenTelemetry: without
 * OTEL_EXPORTER_OTLP_ENDPOINT, work runs unchanged (lib/launch/tracing).
 */

/** Values of attributes never contain tokens, personal data or answers. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  name: string
  /** Called only when there is a span. */
  attributes: () => SpanAttributes
  /** Traced only within another span, because it happens too often to be a separate trace. */
  isPart?: boolean
  /** Whether the span is a request to another server, which tracing tools show as an arrow. */
  isClient?: boolean
}

/** Adds attributes that become known only later. */
export type Note = (attributes: SpanAttributes) => void

export interface Tracer {
  inSpan<Result>(options: SpanOptions, work: (note: Note) => Promise<Result>): Promise<Result>
}

/** The tracer of this process; null: nothing is traced. */
export const tracing = () => processWide<{ tracer: Tracer | null }>('tracing', () => ({ tracer: null }))

const noNote: Note = () => {}

/** Runs work within a span. An error of the work is recorded in the span. */
export function inSpan<Result>(options: SpanOptions, work: (note: Note) => Promise<Result>): Promise<Result> {
  const { tracer } = tracing()
  return tracer === null ? work(noNote) : tracer.inSpan(options, work)
}
