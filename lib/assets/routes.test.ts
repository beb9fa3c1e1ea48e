import { readSheet } from 'read-excel-file/universal'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { GET as getAssetDetail } from '@/app/api/assets/[assetId]/route'
import { GET as getExport } from '@/app/api/assets/export/route'
import { GET as getFacets } from '@/app/api/assets/facets/route'
import { POST as postRefresh } from '@/app/api/assets/refresh/route'
import { GET as getList } from '@/app/api/assets/route'
import { HandClock as AuthClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { readCsv } from '@/lib/csv/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RouteHandler } from '@/lib/http/route'
import { configureThrottle } from '@/lib/web/throttle'
import { processWide } from '@/lib/process-wide'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { HandClock } from '@/lib/testing/sync-world'
import { createAssetRefresher, type AssetRefresher } from './refresh'
import { assetDetail, assetFacets, assetPage, assetRefreshed } from './schema'

vi.setConfig({ testTimeout: 60_000 })

let db: TestDatabase
let standin: Standin
let service: Service
let refresher: AssetRefresher
let auth: TestAuth
let cookie: string
let editor: string

beforeAll(async () => {
  db = await openTestDatabase()
  standin = await startStandin({ inspections: 1, assets: 250, limits: 'off' })
  service = createService({ baseUrl: standin.baseUrl, token: standin.token })
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  processWide('service', () => ({ service }))
  refresher = processWide('assets', () =>
    createAssetRefresher({
      database: () => Promise.resolve(db),
      service: () => service,
      clock: new HandClock(),
      log: silentLog,
    }),
  )
  refresher.start()
  await refresher.listAll()
  const clock = new AuthClock()
  auth = installTestAuth(db, clock)
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 } }, clock)
  cookie = (await auth.signInAs((await auth.addPerson('viewer')).userId)).cookie
  editor = (await auth.signInAs((await auth.addPerson('editor')).userId)).cookie
})
afterAll(async () => {
  await refresher.stop()
  await service.close()
  await standin.close()
  await db.close()
})
beforeEach(() => standin.control.clearFaults())

interface Answer {
  status: number
  body: Record<string, unknown>
}

async function get(
  handler: RouteHandler,
  query: Record<string, string | string[]> = {},
  assetId = '',
): Promise<Answer> {
  const url = new URL('http://127.0.0.1:3000/api/assets')
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) url.searchParams.append(name, one)
  const answer = await handler(new Request(url, { headers: { cookie } }), { params: Promise.resolve({ assetId }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function refresh(body: unknown, by = editor): Promise<Answer> {
  const answer = await postRefresh(
    new Request('http://127.0.0.1:3000/api/assets/refresh', {
      method: 'POST',
      headers: { ...auth.honest(by), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({}) },
  )
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const assets = () => standin.control.assetState().assets

describe('the list', () => {
  it('is available only to people who may read assets', async () => {
    const { status, body } = await get(getList, { limit: '10' })
    expect(status).toBe(200)
    const page = assetPage.parse(body)
    expect(page.rows).toHaveLength(10)
    expect(page.total).toBe(assets().filter(({ isArchived }) => !isArchived).length)
    expect(page.reach).toMatchObject({ assets: 'listed', areWritesRefused: false })
    for (const handler of [getList, getFacets, getAssetDetail]) {
      const refused = await handler(new Request('http://127.0.0.1:3000/api/assets'), {
        params: Promise.resolve({ assetId: 'a' }),
      })
      expect(refused.status).toBe(401)
    }
  })

  it('can be exported with the columns of the address in the order of the list, and the download is logged', async () => {
    const query = '?sort=-type&columns=code,type,status:120&tz=Europe/Berlin'
    const ask = (more = '') =>
      getExport(new Request(`http://127.0.0.1:3000/api/assets/export${query}${more}`, { headers: { cookie } }), {
        params: Promise.resolve({}),
      })
    const csv = await ask()
    const [head, ...lines] = readCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer()))
    expect(head).toEqual(['Code', 'Type', 'Status'])
    const { body } = await get(getList, { sort: '-type', limit: '500' })
    const { rows } = assetPage.parse(body)
    expect(lines).toEqual(rows.map(({ code, typeName, status }) => [code, typeName ?? '', status?.name ?? '']))
    // Assets of one type are sorted by their codes.
    const pairs = rows.map(({ typeName, code }) => `${typeName} ${code}`.toLowerCase())
    expect(pairs).toEqual(pairs.toSorted().toReversed())
    const sheet = await readSheet(await (await ask('&format=xlsx')).blob())
    expect(sheet).toHaveLength(rows.length + 1)
    const { rows: log } = await db.query(`select after from activity where action = 'asset.export'`)
    expect(log).toHaveLength(2)
    expect(log[0]).toMatchObject({ after: { sort: '-type' } })
  })

  it.each(['%', '_', "'", '"', '\\', "'; drop table assets; --", '$1', '😀', '\u0001', ' '])(
    'finds %j literally, and nothing else',
    async (q) => {
      const { status, body } = await get(getList, { q, state: 'all', limit: '500' })
      expect(status).toBe(200)
      const found = assetPage.parse(body).rows.map(({ assetId }) => assetId)
      const { rows } = await db.query<{ id: string }>(
        `select asset_id as id from assets where position($1 in search_text) > 0`,
        [q.trim().toLowerCase()],
      )
      // Separate words are searched separately, so these cases are not compared.
      if (!q.trim().includes(' ')) expect(new Set(found)).toEqual(new Set(rows.map(({ id }) => id)))
      expect((await get(getFacets, { q })).status).toBe(200)
    },
  )

  it.each([
    ['q', 'nul \0'],
    ['status', 'nul\0'],
    ['type', 'x'.repeat(201)],
    ['sort', 'code; drop table assets'],
    ['state', 'lost'],
    ['limit', '0'],
    ['after', 'nonsense'],
    ['after', Buffer.from('["-code","a","b"]').toString('base64url')],
    ['after', Buffer.from('["code","nul \\u0000","b"]').toString('base64url')],
    ['after', Buffer.from('["code",1,"b"]').toString('base64url')],
  ])('refuses %s=%j and names the parameter', async (name, value) => {
    const { status, body } = await get(getList, { [name]: value })
    expect(status).toBe(422)
    expect(Object.keys(body['fields'] as object).join()).toMatch(new RegExp(`^${name}`))
  })

  it('refuses a cursor with an invalid time', async () => {
    const after = Buffer.from('["modified","then","b"]').toString('base64url')
    expect((await get(getList, { after, sort: 'modified' })).status).toBe(422)
  })

  it('has values for its filters, each with the number of assets when it is chosen', async () => {
    const facets = assetFacets.parse((await get(getFacets)).body)
    const [type] = facets.types
    const page = assetPage.parse((await get(getList, { type: type?.id ?? '' })).body)
    expect(page.total).toBe(type?.count)
    const none = facets.statuses.find(({ id }) => id === 'none')
    expect(assetPage.parse((await get(getList, { status: 'none' })).body).total).toBe(none?.count ?? 0)
  })
})

describe('one asset', () => {
  it('is read from the service, or is not found', async () => {
    const id = assets()[0]?.id ?? ''
    const { status, body } = await get(getAssetDetail, {}, id)
    expect(status).toBe(200)
    expect(assetDetail.parse(body)).toMatchObject({ assetId: id, stale: null })
    expect(await get(getAssetDetail, {}, 'no-such')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await get(getAssetDetail, {}, '../users')).status).toBe(422)
  })
})

describe('a refresh', () => {
  it('of some types returns how many assets they have now', async () => {
    const [typeId = ''] = standin.control.assets.addTypes(['Crane'])
    standin.control.assets.addAssets(typeId, 3, 'CR')
    const { status, body } = await refresh({ typeIds: [typeId] })
    expect(status).toBe(200)
    expect(assetRefreshed.parse(body).count).toBe(3)
    expect(assetPage.parse((await get(getList, { type: typeId })).body).total).toBe(3)
  })

  it('of everything responds when it is done', async () => {
    const before = standin.control.counts()['listAssets'] ?? 0
    const { status, body } = await refresh({})
    expect(status).toBe(200)
    expect(assetRefreshed.parse(body)).toMatchObject({ count: assets().length })
    expect(standin.control.counts()['listAssets']).toBeGreaterThan(before)
  })

  it('is forbidden for viewers, because it spends requests of the whole organization', async () => {
    const before = standin.control.requests().length
    expect((await refresh({}, cookie)).status).toBe(403)
    expect(standin.control.requests()).toHaveLength(before)
  })

  it('returns the reason when it could not be done', async () => {
    standin.control.setFault({ operation: 'listAssets', action: { kind: 'status', status: 403 } })
    expect(await refresh({ typeIds: ['any'] })).toMatchObject({ status: 502, body: { code: 'upstream_refused' } })
    expect((await refresh({ typeIds: ['../x'] })).status).toBe(422)
  })
})
