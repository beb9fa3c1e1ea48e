import 'server-only'
import type { TracingSettings } from '@/lib/env-tracing'

/**
 * Starts OpenTelemetry if a setting requests it. Only then are its libraries loaded.
 * @returns a function that sends the remaining spans and stops; null when tracing is off
 */
export async function startTracing(wanted: TracingSettings | null): Promise<(() => Promise<void>) | null> {
  if (wanted === null) return null
  const { openTelemetry } = await import('./open-telemetry')
  return openTelemetry(wanted)
}
