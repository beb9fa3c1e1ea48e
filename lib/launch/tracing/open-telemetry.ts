import 'server-only'
import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import packageFile from '@/package.json' with { type: 'json' }
import type { TracingSettings } from '@/lib/env-tracing'
import { tracing, type Tracer } from '@/lib/tracing'
import { keepOnly } from './keep-only'

/**
 * Next creates spans for requests and pages as soon as a provider is registered. `inSpan` creates those for calls and
 * statements.
 */
export function openTelemetry({ url, headers, serviceName }: TracingSettings): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: 3_000 })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': packageFile.version }),
    spanProcessors: [keepOnly(new BatchSpanProcessor(exporter))],
  })
  provider.register()
  tracing().tracer = createTracer()
  return async () => {
    tracing().tracer = null
    await provider.shutdown().catch(() => {
      // The receiver cannot be reached. The console stops anyway.
    })
    for (const api of [trace, context, propagation]) api.disable()
  }
}

function createTracer(): Tracer {
  const tracer = trace.getTracer('sightline')
  return {
    inSpan: async ({ name, attributes, isPart = false, isClient = false }, work) => {
      if (isPart && trace.getSpan(context.active()) === undefined) return work(() => {})
      const kind = isClient ? SpanKind.CLIENT : SpanKind.INTERNAL
      return tracer.startActiveSpan(name, { kind, attributes: { ...attributes() } }, async (span) => {
        try {
          return await work((more) => span.setAttributes({ ...more }))
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
  }
}

/** Records the type of an error but not its message, which may quote what a person entered. */
function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  span.setAttribute('error.type', code === '' ? (error instanceof Error ? error.name : 'unknown') : code)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
