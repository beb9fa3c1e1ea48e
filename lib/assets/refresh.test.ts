import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { setAssetStatus, type WireAsset } from '@/lib/service/assets'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { HandClock } from '@/lib/testing/sync-world'
import { oneADay, seed } from '@/lib/testing/random-runs'
import { countByOption, countByTypeAndOption, readAsset, readReach } from './data'
import { assetListing } from './listing-state'
import { createAssetRefresher, type AssetRefresher } from './refresh'
import { readInstant } from '@/lib/db/read-together'
import { storeListedAssets, storeWrittenAsset } from './store'
import { wireAsset } from './testing'
import { noteUncounted, readUncounted } from './uncounted'

vi.setConfig({ testTimeout: 60_000 })

let standin: Standin
let db: TestDatabase
let service: Service
let clock: HandClock
let refreshers: AssetRefresher[]

const assetCount = 430

beforeEach(async () => {
  standin = await startStandin({ inspections: 1, assets: assetCount, limits: 'off' })
  db = await openTestDatabase()
  service = createService({ baseUrl: standin.baseUrl, token: standin.token, random: () => 0 })
  clock = new HandClock()
  refreshers = []
})
afterEach(async () => {
  await Promise.all(refreshers.map((refresher) => refresher.stop()))
  await service.close()
  await standin.close()
  await db.close()
})

function startRefresher(own: Pick<Service, 'call'> = service): AssetRefresher {
  const refresher = createAssetRefresher({
    database: () => Promise.resolve(db),
    service: () => own,
    clock,
    log: silentLog,
  })
  refreshers.push(refresher)
  refresher.start()
  return refresher
}

/** Starts a refresher, and waits until its first listing has ended. */
async function startListed(own?: Pick<Service, 'call'>): Promise<AssetRefresher> {
  const refresher = startRefresher(own)
  await refresher.listAll()
  return refresher
}

interface ListedAsset {
  id: string
  code: string
  typeId: string | null
  siteId: string | null
  isArchived: boolean
  optionId: string | null
}

const byId = (left: ListedAsset, right: ListedAsset) => (left.id < right.id ? -1 : 1)

const truth = (): ListedAsset[] =>
  standin.control
    .assetState()
    .assets.map(({ id, code, typeId, siteId, isArchived, optionId }) => ({
      id,
      code,
      typeId,
      siteId,
      isArchived,
      optionId,
    }))
    .sort(byId)

async function index(): Promise<ListedAsset[]> {
  const { rows } = await db.query<ListedAsset>(
    `select asset_id as id, code, type_id as "typeId", site_id as "siteId", state = 'archived' as "isArchived",
       option_id as "optionId"
     from assets where missing_at is null`,
  )
  return rows.sort(byId)
}

const listed = () => standin.control.counts()['listAssets'] ?? 0
const addUnknown = async (count: number, prefix = 'gone') =>
  storeListedAssets(
    db,
    Array.from({ length: count }, (_, at) => wireAsset({ assetId: `${prefix}-${at}` })),
    await readInstant(db),
  )
const passTime = (minutes: number) =>
  db.query(
    `update sync_state set last_started_at = last_started_at - $1 * interval '1 minute',
       last_finished_at = last_finished_at - $1 * interval '1 minute' where name = 'assets'`,
    [minutes],
  )
const waitABit = () => clock.advance(60_000)
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

/** A service whose lists leave out archived assets unless a state is given. */
const withoutArchived: Pick<Service, 'call'> = {
  call: async (operation, ...rest) => {
    const answer = await service.call(operation, ...rest)
    const [input] = rest as unknown as [{ body?: { asset_filters?: Array<{ state?: string }> } }]
    if (operation !== 'listAssets' || input.body?.asset_filters?.some(({ state }) => state !== undefined)) return answer
    const page = structuredClone(answer) as { assets: Array<{ state: string }> }
    page.assets = page.assets.filter(({ state }) => state === 'ASSET_STATE_ACTIVE')
    return page as typeof answer
  },
}

describe('a whole listing', () => {
  it('returns all assets of the service, a hundred per request', { tags: ['full'] }, async () => {
    expect(await readReach(db)).toMatchObject({ assets: 'pending', assetsAsOf: null })
    startRefresher()
    await until(async () => expect((await readReach(db)).assets).toBe('listed'))
    expect(await index()).toEqual(truth())
    expect(truth().some(({ isArchived }) => isArchived)).toBe(true)
    // There is one more request if archived assets must be requested separately.
    expect(listed()).toBeLessThanOrEqual(Math.ceil(assetCount / 100) + 1)
    const byOption = await countByOption(db)
    const byType = await countByTypeAndOption(db)
    const wanted = new Map<string, number>()
    for (const { optionId } of truth()) if (optionId !== null) wanted.set(optionId, (wanted.get(optionId) ?? 0) + 1)
    expect(byOption).toEqual(wanted)
    expect([...byType.values()].reduce((sum, { assetCount: n }) => sum + n, 0)).toBe(assetCount)
    for (const [typeId, { counts }] of byType)
      for (const [optionId, n] of Object.entries(counts))
        expect(n).toBe(truth().filter((asset) => asset.typeId === typeId && asset.optionId === optionId).length)
  })

  it('is repeated after ten minutes and not earlier', { tags: ['full'] }, async () => {
    await startListed()
    await passTime(9.9)
    expect(await assetListing.take(db, { leaseId: 'other', isAsked: false })).toBeNull()
    await passTime(0.2)
    const [made] = standin.control.assets.addTypes(['Crane'])
    standin.control.assets.addAssets(made ?? '', 3, 'CR')
    await until(async () => {
      waitABit()
      expect(await index()).toEqual(truth())
    })
  })

  it(
    'does not delay the separate listing of types that were not counted after a write',
    { tags: ['full'] },
    async () => {
      await startListed()
      const [changed] = truth()
      const { rows } = await db.query<{ activity_id: string }>(
        `insert into activity (actor_name, actor_email, action, object_kind, object_name, outcome, at, finished_at)
       values ('A', '', 'status-group.update', 'status-group', 'G', 'done', now() - interval '2 minutes',
         now() - interval '1 minute') returning activity_id`,
      )
      await noteUncounted(db, rows[0]?.activity_id ?? '', [changed?.typeId ?? ''])
      standin.control.assets.setStatuses({ [changed?.id ?? '']: null })
      expect(await readUncounted(db)).toEqual(new Set([changed?.typeId]))
      await until(async () => {
        waitABit()
        expect((await readUncounted(db)).size).toBe(0)
      })
      expect(await index()).toEqual(truth())
    },
  )

  it('requests archived assets if a list without a state leaves them out', { tags: ['full'] }, async () => {
    await startListed(withoutArchived)
    expect(await index()).toEqual(truth())
  })

  it('requests archived assets separately for each listed type', { tags: ['full'] }, async () => {
    const types = [...new Set(truth().flatMap(({ typeId, isArchived }) => (isArchived ? [typeId ?? ''] : [])))]
    expect(types.length).toBeGreaterThan(4)
    await startRefresher(withoutArchived).listTypes(types)
    const known = await index()
    expect(known.filter(({ typeId }) => types.includes(typeId ?? ''))).toEqual(
      truth().filter(({ typeId }) => types.includes(typeId ?? '')),
    )
  })

  it('runs one at a time, even with several consoles', { tags: ['full'] }, async () => {
    const pages: string[] = []
    const watched = (name: string): Pick<Service, 'call'> => ({
      call: (operation, ...rest) => {
        if (operation === 'listAssets') pages.push(name)
        return service.call(operation, ...rest)
      },
    })
    let ended = 0
    const listings = ['a', 'b', 'c'].map(async (name) => {
      await startRefresher(watched(name)).listAll()
      ended += 1
    })
    await until(() => {
      // A console that waits for another console's listing checks again after a second.
      clock.advance(1_000)
      expect(ended).toBe(3)
    })
    await Promise.all(listings)
    const { rows } = await db.query<{ passes: number }>(`select passes from sync_state where name = 'assets'`)
    const changes = pages.filter((name, at) => at > 0 && name !== pages[at - 1]).length
    expect(new Set(pages).size).toBe(3)
    // Each listing begins when the one before has ended, so their pages never mix.
    expect(changes).toBeLessThan(rows[0]?.passes ?? 0)
    expect(await index()).toEqual(truth())
  })

  it('continues when the service is briefly busy', { tags: ['full'] }, async () => {
    standin.control.setFault({
      operation: 'listAssets',
      when: { next: 2 },
      action: { kind: 'status', status: 429, retryAfter: '0' },
    })
    await startListed()
    expect(await index()).toEqual(truth())
  })

  it('of a console that died is continued by the next console after the lease has expired', async () => {
    await db.query(
      `insert into sync_state (name, last_started_at, leader, leader_seen_at)
       values ('assets', now(), '{"leaseId":"dead"}', now())`,
    )
    expect(await assetListing.take(db, { leaseId: 'other', isAsked: true })).toBeNull()
    startRefresher()
    await db.query(`update sync_state set leader_seen_at = now() - interval '10 minutes' where name = 'assets'`)
    await until(async () => {
      waitABit()
      expect((await readReach(db)).assets).toBe('listed')
    })
    expect(await index()).toEqual(truth())
  })

  it('ends when the console stops, and begins at once at the next start', { tags: ['full'] }, async () => {
    let pages = 0
    const refresher = startRefresher({
      call: (operation, ...rest) => {
        if (operation === 'listAssets') pages += 1
        return service.call(operation, ...rest)
      },
    })
    standin.control.setFault({ operation: 'listAssets', when: { every: 2 }, action: { kind: 'stall', silent: true } })
    await until(() => expect(pages).toBe(2))
    await refresher.stop()
    standin.control.clearFaults()
    expect((await index()).length).toBe(100)
    expect(await readReach(db)).toMatchObject({ assets: 'pending' })
    // Another console can start a listing at once.
    const taken = await assetListing.take(db, { leaseId: 'other', isAsked: false })
    expect(taken).not.toBeNull()
    await assetListing.abandon(db, 'other', null)
    await expect(refresher.listAll()).rejects.toMatchObject({ code: 'unavailable' })
    await startListed()
    expect(await index()).toEqual(truth())
  })
})

it("a listing is sent after people's requests, unless a person waits for it", { tags: ['full'] }, async () => {
  const lanes: string[] = []
  const refresher = await startListed({
    call: (operation, ...rest) => {
      const [, options] = rest
      if (operation === 'listAssets' || operation === 'getAsset') lanes.push(options?.lane ?? 'none')
      return service.call(operation, ...rest)
    },
  })
  await addUnknown(2)
  await refresher.listAll()
  expect(new Set(lanes)).toEqual(new Set(['background']))
  lanes.length = 0
  await refresher.listTypes([truth()[0]?.typeId ?? ''])
  expect(new Set(lanes)).toEqual(new Set(['person']))
})

describe('what prevents a listing from completing', () => {
  it('is reported, and the known assets are kept', { tags: ['full'] }, async () => {
    const refresher = await startListed()
    const { assetsAsOf } = await readReach(db)
    await addUnknown(3)
    standin.control.setFault({ operation: 'listAssets', action: { kind: 'status', status: 400 } })
    await expect(refresher.listAll()).rejects.toMatchObject({ code: 'invalid' })
    // The last complete listing is recent, so its counts are still shown, with their time.
    expect(await readReach(db)).toMatchObject({ assets: 'listed', assetsAsOf })
    expect(await index()).toHaveLength(assetCount + 3)
    await passTime(31)
    expect(await readReach(db)).toMatchObject({ assets: 'failed' })
    standin.control.clearFaults()
    await until(async () => {
      waitABit()
      expect((await readReach(db)).assets).toBe('listed')
    })
    expect(await index()).toEqual(truth())
  })

  it('in the middle of the pages removes no known assets', async () => {
    await addUnknown(3)
    let pages = 0
    const refresher = startRefresher({
      call: (operation, ...rest) => {
        if (operation === 'listAssets' && (pages += 1) % 3 === 0)
          standin.control.setFault({
            operation: 'listAssets',
            when: { next: 1 },
            action: { kind: 'status', status: 400 },
          })
        return service.call(operation, ...rest)
      },
    })
    await expect(refresher.listAll()).rejects.toMatchObject({ code: 'invalid' })
    expect((await readReach(db)).assets).toBe('failed')
    expect((await index()).filter(({ id }) => id.startsWith('gone'))).toHaveLength(3)
    expect((await index()).length).toBeGreaterThan(100)
  })

  it.each([
    ['the token has no permission', () => standin.control.setPermissions([])],
    [
      'the token is unknown',
      () => void standin.control.setFault({ operation: 'listAssets', action: { kind: 'status', status: 401 } }),
    ],
    [
      'the plan does not include assets',
      () => void standin.control.setFault({ operation: 'listAssets', action: { kind: 'status', status: 404 } }),
    ],
  ])('is reported as a refusal if %s, until that changes', async (_, refuse) => {
    refuse()
    const refresher = startRefresher()
    await expect(refresher.listAll()).rejects.toMatchObject({ name: 'AppError' })
    expect(await readReach(db)).toMatchObject({ assets: 'refused', assetsAsOf: null })
    standin.control.setPermissions('all')
    standin.control.clearFaults()
    await passTime(2.8)
    expect(await assetListing.take(db, { leaseId: 'other', isAsked: false })).toBeNull()
    await passTime(0.3)
    await until(async () => {
      waitABit()
      expect((await readReach(db)).assets).toBe('listed')
    })
    expect(await index()).toEqual(truth())
  })
})

describe('assets that a whole listing does not return', () => {
  it('are read individually, and count as missing if the service does not know them', { tags: ['full'] }, async () => {
    const refresher = await startListed()
    await addUnknown(4)
    await refresher.listAll()
    expect(await index()).toEqual(truth())
    // An asset that only a listing by type reveals as missing.
    const typeId = truth()[0]?.typeId ?? ''
    await storeListedAssets(db, [wireAsset({ assetId: 'gone-9', typeId })], await readInstant(db))
    const count = await refresher.listTypes([typeId])
    expect(count).toBe(truth().filter((asset) => asset.typeId === typeId).length)
    expect(await index()).toEqual(truth())
  })

  it('are kept if they still exist, for example because a page skipped them', { tags: ['full'] }, async () => {
    const skipped = truth()
      .slice(0, 5)
      .map(({ id }) => id)
    const refresher = await startListed({
      call: async (operation, ...rest) => {
        const answer = await service.call(operation, ...rest)
        if (operation !== 'listAssets') return answer
        const page = structuredClone(answer) as { assets: Array<{ id: string }> }
        page.assets = page.assets.filter(({ id }) => !skipped.includes(id))
        return page as typeof answer
      },
    })
    await storeListedAssets(
      db,
      skipped.map((assetId) => wireAsset({ assetId })),
      await readInstant(db),
    )
    await refresher.listAll()
    expect(await index()).toEqual(truth())
  })

  it(
    'count as missing in large numbers only if the next listing does not return them either',
    { tags: ['full'] },
    async () => {
      const refresher = await startListed()
      await addUnknown(80)
      await refresher.listAll()
      expect(await index()).toHaveLength(assetCount + 80)
      await refresher.listAll()
      expect(await index()).toEqual(truth())
    },
  )

  it('do not count as missing if some of the listed assets could not be read', { tags: ['full'] }, async () => {
    const refresher = await startListed({
      call: async (operation, ...rest) => {
        const answer = await service.call(operation, ...rest)
        if (operation !== 'listAssets') return answer
        const page = structuredClone(answer) as { assets: unknown[] }
        page.assets.push({ neither: 'id nor code' })
        return page as typeof answer
      },
    })
    await addUnknown(2)
    await refresher.listAll()
    expect(await index()).toHaveLength(assetCount + 2)
  })
})

it('a listing of a type with very many assets ends after a minute, or earlier if the caller sets a deadline', async () => {
  const typeId = truth()[0]?.typeId ?? ''
  let waiting = 0
  const own = createAssetRefresher({
    database: () => Promise.resolve(db),
    service: () => ({
      call: (_operation, ...[, options]) =>
        new Promise((_, reject) => {
          waiting += 1
          const signal = options?.signal
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    }),
    clock,
    log: silentLog,
  })
  const ends: string[] = []
  const listing = (patienceMs?: number) =>
    own.listTypes([typeId], undefined, patienceMs).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'unavailable' })
      ends.push(patienceMs === undefined ? 'person' : 'worker')
    })
  const both = [listing(), listing(600_000)]
  await until(() => expect(waiting).toBe(2))
  clock.advance(61_000)
  await until(() => expect(ends).toEqual(['person']))
  clock.advance(540_000)
  await Promise.all(both)
  expect(ends).toEqual(['person', 'worker'])
})

it('a listing that a person waits for shares no request that was already in progress', { tags: ['full'] }, async () => {
  const refresher = await startListed()
  const typeId = truth()[0]?.typeId ?? ''
  standin.control.resetCounts()
  await refresher.listTypes([typeId])
  const requests = listed()
  // The delay is long enough that the second listing finds the first one's request in progress.
  standin.control.setFault({ operation: 'listAssets', action: { kind: 'delay', ms: 300 } })
  await Promise.all([refresher.listTypes([typeId]), refresher.listTypes([typeId])])
  expect(listed()).toBe(3 * requests)
})

// It is not documented whether a change of status updates the time of an asset. If it does not, the test must not write
// concurrently.
it.each(
  oneADay([
    ['several concurrent writes', true],
    ['assets without times of their last change', false],
  ] as const),
)('the index ends up equal to the service when writes and pages overlap, with %s', async (_, hasTimes) => {
  const { groups, types } = standin.control.assetState()
  const optionsOf = new Map(
    types.map(({ id, groupId }) => [
      id,
      groups.find((group) => group.id === groupId)?.options.map((option) => option.id) ?? [],
    ]),
  )
  const random = fc.sample(fc.array(fc.nat(), { minLength: 4_000, maxLength: 4_000 }), { numRuns: 1, seed })[0] ?? []
  const next = (below: number) => (random.pop() ?? 0) % below
  const known = (asset: WireAsset): WireAsset => (hasTimes ? asset : { ...asset, modifiedAt: null })
  let writes = 0
  let last: Promise<void> = Promise.resolve()
  const write = async ({ id, type }: { id: string; type: { type_id: string } }) => {
    const options = [null, ...(optionsOf.get(type.type_id) ?? [])]
    writes += 1
    const done = await setAssetStatus(service, id, options[next(options.length)] ?? null)
    await storeWrittenAsset(db, known(done))
  }
  /** Writes statuses after the service has sent a page that contains the assets. */
  const crossing: Pick<Service, 'call'> = {
    call: async (operation, ...rest) => {
      const answer = await service.call(operation, ...rest)
      if (operation !== 'listAssets') return answer
      const page = structuredClone(answer) as {
        assets: Array<{ id: string; modified_at?: string; type: { type_id: string } }>
      }
      if (!hasTimes) for (const asset of page.assets) delete asset.modified_at
      const chosen = Array.from({ length: 6 }, () => page.assets[next(page.assets.length)]).filter(
        (asset) => asset !== undefined,
      )
      if (hasTimes) await Promise.all(chosen.map(write))
      else {
        const writeAfter = async (before: Promise<void>) => {
          await before
          for (const asset of chosen) await write(asset)
        }
        last = writeAfter(last)
        await last
      }
      return page as typeof answer
    },
  }
  const refresher = await startListed(crossing)
  await refresher.listAll()
  await Promise.all([refresher.listAll(), refresher.listTypes([...optionsOf.keys()])])
  expect(writes).toBeGreaterThan(60)
  expect(await index()).toEqual(truth())
})

const first = () => truth()[0] ?? { id: '', optionId: null }

describe('one asset', () => {
  it('is read from the service, and the index is updated', async () => {
    await startListed()
    const { id } = first()
    standin.control.assets.setStatuses({ [id]: null })
    const detail = await readAsset(id, { db, service })
    expect(detail).toMatchObject({ assetId: id, status: null, stale: null })
    expect(detail.fields.length).toBeGreaterThan(0)
    expect(await index()).toEqual(truth())
  })

  it('is returned from the newest listing, and marked as such, while the service is down', async () => {
    await startListed()
    standin.control.setFault({ operation: 'getAsset', action: { kind: 'status', status: 403 } })
    const detail = await readAsset(first().id, { db, service })
    expect(detail).toMatchObject({
      assetId: first().id,
      stale: expect.stringContaining('assets.stale') as string,
    })
    await expect(readAsset('never-listed', { db, service })).rejects.toMatchObject({ code: 'upstream_refused' })
  })

  it('that the service no longer knows is not found, and counts as missing from then on', async () => {
    await addUnknown(1)
    await expect(readAsset('gone-0', { db, service })).rejects.toMatchObject({ code: 'not_found' })
    expect(await index()).toEqual([])
  })
})
