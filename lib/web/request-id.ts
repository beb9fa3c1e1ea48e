import { randomFillSync } from 'node:crypto'

// One call of the random source gives ids for 64 requests: it costs more than the request id is worth otherwise.
const pool = Buffer.alloc(64 * 12)
let used = pool.length

/** An id for one request, 16 url-safe characters. Ours alone: what a client sends as its id is never repeated. */
export function createRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const id = pool.toString('base64url', used, used + 12)
  used += 12
  return id
}
