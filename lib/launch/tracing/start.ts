import 'server-only'
import type { TracingSettings } from '@/lib/env-tracing'

/**
 * Starts OpenTelemetry when a setting asks for it. Only then are its libraries loaded.
 * @returns sends what is left and ends; null when nothing is traced
 */
export async function startTracing(wanted: TracingSettings | null): Promise<(() => Promise<void>) | null> {
  if (wanted === null) return null
  const { openTelemetry } = await import('./open-telemetry')
  return openTelemetry(wanted)
}
