import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { can, type Permission, type Role, roles, tokenPermissions } from '@/lib/access/permissions'
import { createApiToken } from '@/lib/auth/api-tokens'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import type { RouteDeclaration, RouteHandler } from '@/lib/http/route'
import { listOperations, type ListedOperation } from '@/lib/openapi/model'
import { openApiDocument } from '@/lib/openapi/schema'
import { processWide } from '@/lib/process-wide'
import { operationNames, operationOf } from '@/lib/service/endpoints'
import { service, setServiceTarget } from '@/lib/service/instance'
import { startStandin } from '@/lib/standin/server'
import { configureThrottle } from '@/lib/web/throttle'
import { RequestMaker, type GeneratedRequest } from './generated-requests'
import { openApiFile } from './openapi'
import { runs, someADay } from './random-runs'
import { readRoutes } from './route-handlers'
import { World } from './sync-world'

let db: TestDatabase
let auth: TestAuth

/** A request that fails when a handler uses it: a probe that passes the access check is rejected right after it. */
class Probe extends Request {
  override get signal(): AbortSignal {
    throw new AppError('conflict', 'Let in.')
  }
}

const knock = async (handler: RouteHandler, method: string, headers: Record<string, string>): Promise<number> => {
  const answer = await handler(new Probe('http://127.0.0.1:3000/api/x', { method, headers }), {
    params: Promise.resolve({}),
  })
  await answer.body?.cancel()
  return answer.status
}
/** Past the access check, a probe is rejected, or its input is validated. */
const isLetIn = (status: number) => [409, 415, 422].includes(status)

interface Caller {
  label: string
  role: Role
  headers: Record<string, string>
  isToken: boolean
  narrowed?: readonly Permission[]
}

async function addToken(
  userId: string,
  role: Role,
  more: { permissions?: readonly Permission[]; expiresAt?: string; isRevoked?: boolean } = {},
): Promise<Record<string, string>> {
  const { token, hash, hint } = createApiToken()
  await db.query(
    `insert into api_tokens (user_id, name, token_hash, hint, role, permissions, expires_at, revoked_at)
     values ($1, 'a token', $2, $3, $4, $5, $6, case when $7::boolean then now() end)`,
    [userId, hash, hint, role, more.permissions ?? null, more.expiresAt ?? null, more.isRevoked === true],
  )
  return { authorization: `Bearer ${token}` }
}

async function addServiceAccount(role: Role): Promise<string> {
  const { rows } = await db.query<{ user_id: string }>(
    `insert into users (email, name, role, kind, password_hash) values ($1, 'Robot', $2, 'service', null)
     returning user_id`,
    [`${role}@service.invalid`, role],
  )
  return rows[0]?.user_id ?? ''
}

const callers: Caller[] = []
let refused: Array<{ label: string; headers: Record<string, string> }> = []

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  const clock = new HandClock()
  auth = installTestAuth(db, clock)
  const plenty = { burst: 1e9, perSecond: 1e9 }
  configureThrottle({ general: plenty, media: plenty, thumbs: plenty, exports: plenty, tokens: plenty }, clock)
  for (const role of roles) {
    const { userId } = await auth.addPerson(role)
    const { cookie } = await auth.signInAs(userId)
    callers.push({ label: role, role, headers: auth.honest(cookie), isToken: false })
    const token = { role, isToken: true }
    callers.push({ ...token, label: `token of ${role}`, headers: await addToken(userId, role) })
    const accountId = await addServiceAccount(role)
    callers.push({ ...token, label: `service account, ${role}`, headers: await addToken(accountId, role) })
  }
  const admin = (await auth.addPerson('admin')).userId
  const viewer = (await auth.addPerson('viewer')).userId
  for (const permission of tokenPermissions)
    callers.push({
      label: `token for ${permission} alone`,
      role: 'admin',
      headers: await addToken(admin, 'admin', { permissions: [permission] }),
      isToken: true,
      narrowed: [permission],
    })
  // The token's owner was an admin when the token was created.
  callers.push({ label: 'token above owner', role: 'viewer', headers: await addToken(viewer, 'admin'), isToken: true })
  // Written into the database by hand, because no token can get these permissions.
  const people = await addToken(admin, 'admin', { permissions: ['people:read', 'people:write'] })
  callers.push({ label: 'token for people', role: 'admin', headers: people, isToken: true, narrowed: [] })
  const { cookie } = await auth.signInAs(admin)
  // An additional cookie changes nothing.
  const both = { ...auth.honest(cookie), ...(await addToken(admin, 'viewer')) }
  callers.push({ label: 'viewer token with an admin cookie', role: 'viewer', headers: both, isToken: true })

  const disabled = (await auth.addPerson('admin')).userId
  await db.query('update users set disabled_at = now() where user_id = $1', [disabled])
  refused = [
    { label: 'nobody', headers: {} },
    { label: 'revoked', headers: await addToken(admin, 'admin', { isRevoked: true }) },
    { label: 'expired', headers: await addToken(admin, 'admin', { expiresAt: '2026-01-01T00:00:00Z' }) },
    { label: 'of a disabled owner', headers: await addToken(disabled, 'admin') },
    { label: 'unknown', headers: { authorization: `Bearer ${createApiToken().token}` } },
    { label: 'malformed token', headers: { ...auth.honest(cookie), authorization: 'Bearer sl_short' } },
  ]
})
afterAll(() => db.close())

function mayCall({ role, isToken, narrowed }: Caller, { access, callers: kind, proof }: RouteDeclaration): boolean {
  if (access === 'public') return true
  if (isToken && (kind === 'people' || proof === 'fresh')) return false
  if (access === 'signed-in') return true
  if (isToken && access.startsWith('people:')) return false
  return can(role, access) && (narrowed === undefined || narrowed.includes(access))
}

describe('every route', async () => {
  const routes = (await readRoutes()).filter(({ declaration }) => declaration.access !== 'public')

  it('lets each person, token and service account do exactly what it declares', { tags: ['S4', 'S36'] }, async () => {
    const wrong: string[] = []
    const people = callers.filter(({ isToken }) => !isToken)
    const tokens = callers.filter(({ isToken }) => isToken)
    for (const [at, { name, method, handler, declaration }] of routes.entries())
      // The fast tier tries every person at every route, and some of the tokens, others each day and at each route.
      for (const caller of [...people, ...someADay(tokens, 8, at)]) {
        const status = await knock(handler, method, caller.headers)
        const expected = mayCall(caller, declaration)
        if (expected ? !isLetIn(status) : status !== 403)
          wrong.push(`${name}: ${caller.label} got ${status}, ${expected ? 'may' : 'may not'}`)
      }
    expect(wrong).toEqual([])
  })

  it(
    'asks an admin for a new proof before sensitive changes, once 10 minutes have passed',
    { tags: ['S37'] },
    async () => {
      const { userId } = await auth.addPerson('admin')
      const { cookie, sid } = await auth.signInAs(userId)
      await db.query(`update sessions set proved_at = proved_at - interval '10 minutes' where sid = $1`, [sid])
      const wrong: string[] = []
      for (const { name, method, handler, declaration } of routes) {
        const status = await knock(handler, method, auth.honest(cookie))
        const isAsked = declaration.proof === 'fresh'
        if (isAsked ? status !== 403 : !isLetIn(status)) wrong.push(`${name}: ${status}`)
      }
      expect(wrong).toEqual([])
      expect(routes.filter(({ declaration }) => declaration.proof === 'fresh').length).toBeGreaterThan(20)
    },
  )

  it('refuses an invalid token, whatever cookie comes with it', { tags: ['S36'] }, async () => {
    const wrong: string[] = []
    for (const { name, method, handler } of routes)
      for (const { label, headers } of refused) {
        const status = await knock(handler, method, headers)
        const isOwnOriginAsked = label === 'nobody' && !['GET', 'HEAD'].includes(method)
        if (status !== (isOwnOriginAsked ? 403 : 401)) wrong.push(`${name}: ${label} got ${status}`)
      }
    expect(wrong).toEqual([])
  })

  it('of people, accounts and tokens is for people only', { tags: ['S36'] }, () => {
    const open = routes
      .filter(({ name }) => /^\w+ \/api\/(?:people|account|auth|api-tokens)(?:\/|$)/.test(name))
      .filter(({ declaration: { callers: kind, proof } }) => kind !== 'people' && proof !== 'fresh')
    expect(open.map(({ name }) => name)).toEqual([])
  })
})

describe('a generated request', async () => {
  const api = openApiDocument.parse(JSON.parse(readFileSync(openApiFile, 'utf8')))
  const operations = listOperations(api)
  const handlers = new Map(
    (await readRoutes()).map(({ name, handler }) => [name.replaceAll(/\[(?:\.{3})?([^\]]+)\]/g, '{$1}'), handler]),
  )
  let world: World

  beforeAll(async () => {
    world = new World(await startStandin({ inspections: 5, assets: 5, users: 5, limits: 'off' }), db)
    const { baseUrl, token } = world.standin
    const limits = Object.fromEntries(operationNames.map((name) => [operationOf(name).bucket, 1e6]))
    setServiceTarget({ baseUrl, token, limits })
    await world.finishPass()
  })
  afterAll(async () => {
    await service().close()
    await world.service.close()
    await world.standin.close()
  })

  /** Status and code of the answer. The code is null if the answer is no problem. */
  async function send({ method, path }: ListedOperation, userId: string, given: GeneratedRequest) {
    const handler = handlers.get(`${method} ${path}`)
    if (handler === undefined) throw new Error(`there is no ${method} ${path}`)
    // Each request has a new session, because some of them end it.
    const { cookie } = await auth.signInAs(userId)
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((given.params[name] ?? '').toWellFormed()),
    )
    const request = new Request(`http://127.0.0.1:3000${place}?${new URLSearchParams(given.query).toString()}`, {
      method,
      headers: { ...auth.honest(cookie), 'content-type': 'application/json' },
      ...(given.body === null ? {} : { body: given.body }),
    })
    const response = await handler(request, { params: Promise.resolve(given.params) })
    if (response.headers.get('content-type') === 'application/problem+json')
      return { status: response.status, code: ((await response.json()) as { code: string }).code }
    await response.body?.cancel()
    return { status: response.status, code: null }
  }

  // 20,000 in all.
  const numRuns = runs(Math.ceil(20_000 / operations.length), 2)
  it.each(operations.map((operation) => ({ operation, name: `${operation.method} ${operation.path}` })))(
    'never ends in an undeclared error: $name',
    { tags: ['R26', 'full'] },
    async ({ operation }) => {
      const { userId } = await auth.addPerson('admin')
      // Another person, because a person who disables themselves cannot continue.
      const other = (await auth.addPerson('admin')).userId
      const known = (await world.index()).slice(0, 3).map(({ audit_id }) => audit_id)
      const maker = new RequestMaker(api.components.schemas, [...known, other])
      await fc.assert(
        fc.asyncProperty(maker.request(operation), async (given) => {
          auth.events.length = 0
          const { status, code } = await send(operation, userId, given)
          const why = auth.events.map(({ fields: { err } }) => (err instanceof Error ? err.stack : ''))
          expect([status, code], why.join('\n')).not.toEqual([500, 'internal'])
          if (status >= 400) expect(code, `${status} with a problem`).not.toBeNull()
        }),
        { numRuns },
      )
    },
  )
})
