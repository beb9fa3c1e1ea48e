import { parseUrl, type Wrong } from './env-parts'

export interface TracingSettings {
  /** Address that traces are sent to, over OTLP and HTTP. */
  url: string
  /** Headers with the credentials for the receiver. */
  headers: Readonly<Record<string, string>>
  serviceName: string
}

export const tracingVariables = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  // The libraries of OpenTelemetry read these two variables themselves.
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
] as const
type Environment = Partial<Record<(typeof tracingVariables)[number], string | undefined>>

/** Reads a list such as `api-key=abc,tenant=one`, with percent-encoded special characters. Null for other texts. */
function readHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
    if (name === '') return null
    try {
      headers[name] = decodeURIComponent(value)
    } catch {
      return null
    }
  }
  return headers
}

/** Where traces are sent, from the standard variables of OpenTelemetry; null: nothing is traced. */
export function readTracing(env: Environment, wrong: Wrong): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: given = '' } = env
  if (endpoint === undefined) return null
  const url = parseUrl(endpoint, ['http:', 'https:'])
  if (url === null || url.search !== '') wrong('OTEL_EXPORTER_OTLP_ENDPOINT', 'is not an http or https address')
  else if (url.username !== '')
    wrong('OTEL_EXPORTER_OTLP_ENDPOINT', 'must not contain credentials: OTEL_EXPORTER_OTLP_HEADERS takes them')
  const headers = readHeaders(given)
  if (headers === null) wrong('OTEL_EXPORTER_OTLP_HEADERS', 'is not a list such as api-key=abc,tenant=one')
  return {
    url: `${url?.href.replace(/\/+$/, '') ?? ''}/v1/traces`,
    headers: headers ?? {},
    serviceName: env.OTEL_SERVICE_NAME ?? 'sightline',
  }
}
