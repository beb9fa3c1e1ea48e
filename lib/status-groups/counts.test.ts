import { describe, expect, it } from 'vitest'
import { createAssetRefresher } from '@/lib/assets/refresh'
import { refreshTypes } from '@/lib/assets/type-listing'
import { settleUncounted } from '@/lib/assets/uncounted'
import { systemClock } from '@/lib/clock'
import { createRandom } from '@/lib/db/random'
import { silentLog } from '@/lib/db/testing'
import { AppError } from '@/lib/errors'
import type { Service } from '@/lib/service/types'
import { runs, seed } from '@/lib/testing/random-runs'
import { readStatusGroupBoard } from './data'
import type { StatusGroupBoard, StatusGroupEdit } from './schema'
import { startGroupWorld, type GroupWorld } from './testing'

const rounds = runs(60, 2)

/** The real number of assets with each status at the stand-in. */
function trueCounts(world: GroupWorld): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { optionId } of world.standin.control.assetState().assets)
    if (optionId !== null) counts.set(optionId, (counts.get(optionId) ?? 0) + 1)
  return counts
}

const shownCounts = ({ groups }: StatusGroupBoard) =>
  groups.flatMap(({ options, counts, isCounting }) =>
    options.map(({ optionId }) => ({
      optionId,
      count: isCounting === true ? ('counting' as const) : (counts?.[optionId] ?? 0),
    })),
  )

/** A service that pauses before and after each request that lists or changes something. */
function pausing(world: GroupWorld, pause: () => Promise<void>): Pick<Service, 'call'> {
  return {
    call: async (name, ...rest) => {
      await pause()
      const answer = await world.service.call(name, ...rest)
      await pause()
      return answer
    },
  }
}

/** A world with 33 assets with status A and 11 with B, over several types. All assets are listed. */
async function startCounted() {
  const world = await startGroupWorld()
  const { control } = world.standin
  const options = ['A', 'B', 'C'].map((name) => ({ name, color: 'STATUS_BADGE_COLOR_GREEN' }))
  const groupId = control.assets.addGroup({ name: 'Counted', options })
  const typeIds = control.assets.addTypes(['One', 'Two', 'Three', 'Four', 'Five', 'Six'], groupId)
  const [a, b] = (await world.open(groupId)).options
  for (const [at, typeId] of typeIds.entries()) {
    control.assets.addAssets(typeId, at === 0 ? 8 : 5, `A-${at}`, a?.optionId)
    control.assets.addAssets(typeId, at === 0 ? 6 : 1, `B-${at}`, b?.optionId)
  }
  const refresher = createAssetRefresher({
    database: () => Promise.resolve(world.db),
    service: () => world.service,
    clock: systemClock,
    log: silentLog,
  })
  refresher.start()
  await refresher.listAll()
  return {
    world,
    groupId,
    typeIds,
    refresher,
    [Symbol.asyncDispose]: async () => {
      await refresher.stop()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** A save that moves or clears statuses. */
function makeRemoval({ options }: { options: StatusGroupEdit['base']['options'] }, pick: (below: number) => number) {
  const removed = options[pick(options.length)]
  const kept = options.filter((option) => option !== removed)
  const target = kept[pick(kept.length)]
  return {
    options: [...kept, { optionId: null, name: `New ${options.length}`, color: 'STATUS_BADGE_COLOR_RED' }],
    removed:
      target === undefined || pick(3) === 0
        ? { kind: 'clear' as const }
        : { kind: 'move' as const, optionId: target.optionId },
  }
}

describe('counts after a save', () => {
  it(
    'are 33, 44 or shown as being counted during a save that moves assets, and 44 afterwards',
    { tags: ['full'] },
    async () => {
      await using counted = await startCounted()
      const { world, groupId } = counted
      const base = await world.open(groupId)
      const [a, b, c] = base.options
      if (a === undefined || b === undefined || c === undefined) throw new Error('the group has three statuses')
      const seen: Array<number | 'counting' | undefined> = []
      const watch = async () => {
        seen.push(shownCounts(await world.board()).find(({ optionId }) => optionId === a.optionId)?.count)
      }
      await watch()
      let listing: Promise<unknown> = Promise.resolve()
      const service = pausing(world, watch)
      const refresh = (typeIds: readonly string[]) => {
        const listed = refreshTypes({ db: world.db, service, clock: systemClock }, typeIds, {})
        listing = listed
        return listed
      }
      const edit = { base, options: [a, c], removed: { kind: 'move' as const, optionId: a.optionId } }
      await world.save(groupId, edit, { service, refresh })
      await watch()
      await listing
      await watch()
      expect(new Set(seen)).toEqual(new Set([33, 'counting', 44]))
      expect(seen.at(-1)).toBe(44)
      expect(seen.indexOf(44)).toBeGreaterThan(seen.lastIndexOf('counting'))
    },
  )

  it(`are always right or shown as being counted in ${rounds} rounds of saves, listings and readers (seed ${seed})`, async () => {
    const random = createRandom(seed)
    const pick = (below: number) => Math.floor(random() * below)
    await using counted = await startCounted()
    const { world, groupId, typeIds, refresher } = counted
    const wrong: string[] = []
    let reads = 0
    let counting = 0
    const watch = async () => {
      const before = trueCounts(world)
      const shown = shownCounts(await world.board())
      const after = trueCounts(world)
      reads += 1
      for (const { optionId, count } of shown)
        if (count === 'counting') counting += 1
        else if (count !== (before.get(optionId) ?? 0) && count !== (after.get(optionId) ?? 0))
          wrong.push(`${optionId}: ${count}, not ${before.get(optionId) ?? 0} or ${after.get(optionId) ?? 0}`)
    }
    const pause = async () => {
      if (pick(6) === 0) await watch()
    }
    const service = pausing(world, pause)
    for (let round = 0; round < rounds; round += 1) {
      const listings: Array<Promise<unknown>> = []
      const refresh = (asked: readonly string[]) => {
        const listing = refreshTypes({ db: world.db, service, clock: systemClock }, asked, {})
        listings.push(listing)
        return listing
      }
      const base = await world.open(groupId)
      const edits = [makeRemoval(base, pick), makeRemoval(base, pick)].slice(0, 1 + pick(2))
      await Promise.all([
        ...edits.map((edit) =>
          world.save(groupId, { base, ...edit }, { service, refresh }).catch((error: unknown) => {
            // The other save was faster.
            expect(error).toMatchObject({ code: 'conflict' })
          }),
        ),
        pick(2) === 0 ? refresher.listAll() : refresh(typeIds.slice(pick(3))),
        watch(),
      ])
      await Promise.all(listings)
      const [one] = (await world.open(groupId)).options
      const assets = world.standin.control.assetState().assets.filter(({ typeId }) => typeIds.includes(typeId))
      if (one !== undefined)
        world.standin.control.assets.setStatuses(
          Object.fromEntries(assets.slice(0, 30).map(({ id }) => [id, one.optionId])),
        )
      await refresher.listAll()
    }
    expect(wrong).toEqual([])
    expect(reads).toBeGreaterThan(rounds)
    expect(counting).toBeGreaterThan(0)
    expect(shownCounts(await world.board()).some(({ count }) => count === 'counting')).toBe(false)
  }, 120_000)

  it('stay unknown after a failed listing until a later listing ends', async () => {
    await using counted = await startCounted()
    const { world, groupId, refresher } = counted
    const base = await world.open(groupId)
    let refreshes = 0
    await world.save(
      groupId,
      { base, options: base.options.slice(1), removed: { kind: 'clear' } },
      {
        refresh: (typeIds) =>
          (refreshes += 1) === 1 ? world.refresh(typeIds) : Promise.reject(new AppError('unavailable', 'Not now.')),
      },
    )
    expect(shownCounts(await world.board()).some(({ count }) => count === 'counting')).toBe(true)
    // A listing that started before the save cannot contain its result.
    await settleUncounted(world.db, '2026-01-01T00:00:00Z', null)
    expect(shownCounts(await world.board()).some(({ count }) => count === 'counting')).toBe(true)
    await refresher.listAll()
    expect(shownCounts(await world.board()).some(({ count }) => count === 'counting')).toBe(false)
  })

  it('are unchanged if the save was refused', async () => {
    await using counted = await startCounted()
    const { world, groupId } = counted
    const base = await world.open(groupId)
    world.standin.control.setFault({
      operation: 'updateStatusGroup',
      when: { next: 1 },
      action: { kind: 'status', status: 403, when: 'before' },
    })
    const edit = { base, options: base.options.slice(1), removed: { kind: 'clear' as const } }
    await expect(world.save(groupId, edit)).rejects.toThrow()
    const board = await readStatusGroupBoard({ db: world.db, service: world.service })
    expect(shownCounts(board)).toEqual(
      shownCounts(board).map(({ optionId }) => ({ optionId, count: trueCounts(world).get(optionId) ?? 0 })),
    )
  })
})
