import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HandClock } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { createService } from '@/lib/service/client'
import { startStandin, type Standin } from '@/lib/standin/server'
import { createConnectionChecker } from './check'
import { judge, probes } from './check-probes'
import { connectionCheck, type ConnectionCheck } from './schema'

const canary = 'canary-token-of-the-check-77aa01'
let standin: Standin
let service: ReturnType<typeof createService>

beforeAll(async () => {
  standin = await startStandin({ inspections: 3, limits: 'off', tokens: [{ token: canary, permissions: 'all' }] })
  service = createService({ baseUrl: standin.baseUrl, token: canary })
})
afterAll(async () => {
  await service.close()
  await standin.close()
})

const asked = { askedBy: 'Robin', requestId: 'check-request-id' }
const check = (target = service) => createConnectionChecker({ service: () => target, clock: systemClock }).run(asked)
const verdicts = ({ rows }: ConnectionCheck) => Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict]))
const all = (verdict: string) => Object.fromEntries(probes.map(({ id }) => [id, verdict]))
const names = probes.map(({ permission }) => permission)

describe('the connection check', () => {
  it('finds every permission of a token that has them, and changes nothing', async () => {
    const before = [standin.control.assetState(), standin.control.userState()]
    const found = connectionCheck.parse(await check())
    expect(verdicts(found)).toEqual(all('granted'))
    expect([found.token, found.owner, found.askedBy]).toEqual(['accepted', 'Robin Sayers', 'Robin'])
    expect([standin.control.assetState(), standin.control.userState()]).toEqual(before)
    const answer = await service.call('searchInspections', { query: { limit: 1 } })
    expect(answer.total).toBe(3)
    expect(JSON.stringify(found)).not.toContain(canary)
  })

  it.each(probes)('names $permission when it alone is missing, and what that disables', async ({ id, permission }) => {
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

  it('cannot tell by a token that is refused, nor without an answer, and says which', async () => {
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

  it('runs once for all who ask at a time, at most every 10 s, and keeps its result', async () => {
    const clock = new HandClock()
    let sent = 0
    const counting: Parameters<typeof createConnectionChecker>[0]['service'] = () => ({
      raw: (...given) => {
        sent += 1
        return service.raw(...given)
      },
    })
    const checker = createConnectionChecker({ service: counting, clock })
    expect(checker.last()).toBeNull()
    const [one, other] = await Promise.all([checker.run(asked), checker.run({ ...asked, askedBy: 'Kim' })])
    expect(one).toBe(other)
    expect(sent).toBe(probes.length + 1)
    await expect(checker.run(asked)).rejects.toMatchObject({ code: 'throttled', details: { retryAfterSeconds: 10 } })
    expect([sent, checker.last()]).toEqual([probes.length + 1, one])
    clock.advance(10_001)
    await checker.run(asked)
    expect(sent).toBe(2 * (probes.length + 1))
  })

  it('takes an answer for what it is', () => {
    const [real, madeUp] = [{ isMadeUp: false }, { isMadeUp: true }]
    expect(judge(real, 200, null).verdict).toBe('granted')
    for (const status of [400, 404, 422]) expect(judge(madeUp, status, null).verdict).toBe('granted')
    for (const status of [401, 404, 405, 429, 500, 503, null]) expect(judge(real, status, null).verdict).toBe('unknown')
    for (const status of [401, 429, 500]) expect(judge(madeUp, status, null).verdict).toBe('unknown')
    expect(judge(real, null, 'It is down.').found).toBe('It is down.')
  })
})
