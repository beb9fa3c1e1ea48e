import { expect, it } from 'vitest'
import { startWorld, type World } from '@/lib/testing/sync-world'
import { runPass } from '@/lib/sync/pass'
import { createSearch } from '@/lib/sync/search'
import { createPassStore, readSyncState, recordFinishedPass } from '@/lib/sync/store'

const limit = 100

async function pass(world: World): Promise<void> {
  const at = new Date(world.clock.now())
  const { signal } = new AbortController()
  await runPass({ search: createSearch(world.service), store: createPassStore(world.db), signal, limit })
  await recordFinishedPass(world.db, { startedAt: at, finishedAt: at, note: null })
}

/** 600 inspections of one template at one instant: more than a search with 100 rows can separate. */
async function startWithGap(): Promise<{ world: World; crowd: string[] }> {
  const world = await startWorld({ inspections: 800 })
  await pass(world)
  const { rows } = await world.db.query<{ template_id: string }>('select template_id from inspections limit 1')
  const crowd = world.standin.control.insert(600, { template: rows[0]?.template_id ?? '' })
  world.standin.control.insert(3, { stepMs: 1 })
  await pass(world)
  return { world, crowd }
}

it(
  'a full reconciliation marks inspections that were removed from a former gap, and resolves the gap (R12)',
  { tags: ['R12'] },
  async () => {
    const { world, crowd } = await startWithGap()
    await using _ = world
    expect((await readSyncState(world.db)).gaps).toMatchObject([{ reported: 600 }])
    for (const id of crowd.slice(0, 540)) world.standin.control.delete(id)
    const run = await world.reconcile({ limit })
    expect((await readSyncState(world.db)).gaps).toEqual([])
    expect(run).toMatchObject({ state: 'done', unclear: 0 })
    const { rows } = await world.db.query<{ audit_id: string }>(
      'select audit_id from inspections where missing_at is null',
    )
    expect(rows.map((row) => row.audit_id).sort()).toEqual(world.truth().map((row) => row.audit_id))
  },
)

it('a full reconciliation counts every row that it could not check as unclear', async () => {
  const { world, crowd } = await startWithGap()
  await using _ = world
  const known = new Set((await world.index()).map((row) => row.audit_id))
  const removed = crowd.filter((id) => known.has(id)).slice(0, 30)
  for (const id of removed) world.standin.control.delete(id)
  const run = await world.reconcile({ limit })
  const [gap] = (await readSyncState(world.db)).gaps
  expect(gap).toMatchObject({ reported: 570 })
  expect(run).toMatchObject({ state: 'done', missing: 0 })
  // All removed rows are unclear, and also those that the two ends of the list no longer show.
  expect(run.unclear).toBeGreaterThanOrEqual(removed.length)
  expect(run.unclear).toBeLessThan(600)
})
