import { describe, expect, it } from 'vitest'
import type { Database } from '@/lib/db/types'
import { createPassStore } from './store'
import { startWorld } from '@/lib/testing/sync-world'

/** A database whose n-th transaction fails after its statements and before its commit, as if the process was killed. */
function dieAtTransaction(db: Database, nth: number): Database {
  let seen = 0
  return {
    ...db,
    kind: db.kind,
    query: (text, values) => db.query(text, values),
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        seen += 1
        if (seen === nth) throw new Error('killed')
        return result
      }),
    close: () => db.close(),
  }
}

describe.each(['inclusive', 'exclusive'] as const)('a pass over HTTP with %s bounds', (bound) => {
  it('stores all inspections of the organization in the index', async () => {
    await using world = await startWorld({ inspections: 2_400, bound })
    const result = await world.pass()
    expect(result.gaps).toEqual([])
    expect(await world.index()).toEqual(world.truth())
  })

  it.each([1_000, 1_001, 2_500])(
    'reads %i inspections with the same timestamp, and later ones',
    { tags: ['R11'] },
    async (ties) => {
      await using world = await startWorld({ bound })
      const { control } = world.standin
      control.insert(ties)
      control.insert(3, { stepMs: 1 })
      const result = await world.pass()
      expect(result.gaps).toEqual([])
      expect(await world.index()).toEqual(world.truth())
      const [changed = ''] = control.insert(1)
      await world.pass()
      expect((await world.index()).some((row) => row.audit_id === changed)).toBe(true)
    },
  )

  it('reads a crowded instant again at every pass while it is the newest', async () => {
    await using world = await startWorld({ bound })
    const { control } = world.standin
    const at = control.tick()
    control.insert(1_200, { at })
    await world.pass()
    control.insert(40, { at })
    await world.pass()
    expect(await world.index()).toEqual(world.truth())
  })

  it(
    'reports a crowded instant that cannot be read completely, continues after it, and closes the gap when it has become smaller',
    { tags: ['R11', 'full'] },
    async () => {
      await using world = await startWorld({ bound })
      const { control } = world.standin
      await world.pass()
      const { rows: known } = await world.db.query<{ template_id: string }>(
        'select template_id from inspections limit 1',
      )
      const template = known[0]?.template_id ?? ''
      const crowd = control.insert(6_000, { template })
      const [later = ''] = control.insert(1)
      const result = await world.pass()
      const [gap] = result.gaps
      expect(gap).toMatchObject({ reported: 6_000 })
      expect(gap?.known).toBeLessThan(6_000)
      expect(await world.count(`audit_id = '${later}'`)).toBe(1)
      const { rows } = await world.db.query('select known, reported, resolved_at from sync_gaps')
      expect(rows).toEqual([{ known: gap?.known, reported: 6_000, resolved_at: null }])
      expect(crowd.length - (gap?.known ?? 0)).toBe(world.truth().length - (await world.index()).length)

      expect(await world.rereadGap()).toBeNull()
      await world.db.query(`update sync_gaps set found_at = found_at - interval '2 hours'`)
      for (const id of crowd.slice(0, 4_500)) control.delete(id)
      expect(await world.rereadGap()).toMatchObject({ known: 1_500, reported: 1_500 })
      const index = new Set((await world.index()).map((row) => row.audit_id))
      expect(world.truth().filter((row) => !index.has(row.audit_id))).toEqual([])
      expect(await world.rereadGap()).toBeNull()
    },
  )
})

describe('a disturbed pass', { tags: ['R10'] }, () => {
  it('loses nothing when the process dies before any commit', async () => {
    for (const nth of [1, 2, 3, 4]) {
      await using world = await startWorld({ inspections: 2_400 })
      world.standin.control.insert(1_100)
      await expect(world.pass(dieAtTransaction(world.db, nth))).rejects.toThrow('killed')
      const { rows } = await world.db.query<{ checkpoint: string | null; newest: string | null }>(
        `select (select checkpoint from sync_state) as checkpoint, (select max(modified_at) from inspections) as newest`,
      )
      // Rows and checkpoint change together, so a page that was rolled back leaves no trace of either.
      expect(rows[0]?.checkpoint ?? null).toBe(rows[0]?.newest ?? null)
      await world.pass()
      expect(await world.index()).toEqual(world.truth())
    }
  })

  it('loses no inspection when the service breaks off every third response', { tags: ['full'] }, async () => {
    await using world = await startWorld({ inspections: 2_400 })
    world.standin.control.setFault({ when: { every: 3 }, action: { kind: 'reset', when: 'after' } })
    const sync = world.createSync()
    sync.start()
    await world.until('index and truth are equal', async () => {
      const index = await world.index()
      return JSON.stringify(index) === JSON.stringify(world.truth())
    })
  })

  it('never sets a row or the checkpoint back', async () => {
    await using world = await startWorld()
    await world.pass()
    await world.db.query(`update inspections set modified_at = '2099-01-01T00:00:00Z' where audit_id = $1`, [
      world.truth()[0]?.audit_id,
    ])
    await world.db.query(`update sync_state set checkpoint = '2020-01-01T00:00:00Z'`)
    await world.pass()
    expect(await world.count(`modified_at = '2099-01-01T00:00:00Z'`)).toBe(1)
    await createPassStore(world.db).save({ rows: [], checkpoint: '2019-01-01T00:00:00.000Z' })
    const { rows } = await world.db.query<{ checkpoint: string }>('select checkpoint from sync_state')
    expect(rows[0]?.checkpoint).toBe(
      world.truth().reduce((newest, row) => (row.modified_at > newest ? row.modified_at : newest), ''),
    )
  })
})
