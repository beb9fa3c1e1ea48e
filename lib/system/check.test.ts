import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { HandClock } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { createService } from '@/lib/service/client'
import { addReviewer } from '@/lib/review/testing'
import { startStandin, type Standin } from '@/lib/standin/server'
import { renderText } from '@/lib/server-text'
import { createConnectionChecker } from './check'
import { judge, probes } from './check-probes'
import { connectionCheck, type ConnectionCheck } from './schema'

const canary = 'canary-token-of-the-check-77aa01'
let db: TestDatabase
let actor: Actor
let standin: Standin
let service: ReturnType<typeof createService>

beforeAll(async () => {
  db = await openTestDatabase()
  actor = await addReviewer(db, 'admin')
  standin = await startStandin({ inspections: 3, limits: 'off', tokens: [{ token: canary, permissions: 'all' }] })
  service = createService({ baseUrl: standin.baseUrl, token: canary })
})
afterAll(async () => {
  await service.close()
  await standin.close()
  await db.close()
})
beforeEach(() => db.query('truncate activity cascade'))

const around = { clock: systemClock, database: () => Promise.resolve(db) }
const asked = () => ({ actor, requestId: 'check-request-id' })
const check = (target: Pick<typeof service, 'raw'> = service) =>
  createConnectionChecker({ ...around, service: () => target }).run(asked())
const readLog = async () =>
  (
    await db.query(
      `select action, actor_id, object_kind, after, outcome, outcome_note as note, request_id from activity order by at`,
    )
  ).rows
const verdicts = ({ rows }: ConnectionCheck) => Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict]))
const all = (verdict: string) => Object.fromEntries(probes.map(({ id }) => [id, verdict]))
const names = probes.map(({ permission }) => permission)

describe('the connection check', () => {
  it('finds every permission of a token that has all of them, and changes nothing', async () => {
    const before = [standin.control.assetState(), standin.control.userState()]
    const found = connectionCheck.parse(await check())
    expect(verdicts(found)).toEqual(all('granted'))
    expect([found.token, found.owner, found.askedBy]).toEqual(['accepted', 'Robin Sayers', actor.name])
    expect([standin.control.assetState(), standin.control.userState()]).toEqual(before)
    const answer = await service.call('searchInspections', { query: { limit: 1 } })
    expect(answer.total).toBe(3)
    expect(JSON.stringify(found)).not.toContain(canary)
  })

  it.each(probes)('reports $permission when only it is missing, and what this disables', async ({ id, permission }) => {
    standin.control.setPermissions(names.filter((name) => name !== permission))
    try {
      const found = await check()
      expect(verdicts(found)).toEqual({ ...all('granted'), [id]: 'missing' })
      const row = found.rows.find((one) => one.id === id)
      expect(row?.status).toBe(403)
      expect(row?.disables.length).toBeGreaterThan(0)
    } finally {
      standin.control.setPermissions('all')
    }
  })

  it('has unknown results for a refused token or without a response, and reports which is the case', async () => {
    const stranger = createService({ baseUrl: standin.baseUrl, token: 'not-a-token-of-this-service' })
    const refused = await check(stranger)
    await stranger.close()
    expect([refused.token, verdicts(refused)]).toEqual(['refused', all('unknown')])
    const nobody = createService({ baseUrl: 'http://127.0.0.1:9', token: canary })
    const away = await check(nobody)
    await nobody.close()
    expect([away.token, verdicts(away)]).toEqual(['unreachable', all('unknown')])
    expect(away.rows[0]?.found).not.toMatch(/127\.0\.0\.1|ECONN/)
  })

  it('runs once for simultaneous requests, at most every 10 s, and stores its result', async () => {
    const clock = new HandClock()
    let sent = 0
    const counting: Parameters<typeof createConnectionChecker>[0]['service'] = () => ({
      raw: (...given) => {
        sent += 1
        return service.raw(...given)
      },
    })
    const checker = createConnectionChecker({ ...around, service: counting, clock })
    await db.query('truncate connection_check')
    expect(await checker.last()).toBeNull()
    const [one, other] = await Promise.all([checker.run(asked()), checker.run(asked())])
    expect(one).toBe(other)
    expect(sent).toBe(probes.length + 1)
    await expect(checker.run(asked())).rejects.toMatchObject({ code: 'throttled', details: { retryAfterSeconds: 10 } })
    const elsewhere = createConnectionChecker({ ...around, service: counting })
    expect([sent, await checker.last(), await elsewhere.last()]).toEqual([probes.length + 1, one, one])
    clock.advance(10_001)
    await checker.run(asked())
    expect(sent).toBe(2 * (probes.length + 1))
  })

  it('is logged before it starts, with the person, the writes and later the results', async () => {
    const logged: unknown[] = []
    standin.control.setPermissions(names.filter((name) => name !== 'Assets: Settings'))
    try {
      await check({
        raw: async (...given) => {
          logged.push(...(await readLog()))
          return service.raw(...given)
        },
      })
    } finally {
      standin.control.setPermissions('all')
    }
    const writes = ['POST /audits', 'PATCH /assets/v1/status-groups/:statusGroupId']
    expect(logged[0]).toMatchObject({ outcome: 'pending', after: { writesWithMadeUpIds: writes } })
    const entry = {
      action: 'connection.check',
      actor_id: actor.userId,
      object_kind: 'system',
      request_id: 'check-request-id',
      outcome: 'done',
    }
    const [found, ...others] = await readLog()
    expect(others).toEqual([])
    expect(found).toMatchObject({ ...entry, note: null, after: { writesWithMadeUpIds: writes, tokenIs: 'accepted' } })
    const { answers } = (found?.['after'] ?? { answers: [] }) as { answers: object[] }
    expect(answers).toHaveLength(probes.length)
    expect(answers).toContainEqual({
      permission: 'Assets: Settings',
      asked: writes[1],
      isMadeUp: true,
      status: 403,
      verdict: 'missing',
    })
    expect(JSON.stringify(found)).not.toContain(canary)
  })

  it('warns clearly if the service accepted a write that it should have refused, even in the log', async () => {
    const taking = await check({
      raw: (name, ...given) =>
        name === 'createInspection'
          ? Promise.resolve({ status: 200, headers: {}, bytes: Buffer.from('{}'), stream: null })
          : service.raw(name, ...given),
    })
    expect(taking.rows.filter(({ wasTaken }) => wasTaken).map(({ id }) => id)).toEqual(['manage-all'])
    expect(renderText(String((await readLog())[0]?.['note']))).toMatch(/accepted a write.*an inspection.*POST \/audits/)
  })

  it('does not run when it cannot be logged', async () => {
    let sent = 0
    const raw: typeof service.raw = (...given) => {
      sent += 1
      return service.raw(...given)
    }
    await db.query('alter table activity rename to activity_away')
    try {
      await expect(check({ raw })).rejects.toThrow()
    } finally {
      await db.query('alter table activity_away rename to activity')
    }
    expect(sent).toBe(0)
  })

  it('interprets each status of a response', () => {
    const [real, madeUp] = [{ isMadeUp: false }, { isMadeUp: true }]
    expect(judge(real, 200, null).verdict).toBe('granted')
    for (const status of [400, 404, 409, 410, 422]) {
      const judged = judge(madeUp, status, null)
      expect(judged).toMatchObject({ verdict: 'granted', isInferred: true, wasTaken: false })
      expect(renderText(judged.found)).toContain('Probably')
    }
    expect(judge(real, 200, null)).toMatchObject({ isInferred: false, wasTaken: false })
    const taken = judge({ isMadeUp: true, leaves: 'statusGroup' }, 201, null)
    expect(taken).toMatchObject({ verdict: 'granted', isInferred: false, wasTaken: true })
    expect(renderText(taken.found)).toContain('a status group named “Connection check”')
    for (const status of [401, 404, 405, 429, 500, 503, null]) expect(judge(real, status, null).verdict).toBe('unknown')
    for (const status of [401, 429, 500]) expect(judge(madeUp, status, null).verdict).toBe('unknown')
    expect(judge(real, null, 'It is down.').found).toBe('It is down.')
  })
})
