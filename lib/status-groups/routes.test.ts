import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { GET as getEntry } from '@/app/api/activity/[activityId]/route'
import { GET as getLog } from '@/app/api/activity/route'
import { DELETE as remove, GET as getGroup, PATCH as save } from '@/app/api/status-groups/[groupId]/route'
import { POST as recreate } from '@/app/api/status-groups/recreate/route'
import { GET as getBoard, POST as create } from '@/app/api/status-groups/route'
import { activityEntry, activityPage } from '@/lib/activity/schema'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { can, roles, type Permission, type Role } from '@/lib/access/permissions'
import { silentLog } from '@/lib/db/testing'
import { declarationOf, type RouteHandler } from '@/lib/http/route'
import { configureThrottle } from '@/lib/web/throttle'
import { processWide } from '@/lib/process-wide'
import { runs } from '@/lib/testing/random-runs'
import { openedStatusGroup, statusGroupBoard, statusGroupWritten, type StatusGroup } from './schema'
import { startGroupWorld, type GroupWorld } from './testing'

vi.setConfig({ testTimeout: 60_000 })

const red = 'STATUS_BADGE_COLOR_RED'
const address = 'http://127.0.0.1:3000/api'

let world: GroupWorld
let auth: TestAuth
let cookies: Record<Role, string>

beforeAll(async () => {
  world = await startGroupWorld()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(world.db) }))
  processWide('service', () => ({ service: world.service }))
  processWide('assets', () => ({ listTypes: world.refresh }))
  const clock = new HandClock()
  auth = installTestAuth(world.db, clock)
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 } }, clock)
  const cookieOf = async (role: Role) => (await auth.signInAs((await auth.addPerson(role)).userId)).cookie
  cookies = { viewer: await cookieOf('viewer'), editor: await cookieOf('editor'), admin: await cookieOf('admin') }
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.standin.control.resetCounts())

interface Route {
  name: string
  method: string
  handler: RouteHandler
  needs: Permission
  body?: (group: StatusGroup) => unknown
}

const routes: Route[] = [
  { name: 'GET board', method: 'GET', handler: getBoard, needs: 'status-groups:read' },
  { name: 'GET group', method: 'GET', handler: getGroup, needs: 'status-groups:read' },
  {
    name: 'POST group',
    method: 'POST',
    handler: create,
    needs: 'status-groups:write',
    body: () => ({ name: 'Made', options: [{ name: 'A', color: red }] }),
  },
  {
    name: 'PATCH group',
    method: 'PATCH',
    handler: save,
    needs: 'status-groups:write',
    body: (base) => ({ base, name: `${base.name} 2` }),
  },
  {
    name: 'DELETE group',
    method: 'DELETE',
    handler: remove,
    needs: 'status-groups:write',
    body: (base) => ({ base, confirmedName: base.name }),
  },
  {
    name: 'POST recreate',
    method: 'POST',
    handler: recreate,
    needs: 'status-groups:write',
    body: () => ({ activityId: crypto.randomUUID() }),
  },
  { name: 'GET log', method: 'GET', handler: getLog, needs: 'activity:read' },
  { name: 'GET entry', method: 'GET', handler: getEntry, needs: 'activity:read' },
]
const activityId = crypto.randomUUID()

async function ask(
  { method, handler, body }: Pick<Route, 'method' | 'handler' | 'body'>,
  group: StatusGroup,
  { cookie, headers, query = '' }: { cookie?: string; headers?: Record<string, string>; query?: string } = {},
) {
  const isSafe = method === 'GET'
  const own = isSafe ? (cookie === undefined ? {} : { cookie }) : auth.honest(cookie)
  const request = new Request(`${address}/x${query}`, {
    method,
    headers: { ...own, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body(group)) }),
  })
  const response = await handler(request, { params: Promise.resolve({ groupId: group.groupId, activityId }) })
  return { status: response.status, body: (await response.json().catch(() => null)) as Record<string, unknown> }
}

const writesOf = () => Object.values(world.writes()).reduce((sum, count) => sum + count, 0)

describe('routes of status groups and of the log', () => {
  it('S4: allow each role what its permissions include, and nothing without a session', { tags: ['S4'] }, async () => {
    const asked = routes.flatMap((route) => [...roles, null].map((role) => ({ route, role })))
    const isDenied = ({ route, role }: (typeof asked)[number]) => role === null || !can(role, route.needs)
    // Denied requests come first, because a write lists assets of its types afterwards.
    for (const { route, role } of asked.filter(isDenied)) {
      const { group } = await world.addGroup(0, `${route.name} ${role}`)
      world.standin.control.resetCounts()
      const { status } = await ask(route, group, role === null ? {} : { cookie: cookies[role] })
      expect([route.name, role, status]).toEqual([route.name, role, role === null ? 401 : 403])
      expect(world.standin.control.counts()).toEqual({})
    }
    for (const { route, role } of asked.filter((one) => !isDenied(one))) {
      expect(declarationOf(route.handler)?.access).toBe(route.needs)
      const { group } = await world.addGroup(0, `${route.name} ${role}`)
      expect([200, 404]).toContain((await ask(route, group, role === null ? {} : { cookie: cookies[role] })).status)
    }
  })

  it('S9: refuse writes from other origins', { tags: ['S9'] }, async () => {
    const { group } = await world.addGroup(0, 'Forged')
    world.standin.control.resetCounts()
    const cookie = cookies.admin
    const forgeries: Array<Record<string, string>> = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://sub.127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'x-requested-with': '' },
    ]
    for (const route of routes.filter(({ method }) => method !== 'GET'))
      for (const headers of forgeries) {
        const { status } = await ask(route, group, { cookie, headers })
        expect([route.name, headers, status]).toEqual([route.name, headers, 403])
      }
    // A GET stays a GET, even if its headers claim another method.
    const overridden = { cookie, headers: { 'x-http-method-override': 'DELETE' } }
    const opened = routes.find(({ name }) => name === 'GET group')
    expect(opened && (await ask(opened, group, overridden)).status).toBe(200)
    expect(world.standin.control.counts()).toEqual({ getStatusGroup: 1 })
  })

  it('S7: treat any text as exactly that id, or refuse it', { tags: ['S7', 'R26'] }, async () => {
    const hostile = fc.oneof(
      fc.constantFrom('..', '.', '%2e%2e', 'a%2fb', '//', 'a/b', 'a?b', 'a#b', '\u0000', 'a\\b', 'ü', '', ' ', 'a;b'),
      fc.string({ maxLength: 12 }),
      fc.stringMatching(/^[A-Za-z0-9_.:~%/-]{1,20}$/),
    )
    const { control } = world.standin
    control.record(true)
    await fc.assert(
      fc.asyncProperty(hostile, async (groupId) => {
        const before = control.requests().length
        const base = { groupId, name: 'x', description: '', options: [], typeIds: [] }
        for (const route of routes.filter(({ name }) => name.endsWith(' group') && name !== 'POST group')) {
          const { status } = await ask(route, base, { cookie: cookies.admin })
          expect([404, 422]).toContain(status)
        }
        // Assets may be listed in the background at any time.
        const sent = control.requests().slice(before)
        for (const request of sent.filter(({ path }) => path !== '/assets/v1/assets/list'))
          expect(request).toMatchObject({
            operation: 'getStatusGroup',
            path: `/assets/v1/status-groups/${encodeURIComponent(groupId)}`,
          })
      }),
      { numRuns: runs(300) },
    )
    control.record(false)
    expect(writesOf()).toBe(0)
  })

  it('respond by their schemas: board, group, write, conflict with the current group, and log', async () => {
    const { group } = await world.addGroup(0, 'Spoken')
    const as = { cookie: cookies.admin }
    const [board, opened, created, patched, deleted] = routes
    if (!board || !opened || !created || !patched || !deleted) throw new Error('routes')
    expect(statusGroupBoard.parse((await ask(board, group, as)).body).groups.length).toBeGreaterThan(0)
    expect(openedStatusGroup.parse((await ask(opened, group, as)).body)).toEqual({ group })
    const saved = statusGroupWritten.parse((await ask(patched, group, as)).body)
    expect(saved.group?.name).toBe('Spoken states 2')
    const conflict = await ask(patched, group, as)
    expect(conflict).toMatchObject({ status: 409, body: { code: 'conflict', current: saved.group } })
    expect(await ask(deleted, group, as)).toMatchObject({ status: 409, body: { current: saved.group } })
    const gone = { ...patched, body: () => ({ base: { ...group, groupId: 'gone' }, name: 'x' }) }
    expect(await ask(gone, { ...group, groupId: 'gone' }, as)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    const wordless = { ...patched, body: () => ({ base: saved.group, options: [] }) }
    expect(await ask(wordless, group, as)).toMatchObject({
      status: 422,
      body: { fields: { removed: expect.any(String) } },
    })

    const query = `?objectKind=status-group&objectId=${group.groupId}&limit=1`
    const log = activityPage.parse((await ask({ method: 'GET', handler: getLog }, group, { ...as, query })).body)
    expect(log).toMatchObject({ entries: [{ action: 'status-group.update', outcome: 'done' }], after: null })
    const response = await getEntry(new Request(`${address}/x`, { headers: { cookie: cookies.admin } }), {
      params: Promise.resolve({ activityId: saved.activityId }),
    })
    // The number of steps is counted for a single entry, and in nested lists.
    expect(activityEntry.parse(await response.json())).toEqual({ ...log.entries[0], steps: null })
    for (const bad of ['?after=x', '?limit=0', '?limit=9999', '?changeId=1', '?objectId=%00', '?limit=1&limit=2'])
      expect((await ask({ method: 'GET', handler: getLog }, group, { ...as, query: bad })).status).toBe(422)
  })
})
