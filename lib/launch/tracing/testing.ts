import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import * as z from 'zod'

/** A receiver of traces over OTLP and HTTP for tests. It reads the JSON that collectors read. */

const value = z.union([
  z.object({ stringValue: z.string() }),
  z.object({ intValue: z.union([z.number(), z.string()]) }),
  z.object({ doubleValue: z.number() }),
  z.object({ boolValue: z.boolean() }),
])
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .default([])
  .transform((list) => Object.fromEntries(list.map((one) => [one.key, Object.values(one.value)[0] as string | number])))
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes,
              events: z.array(z.unknown()).default([]),
              status: z.object({ code: z.number().default(0), message: z.string().optional() }).default({ code: 0 }),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Body = z.infer<typeof body>
export type ReceivedSpan = Body['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

export interface TraceReceiver extends AsyncDisposable {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  spans(): ReceivedSpan[]
  /** Everything that arrived, as text. */
  text(): string
  /** The headers of the last request. */
  headers(): IncomingHttpHeaders
  services(): unknown[]
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const received: Array<{ text: string; headers: IncomingHttpHeaders; path: string }> = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ text: Buffer.concat(parts).toString(), headers: request.headers, path: request.url ?? '' })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  const bodies = () =>
    received.filter(({ path }) => path === '/v1/traces').map(({ text }) => body.parse(JSON.parse(text)))
  return {
    endpoint: `http://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`,
    spans: () =>
      bodies().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    text: () => received.map(({ text }) => text).join('\n'),
    headers: () => received.at(-1)?.headers ?? {},
    services: () =>
      bodies().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource.attributes['service.name'])),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
