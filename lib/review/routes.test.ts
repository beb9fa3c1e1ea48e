import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as getDetail, PUT as putMark } from '@/app/api/review/[auditId]/route'
import { POST as postBulk } from '@/app/api/review/bulk/route'
import { DELETE as deleteClaim, POST as postClaim } from '@/app/api/review/claims/route'
import { GET as getCounts } from '@/app/api/review/counts/route'
import { GET as getExport } from '@/app/api/review/follow-ups/export/route'
import { GET as getFollowUps } from '@/app/api/review/follow-ups/route'
import { GET as getQueue } from '@/app/api/review/queue/route'
import { POST as postUndo } from '@/app/api/review/undo/route'
import { roles, type Role } from '@/lib/access/permissions'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { ApiError } from '@/lib/browser/api'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { configureThrottle } from '@/lib/web/throttle'
import { processWide } from '@/lib/process-wide'
import { readConflict } from './queries'
import { followUpPage } from './follow-ups-schema'
import { bulkMarked, marked, review, reviewClaim, reviewCounts, reviewDetail, reviewQueue } from './schema'
import { addInspections, firstVersion, idOf } from './testing'

let db: TestDatabase
let auth: TestAuth
const cookies = new Map<Role | null, string>()

beforeAll(async () => {
  db = await openTestDatabase()
  await addInspections(db, [{ failed: 1 }, {}, {}, {}])
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  const clock = new HandClock()
  auth = installTestAuth(db, clock)
  const plenty = { burst: 1e9, perSecond: 1e9 }
  configureThrottle({ general: plenty, exports: plenty }, clock)
  for (const role of roles) cookies.set(role, (await auth.signInAs((await auth.addPerson(role)).userId)).cookie)
})
afterAll(() => db.close())

interface Asked {
  query?: string
  params?: Record<string, string>
  body?: unknown
}

async function ask(handler: RouteHandler, method: string, role: Role | null, { query = '', params, body }: Asked = {}) {
  const cookie = cookies.get(role)
  const response = await handler(
    new Request(`${auth.origin}/api/review${query}`, {
      method,
      headers: {
        ...(method === 'GET' ? (cookie === undefined ? {} : { cookie }) : auth.honest(cookie)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve(params ?? {}) },
  )
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : text,
  }
}

const tabId = randomUUID()
const mark = { state: 'reviewed', version: firstVersion(1), revision: null }
const reads: Array<[string, RouteHandler, Asked]> = [
  ['GET /[auditId]', getDetail, { params: { auditId: idOf(0) } }],
  ['GET /queue', getQueue, {}],
  ['GET /counts', getCounts, {}],
  ['GET /follow-ups', getFollowUps, {}],
  ['GET /follow-ups/export', getExport, {}],
]
const writes: Array<[string, RouteHandler, Asked]> = [
  ['PUT /[auditId]', putMark, { params: { auditId: idOf(1) }, body: mark }],
  ['POST /bulk', postBulk, { body: { selection: { kind: 'ids', ids: [idOf(1)] }, state: 'reviewed' } }],
  ['POST /undo', postUndo, { body: { batchId: randomUUID() } }],
  ['POST /claims', postClaim, { body: { auditId: idOf(1), tabId } }],
  ['DELETE /claims', deleteClaim, { body: { auditId: idOf(1), tabId } }],
]
const methodOf = (name: string) => name.split(' ')[0] ?? ''

describe('permissions for reviews', () => {
  it.each(reads)('on %s allow everyone who is signed in', async (name, handler, asked) => {
    expect((await ask(handler, methodOf(name), null, asked)).status).toBe(401)
    for (const role of roles)
      expect([role, (await ask(handler, methodOf(name), role, asked)).status]).toEqual([role, 200])
  })

  it.each(writes)('on %s allow editors and admins, and never a cross-site request', async (name, handler, asked) => {
    expect((await ask(handler, methodOf(name), null, asked)).status).toBe(401)
    expect((await ask(handler, methodOf(name), 'viewer', asked)).status).toBe(403)
    const { rows } = await db.query('select from inspection_reviews union all select from review_claims')
    expect(rows).toHaveLength(0)
    const foreign = await handler(
      new Request(`${auth.origin}/api/review`, {
        method: methodOf(name),
        headers: {
          ...auth.honest(cookies.get('admin')),
          origin: 'https://evil.example',
          'content-type': 'application/json',
        },
        body: JSON.stringify(asked.body),
      }),
      { params: Promise.resolve(asked.params ?? {}) },
    )
    expect(foreign.status).toBe(403)
  })
})

describe('the responses', () => {
  it('match the schemas that the pages read', async () => {
    const put = await ask(putMark, 'PUT', 'editor', { params: { auditId: idOf(1) }, body: { ...mark, note: 'Fine.' } })
    expect([put.status, marked.parse(put.body).review.note]).toEqual([200, 'Fine.'])
    const detail = await ask(getDetail, 'GET', 'viewer', { params: { auditId: idOf(1) } })
    expect(reviewDetail.parse(detail.body).history).toHaveLength(1)
    const bulk = await ask(postBulk, 'POST', 'editor', {
      body: { selection: { kind: 'matching', query: 'result=passed', except: [idOf(2)] }, state: 'follow-up' },
    })
    expect(bulkMarked.parse(bulk.body)).toMatchObject({ changed: 2, unchanged: 0, unknown: 0 })
    const queue = await ask(getQueue, 'GET', 'viewer', {
      query: `?order=oldest&tab=${tabId}&completed=true&tz=Asia/Tokyo`,
    })
    expect(reviewQueue.parse(queue.body).items.map(({ row }) => row.auditId)).toEqual([idOf(0), idOf(2)])
    const follow = await ask(getFollowUps, 'GET', 'viewer', { query: '?failed=0' })
    expect(followUpPage.parse(follow.body).total).toBe(2)
    expect(reviewCounts.parse((await ask(getCounts, 'GET', 'viewer')).body).followUps).toBeGreaterThanOrEqual(0)
    const undone = await ask(postUndo, 'POST', 'editor', { body: { batchId: bulkMarked.parse(bulk.body).batchId } })
    expect(undone.body).toEqual({ restored: 2, kept: 0 })
    const claim = await ask(postClaim, 'POST', 'editor', { body: { auditId: idOf(0), tabId } })
    expect(reviewClaim.parse(claim.body).isOwn).toBe(true)
    const ended = await ask(deleteClaim, 'DELETE', 'editor', { body: { auditId: idOf(0), tabId } })
    expect([ended.status, ended.body]).toEqual([204, ''])
    const file = await ask(getExport, 'GET', 'viewer', { query: '?zone=Asia/Tokyo' })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="follow-ups-\d{4}-\d\d-\d\d\.csv"/)
  })

  it('to a conflict contain the current review', async () => {
    const lost = await ask(putMark, 'PUT', 'admin', {
      params: { auditId: idOf(1) },
      body: { ...mark, state: 'follow-up' },
    })
    expect(lost.status).toBe(409)
    const { code, detail, current } = lost.body as { code: string; detail: string; current: unknown }
    expect(code).toBe('conflict')
    const standing = await ask(getDetail, 'GET', 'viewer', { params: { auditId: idOf(1) } })
    expect(review.parse(current)).toEqual(reviewDetail.parse(standing.body).review)
    expect(await readConflict(new ApiError(409, 'conflict', detail, { current }))).toEqual(current)
    expect(await readConflict(new ApiError(409, 'conflict', detail))).toBeNull()
    expect(await readConflict(new Error(detail))).toBeNull()
  })

  it.each<[string, RouteHandler, Asked]>([
    ['PUT with an unknown state', putMark, { params: { auditId: idOf(1) }, body: { ...mark, state: 'done' } }],
    [
      'PUT with a version that is not a time',
      putMark,
      { params: { auditId: idOf(1) }, body: { ...mark, version: 'now' } },
    ],
    [
      'PUT with a version in the year 0',
      putMark,
      { params: { auditId: idOf(1) }, body: { ...mark, version: '0000-01-01T00:00:00Z' } },
    ],
    [
      'PUT with a version in the year 1',
      putMark,
      { params: { auditId: idOf(1) }, body: { ...mark, version: '0001-01-01T00:00:00+14:00' } },
    ],
    [
      'PUT with a revision that is too large',
      putMark,
      { params: { auditId: idOf(1) }, body: { ...mark, revision: 2 ** 31 } },
    ],
    [
      'PUT with a NUL character in the note',
      putMark,
      { params: { auditId: idOf(1) }, body: { ...mark, note: 'a\u0000b' } },
    ],
    [
      'PUT with a note that is too long',
      putMark,
      { params: { auditId: idOf(1) }, body: { ...mark, note: 'x'.repeat(4_001) } },
    ],
    ['PUT with an id that contains a path', putMark, { params: { auditId: '../x' }, body: mark }],
    ['POST with an empty selection', postBulk, { body: { selection: { kind: 'ids', ids: [] }, state: 'reviewed' } }],
    [
      'POST with an invalid filter',
      postBulk,
      { body: { selection: { kind: 'matching', query: 'score=high', except: [] }, state: 'reviewed' } },
    ],
    ['GET of the queue with an unknown order', getQueue, { query: '?order=random' }],
    ['GET of the queue with an invalid tab id', getQueue, { query: '?tab=1' }],
    ['GET of the queue with an unknown review state', getQueue, { query: '?review=done' }],
    ['GET of follow-ups with an invalid cursor', getFollowUps, { query: '?after=x' }],
    ['GET of the export with a reversed range', getExport, { query: '?score=90..10' }],
  ])('have the status 422 for %s', async (name, handler, asked) => {
    expect((await ask(handler, methodOf(name), 'admin', asked)).status).toBe(422)
  })
})
