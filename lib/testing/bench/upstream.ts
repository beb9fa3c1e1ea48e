import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'

/**
 * A service that costs almost nothing: a 2 KB search response, a 1 MB file and a photo, without limits. Prints its
 * address.
 */
const file = Buffer.alloc(1_000_000, 7)
const photo = readFileSync('lib/standin/media/files/boxes-1.jpg')
const audits = Array.from({ length: 20 }, (_, at) => ({
  audit_id: `audit_${String(at).padStart(32, '0')}`,
  modified_at: '2026-01-02T03:04:05.678Z',
}))
const page = JSON.stringify({ count: audits.length, total: audits.length, audits })
const search = Buffer.from(page.padEnd(2_048, ' '))
const document = Buffer.from(
  JSON.stringify({ audit_id: audits[0]?.audit_id, audit_data: {}, header_items: [], items: [] }),
)

const json = { 'content-type': 'application/json' }
const image = { 'content-type': 'image/jpeg', etag: '"bench"' }

// Rate windows like the service's, but with large limits. The governor accepts no larger limit, and no headers without
// a window.
const limit = 100_000
const windowMs = 20_000
const beganAt = Date.now()
let counted = 0
let windowNumber = 0

function countRequest(): Record<string, string | number> {
  const elapsedMs = Date.now() - beganAt
  const number = Math.floor(elapsedMs / windowMs)
  if (number !== windowNumber) {
    windowNumber = number
    counted = 0
  }
  counted += 1
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': limit - counted,
    'x-ratelimit-reset': Math.ceil(((number + 1) * windowMs - elapsedMs) / 1_000),
  }
}

const server = http.createServer((request, response) => {
  const path = request.url ?? ''
  const [body, headers] = path.includes('/media/')
    ? [path.includes('/media/photo_') ? photo : file, image]
    : path.startsWith('/audits/search')
      ? [search, json]
      : [document, json]
  response.writeHead(200, { ...headers, ...countRequest(), 'content-length': body.length }).end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
