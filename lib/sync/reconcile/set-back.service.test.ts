import { expect, it } from 'vitest'
import { readKeptVersions } from '@/lib/inspections/versions'
import type { AuditId } from '@/lib/ids'
import { readRunningRun } from '@/lib/sync/reconcile/store'
import { createSearch } from '@/lib/sync/search'
import { readVersion } from '@/lib/sync/version'
import { fetchDocument, storeDocument } from '@/lib/sync/documents/documents'
import { startWorld, type World } from '@/lib/testing/sync-world'

const hours = 3_600_000

/** A world whose documents have been read. */
async function startRead(inspections = 40): Promise<World> {
  const world = await startWorld({ inspections })
  await world.finishPass()
  for (const { audit_id } of world.truth()) await readAs(world, audit_id)
  return world
}

async function fetchFrom(world: World, auditId: string) {
  const signal = new AbortController().signal
  const fetched = await fetchDocument(world.service, auditId as AuditId, { lane: 'background', signal })
  return { ...fetched, modifiedAt: fetched.modifiedAt ?? '' }
}

async function readAs(world: World, auditId: string): Promise<void> {
  await storeDocument(world.db, await fetchFrom(world, auditId), world.clock.now())
}

const setBack = (world: World, id: string, at: string) => world.standin.control.touch(id, Date.parse(at) - 5 * hours)

it('a full reconciliation adopts versions that were set back, and keeps the newer ones', async () => {
  await using world = await startRead()
  const [one, ...others] = world.truth().slice(10, 15)
  if (one === undefined) throw new Error('there are inspections')
  for (const { audit_id, modified_at } of [one, ...others]) setBack(world, audit_id, modified_at)
  expect(await world.reconcile()).toMatchObject({ state: 'done', missing: 0, unclear: 0 })
  expect(await world.index()).toEqual(world.truth())
  // Their documents are waiting, as for any new version.
  expect(await world.count('hydrated_modified_at is distinct from modified_at')).toBe(5)
  await readAs(world, one.audit_id)
  const back = world.truth().find((row) => row.audit_id === one.audit_id)
  expect(await readKeptVersions(world.db, one.audit_id)).toMatchObject([
    { modifiedAt: one.modified_at, isCurrent: false },
    { modifiedAt: back?.modified_at, isCurrent: true },
  ])
  const sync = world.createSync()
  expect(await readVersion({ db: world.db, sync }, one.audit_id as AuditId)).toMatchObject({
    modifiedAt: back?.modified_at,
    stale: null,
  })
})

it('a late document of the newer version changes nothing', { tags: ['full'] }, async () => {
  await using world = await startRead()
  const [one] = world.truth().slice(10)
  if (one === undefined) throw new Error('there are inspections')
  const late = await fetchFrom(world, one.audit_id)
  setBack(world, one.audit_id, one.modified_at)
  await world.reconcile()
  await readAs(world, one.audit_id)
  await storeDocument(world.db, late, world.clock.now())
  expect(await world.index()).toEqual(world.truth())
  expect(await world.count('hydrated_modified_at is distinct from modified_at')).toBe(0)
})

it('the current version is kept after it was set back, however many newer versions are stored', async () => {
  await using world = await startRead(4)
  const [one] = world.truth()
  if (one === undefined) throw new Error('there are inspections')
  for (let at = 0; at < 7; at += 1) {
    world.standin.control.touch(one.audit_id)
    await readAs(world, one.audit_id)
  }
  setBack(world, one.audit_id, one.modified_at)
  await world.reconcile()
  await readAs(world, one.audit_id)
  world.standin.control.touch(one.audit_id, Date.parse(one.modified_at) - 4 * hours)
  await world.reconcile()
  await readAs(world, one.audit_id)
  const kept = await readKeptVersions(world.db, one.audit_id)
  expect(kept).toHaveLength(5)
  expect(kept?.filter((version) => version.isCurrent)).toHaveLength(1)
})

it('a response that is older than the index sets no version back', { tags: ['full'] }, async () => {
  await using world = await startRead()
  const honest = createSearch(world.service)
  const changed = world.truth().slice(10, 30)
  const touched = new Set<string>()
  // Each response is outdated when it arrives: a row changes and is indexed before the response is processed.
  const overtaken: typeof honest = async (query, signal) => {
    const answer = await honest(query, signal)
    for (const row of answer.rows) {
      if (touched.size >= 3 || touched.has(row.auditId) || !changed.some((one) => one.audit_id === row.auditId))
        continue
      touched.add(row.auditId)
      world.standin.control.touch(row.auditId)
      await readAs(world, row.auditId)
    }
    return answer
  }
  expect(await world.reconcile({ search: overtaken })).toMatchObject({ state: 'done', missing: 0 })
  expect(touched.size).toBe(3)
  expect(await world.index()).toEqual(world.truth())
  expect(await world.count('hydrated_modified_at is distinct from modified_at')).toBe(0)
})

it('a change during the second reading wins over the version that was set back', async () => {
  await using world = await startRead()
  const honest = createSearch(world.service)
  const [one] = world.truth().slice(10)
  if (one === undefined) throw new Error('there are inspections')
  setBack(world, one.audit_id, one.modified_at)
  let changes = 0
  const overtaken: typeof honest = async (query, signal) => {
    const answer = await honest(query, signal)
    if (changes > 0 || (await readRunningRun(world.db))?.phase !== 'verify') return answer
    changes += 1
    world.standin.control.touch(one.audit_id)
    await readAs(world, one.audit_id)
    return answer
  }
  await world.reconcile({ search: overtaken })
  expect(changes).toBe(1)
  expect(await world.index()).toEqual(world.truth())
  expect(await world.count('hydrated_modified_at is distinct from modified_at')).toBe(0)
})
