import { beforeAll, expect, it, vi } from 'vitest'
import { GET as getDetail } from '@/app/api/users/[userId]/route'
import { GET as getExport } from '@/app/api/users/export/route'
import { GET as getFacets } from '@/app/api/users/facets/route'
import { POST as postRefresh } from '@/app/api/users/refresh/route'
import { GET as getList } from '@/app/api/users/route'
import { HandClock as AuthClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { createService } from '@/lib/service/client'
import { startStandin, type Standin } from '@/lib/standin/server'
import { HandClock } from '@/lib/testing/sync-world'
import { createUserRefresher } from './refresh'
import { userDetail, userFacets, userPage } from './schema'

vi.setConfig({ testTimeout: 60_000 })

let db: TestDatabase
let standin: Standin
let auth: TestAuth
const cookies = { viewer: '', admin: '' }

beforeAll(async () => {
  db = await openTestDatabase()
  standin = await startStandin({ inspections: 1, users: 30, limits: 'off' })
  const service = createService({ baseUrl: standin.baseUrl, token: standin.token })
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  processWide('service', () => ({ service }))
  const refresher = processWide('organization-users', () =>
    createUserRefresher({
      database: () => Promise.resolve(db),
      service: () => service,
      clock: new HandClock(),
      log: silentLog,
    }),
  )
  refresher.start()
  await refresher.listAll()
  auth = installTestAuth(db, new AuthClock())
  for (const role of ['viewer', 'admin'] as const)
    cookies[role] = (await auth.signInAs((await auth.addPerson(role)).userId)).cookie
  return async () => {
    await refresher.stop()
    await service.close()
    await standin.close()
    await db.close()
  }
})

const url = (path: string) => new URL(path, 'http://127.0.0.1:3000')
const get = (path: string) => new Request(url(path), { headers: { cookie: cookies.viewer } })
const noParams = { params: Promise.resolve({}) }
const post = (role: keyof typeof cookies) =>
  postRefresh(
    new Request(url('/api/users/refresh'), {
      method: 'POST',
      headers: { ...auth.honest(cookies[role]), 'content-type': 'application/json' },
      body: '{}',
    }),
    noParams,
  )
const listings = () => standin.control.counts()['listUsers'] ?? 0

it('viewers can read users, and every read uses the index', async () => {
  const before = listings()
  const page = userPage.parse(await (await getList(get('/api/users?seat=full&q=a&sort=-email'), noParams)).json())
  expect(page.rows.length).toBeGreaterThan(0)
  expect(page.rows.every(({ seat }) => seat === 'full')).toBe(true)
  const facets = userFacets.parse(await (await getFacets(get('/api/users/facets'), noParams)).json())
  expect(facets.seat.find(({ value }) => value === 'full')?.count).toBeGreaterThanOrEqual(page.total)
  const [row] = page.rows
  const params = Promise.resolve({ userId: row?.userId ?? '' })
  const detail = userDetail.parse(await (await getDetail(get('/api/users/x'), { params })).json())
  expect(detail).toMatchObject({ userId: row?.userId, email: row?.email })
  expect(listings()).toBe(before)
})

it('only admins can request a new listing of all users', async () => {
  const before = listings()
  expect((await post('viewer')).status).toBe(403)
  expect((await post('admin')).status).toBe(200)
  await vi.waitFor(() => expect(listings()).toBeGreaterThan(before), { timeout: 20_000 })
})

it('a download is logged with its filter before its first byte', async () => {
  const answer = await getExport(get('/api/users/export?q=a&status=active&tz=Europe/Berlin'), noParams)
  const { rows } = await db.query(`select after from activity where action = 'user.export'`)
  expect(rows).toMatchObject([{ after: { q: 'a', status: ['active'] } }])
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect((await answer.text()).split('\r\n')[0]).toContain('Name,Email,Seat')
})

it.each(['/api/users?sort=password', '/api/users?limit=0', '/api/users?after=x'])('%s is refused', async (path) => {
  expect((await getList(get(path), noParams)).status).toBe(422)
})
