import { randomFillSync } from 'node:crypto'

// One call of the random source creates ids for 64 requests, because a call for each id would be too slow.
const pool = Buffer.alloc(64 * 12)
let used = pool.length

/** An id for one request: 16 URL-safe characters. An id that a client sends is never used. */
export function createRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const id = pool.toString('base64url', used, used + 12)
  used += 12
  return id
}
