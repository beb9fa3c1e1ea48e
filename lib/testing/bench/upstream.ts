import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that costs next to nothing: a 2 KB search answer and a 1 MB file, without limits. Prints its address. */
const file = Buffer.alloc(1_000_000, 7)
const audits = Array.from({ length: 20 }, (_, at) => ({
  audit_id: `audit_${String(at).padStart(32, '0')}`,
  modified_at: '2026-01-02T03:04:05.678Z',
}))
const page = JSON.stringify({ count: audits.length, total: audits.length, audits })
const search = Buffer.from(page.padEnd(2_048, ' '))
const document = Buffer.from(
  JSON.stringify({ audit_id: audits[0]?.audit_id, audit_data: {}, header_items: [], items: [] }),
)

const limits = { 'x-ratelimit-limit': '100000000', 'x-ratelimit-remaining': '99999999', 'x-ratelimit-reset': '1' }
const json = { ...limits, 'content-type': 'application/json' }
const image = { ...limits, 'content-type': 'image/jpeg', etag: '"bench"' }

const server = http.createServer((request, response) => {
  const path = request.url ?? ''
  const [body, headers] = path.includes('/media/')
    ? [file, image]
    : path.startsWith('/audits/search')
      ? [search, json]
      : [document, json]
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
