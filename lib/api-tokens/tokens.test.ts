import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { verifyCredentials } from '@/lib/auth/accounts'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { nameActor, recordActivity } from '@/lib/activity/journal'
import { route } from '@/lib/http/route'
import { createLog, redactText } from '@/lib/log'
import { configureThrottle, limits } from '@/lib/web/throttle'
import { listOwnTokens, listServiceAccounts, listTokensOfAccount } from './data'
import { createToken, revokeToken } from './mutations'
import { newApiToken, tokensMax } from './schema'
import { changeServiceAccount, createServiceAccount } from './service-account-mutations'

let db: TestDatabase
let auth: TestAuth
let clock: HandClock

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => {
  clock = new HandClock()
  auth = installTestAuth(db, clock)
  configureThrottle({}, clock)
})

async function addPerson(role: Actor['role']): Promise<Actor> {
  const { userId, email } = await auth.addPerson(role)
  await db.query(`update users set name = 'Ada' where user_id = $1`, [userId])
  return { userId, email, name: 'Ada', role }
}
const ask = (given: object) => newApiToken.parse({ name: 'CI', role: 'viewer', ...given })
const make = (actor: Actor, given: object = {}) => createToken(actor, actor.userId, ask(given), { db })

const whoAmI = route({ access: 'inspections:read' }, ({ actor }) => actor)
const call = (token: string, handler = whoAmI, method = 'GET') =>
  handler(new Request('http://127.0.0.1:3000/api/x', { method, headers: { authorization: `Bearer ${token}` } }), {
    params: Promise.resolve({}),
  })

const entriesOf = async (objectKind: string) =>
  (
    await db.query<{ actor_name: string; action: string; object_name: string; after: unknown }>(
      'select actor_name, action, object_name, after from activity where object_kind = $1 order by at',
      [objectKind],
    )
  ).rows

describe('API tokens', () => {
  it('act as their owner, are stored only as a hash, and appear in the log by name', { tags: ['S36'] }, async () => {
    const ada = await addPerson('editor')
    const { token, apiToken } = await make(ada, { role: 'editor' })
    expect(token).toMatch(/^sl_[0-9A-Za-z]{40}$/)
    expect(apiToken).toMatchObject({ name: 'CI', hint: token.slice(-4), role: 'editor', lastUsedAt: null })
    expect(await (await call(token)).json()).toMatchObject({ userId: ada.userId, role: 'editor' })
    for (const table of ['api_tokens', 'activity', 'users']) {
      const { rows } = await db.query<{ all: string | null }>(`select json_agg(t)::text as all from ${table} t`)
      expect(rows[0]?.all).not.toContain(token.slice(3))
    }
    const entry = { action: 'test.write', objectKind: 'test', objectId: null, objectName: 'x' }
    const write = route({ access: 'reviews:write' }, async ({ actor }) => {
      await recordActivity(db, actor, entry)
      // A job stores the actor's name with the token, and may also write during the request.
      await recordActivity(db, { ...actor, name: nameActor(actor) }, entry)
    })
    expect((await call(token, write, 'POST')).status).toBe(204)
    expect(await entriesOf('test')).toMatchObject([{ actor_name: 'Ada (token CI)' }, { actor_name: 'Ada (token CI)' }])
    expect((await entriesOf('api-token')).at(-1)).toMatchObject({
      actor_name: 'Ada',
      action: 'api-token.create',
      after: { name: 'CI', role: 'editor', permissions: null },
    })
    await expect
      .poll(async () => (await listOwnTokens(ada, db)).tokens[0]?.lastUsedAt)
      .toEqual(expect.any(String) as string)
  })

  it('expire after 90 days by default, at the end of a day, or never', async () => {
    const ada = await addPerson('viewer')
    const days = async (given: object) => {
      const { apiToken } = await make(ada, given)
      const { createdAt, expiresAt } = apiToken
      return expiresAt === null ? null : Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000)
    }
    expect(await days({ name: 'a' })).toBe(90)
    expect(await days({ name: 'b', expiresInDays: 7 })).toBe(7)
    expect(await days({ name: 'c', expiresInDays: null })).toBeNull()
    expect((await make(ada, { name: 'd', expiresOn: '2096-02-29' })).apiToken.expiresAt).toBe(
      '2096-03-01T00:00:00.000Z',
    )
    await expect(make(ada, { name: 'e', expiresOn: '2020-01-01' })).rejects.toMatchObject({ code: 'invalid' })
    expect((await listOwnTokens(ada, db)).tokens.map(({ name }) => name)).toEqual(['d', 'c', 'b', 'a'])
  })

  it(
    'never exceed the role of their owner or their own role, manage no people, and have unique names',
    { tags: ['S36'] },
    async () => {
      const ada = await addPerson('editor')
      const fields = async (given: object) =>
        make(ada, given).then(
          () => [],
          (error: { details?: { fields?: object } }) => Object.keys(error.details?.fields ?? {}),
        )
      expect(await fields({ role: 'admin' })).toEqual(['role'])
      expect(await fields({ role: 'viewer', permissions: ['reviews:write'] })).toEqual(['permissions'])
      expect(newApiToken.safeParse({ name: 'x', role: 'admin', permissions: ['people:read'] }).success).toBe(false)
      expect(newApiToken.safeParse({ name: 'x', role: 'admin', permissions: [] }).success).toBe(false)
      await make(ada)
      expect(await fields({ name: 'ci' })).toEqual(['name'])
      expect((await listOwnTokens(ada, db)).roles).toEqual(['viewer', 'editor'])
    },
  )

  it(`are limited to ${tokensMax} per person, even if two are requested at once`, async () => {
    const ada = await addPerson('viewer')
    for (let n = 1; n < tokensMax; n += 1) await make(ada, { name: `t${n}` })
    const last = await Promise.allSettled([make(ada, { name: 'x' }), make(ada, { name: 'y' })])
    expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { tokens } = await listOwnTokens(ada, db)
    await revokeToken(ada, tokens[0]?.tokenId ?? '', { db })
    await expect(make(ada, { name: 'z' })).resolves.toBeDefined()
  })

  it(
    'are refused at the next request once they are revoked or their owner is disabled, 100 of 100',
    { tags: ['S36'] },
    async () => {
      const ada = await addPerson('viewer')
      const bob = await addPerson('admin')
      let ends = 0
      for (let n = 0; n < 100; n += 1) {
        const { token, apiToken } = await make(ada, { name: `t${n}` })
        expect((await call(token)).status).toBe(200)
        if (n % 3 === 0) await revokeToken(ada, apiToken.tokenId, { db, ownerId: ada.userId })
        else if (n % 3 === 1) await revokeToken(bob, apiToken.tokenId, { db })
        else await db.query('update users set disabled_at = now() where user_id = $1', [ada.userId])
        if ((await call(token)).status === 401) ends += 1
        if (n % 3 === 2) {
          await db.query('update users set disabled_at = null where user_id = $1', [ada.userId])
          await revokeToken(ada, apiToken.tokenId, { db })
        }
      }
      expect(ends).toBe(100)
    },
  )

  it('of other people are accessible only to admins', async () => {
    const [ada, bob] = [await addPerson('viewer'), await addPerson('viewer')]
    const { apiToken } = await make(ada)
    await expect(revokeToken(bob, apiToken.tokenId, { db, ownerId: bob.userId })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await listTokensOfAccount(ada.userId, db)).tokens).toEqual([apiToken])
    expect((await listOwnTokens(bob, db)).tokens).toEqual([])
  })

  it('have their own rate limit, and the refusal says when to try again', async () => {
    const { token } = await make(await addPerson('viewer'))
    for (let n = 0; n < limits.tokens.burst; n += 1) expect((await call(token)).status).toBe(200)
    const refused = await call(token)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1])
  })

  it('leave other Authorization schemes alone, because a proxy may use them', async () => {
    const ada = await addPerson('viewer')
    const { cookie } = await auth.signInAs(ada.userId)
    const headers = { cookie, authorization: 'Basic YTpi' }
    const answer = await whoAmI(new Request('http://127.0.0.1:3000/api/x', { headers }), {
      params: Promise.resolve({}),
    })
    expect(answer.status).toBe(200)
  })

  it('never appear in logs', { tags: ['S36'] }, async () => {
    const { token } = await make(await addPerson('viewer'))
    let line = ''
    const log = createLog({ level: 'info', write: (text) => (line += text) })
    log.info({ url: `/x?t=${token}`, err: new Error(`got ${token}`) }, `with ${token}`)
    expect(line).not.toContain(token.slice(3))
    expect(redactText(`a ${token} b`)).toBe('a [redacted] b')
  })
})

describe('service accounts', () => {
  it('can sign in with tokens only', { tags: ['S36'] }, async () => {
    const admin = await addPerson('admin')
    const account = await createServiceAccount(admin, { name: 'Nightly export', role: 'editor' }, db)
    const { token } = await createToken(admin, account.accountId, ask({ role: 'editor' }), { db, kind: 'service' })
    expect((await entriesOf('api-token')).at(-1)?.object_name).toBe('CI (Nightly export)')
    expect(await (await call(token)).json()).toMatchObject({ name: 'Nightly export', role: 'editor' })
    const email = `${account.accountId}@service.invalid`
    await expect(verifyCredentials(db, email, '')).resolves.toBeNull()
    // A session of a service account never counts, however it was created.
    const { cookie } = await auth.signInAs(account.accountId)
    const answer = await whoAmI(new Request('http://127.0.0.1:3000/api/x', { headers: { cookie } }), {
      params: Promise.resolve({}),
    })
    expect(answer.status).toBe(401)
    // With the kind "service", no token of a person can be created.
    await expect(createToken(admin, admin.userId, ask({}), { db, kind: 'service' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it(
    'can be renamed, given a lower role and disabled, and their tokens follow at once',
    { tags: ['S36'] },
    async () => {
      const admin = await addPerson('admin')
      const { accountId } = await createServiceAccount(admin, { name: 'Robot', role: 'admin' }, db)
      const { token } = await createToken(admin, accountId, ask({ role: 'admin' }), { db })
      const change = (given: object) => changeServiceAccount(admin, accountId, given, db)
      expect(await change({ role: 'viewer', name: 'Reader' })).toMatchObject({
        role: 'viewer',
        tokens: [{ role: 'viewer' }],
      })
      expect(await (await call(token)).json()).toMatchObject({ name: 'Reader', role: 'viewer' })
      await change({ isDisabled: true })
      expect((await call(token)).status).toBe(401)
      await change({ isDisabled: false })
      expect((await call(token)).status).toBe(200)
      await expect(createServiceAccount(admin, { name: 'reader', role: 'viewer' }, db)).rejects.toMatchObject({
        code: 'invalid',
      })
      await expect(changeServiceAccount(admin, admin.userId, { name: 'x' }, db)).rejects.toMatchObject({
        code: 'not_found',
      })
      const { accounts } = await listServiceAccounts(db)
      expect(accounts.map(({ name }) => name)).toContain('Reader')
      expect((await entriesOf('service-account')).map(({ action }) => action)).toContain('service-account.update')
    },
  )
})
