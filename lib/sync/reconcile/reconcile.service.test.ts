import { describe, expect, it } from 'vitest'
import type { Database } from '@/lib/db/types'
import { startWorld, type World } from '@/lib/testing/sync-world'
import { acceptRun, cancelRun, readLatestRun, readRunningRun, startRun } from './store'
import { createSearch } from '@/lib/sync/search'
import type { Search } from '@/lib/sync/types'
import { renderText } from '@/lib/server-text'
import { oneADay, runs } from '@/lib/testing/random-runs'

interface Row {
  audit_id: string
  modified_at: string
  archived: boolean | null
  missing: boolean
  missing_reason: string | null
}

async function readRows(world: World): Promise<Map<string, Row>> {
  const { rows } = await world.db.query<Row>(
    `select audit_id, modified_at, archived, missing_at is not null as missing, missing_reason from inspections`,
  )
  return new Map(rows.map((row) => [row.audit_id, row]))
}

/** What the service lists now, each with its archived flag. */
function listTruth(world: World): Map<string, { modified_at: string; archived: boolean }> {
  const { control } = world.standin
  return new Map(
    (['false', 'true'] as const).flatMap((flag) =>
      control.truth(flag).map((row) => [row.audit_id, { modified_at: row.modified_at, archived: flag === 'true' }]),
    ),
  )
}

/** Checks that everything listed is in the index as listed, and that nothing else is shown as current. */
async function expectEqual(world: World): Promise<void> {
  const rows = await readRows(world)
  const truth = listTruth(world)
  const fresh = [...rows.values()].filter((row) => !row.missing)
  expect(fresh.map((row) => row.audit_id).sort()).toEqual([...truth.keys()].sort())
  for (const row of fresh)
    expect([row.modified_at, row.archived ?? false]).toEqual([
      truth.get(row.audit_id)?.modified_at,
      truth.get(row.audit_id)?.archived,
    ])
}

/** Sets the archived flags as if all documents had been read. */
async function setArchivedFlags(world: World): Promise<void> {
  for (const flag of ['true', 'false'] as const)
    await world.db.query(`update inspections set archived = $2 where audit_id = any($1::text[])`, [
      world.standin.control.truth(flag).map((row) => row.audit_id),
      flag === 'true',
    ])
}

/** Evenly spaced rows of the service's list, without archived ones. */
function pick(world: World, count: number, offset: number): string[] {
  const rows = world.standin.control.truth('false')
  return Array.from({ length: count }, (_, at) => rows[Math.floor((at * rows.length) / count) + offset]?.audit_id ?? '')
}

/** A database whose n-th transaction fails after its statements and before its commit, as if the process was killed. */
function dieAtTransaction(db: Database, isNth: (nth: number) => boolean): Database {
  let seen = 0
  return {
    ...db,
    kind: db.kind,
    query: (text, values) => db.query(text, values),
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        seen += 1
        if (isNth(seen)) throw new Error('killed')
        return result
      }),
    close: () => db.close(),
  }
}

const many = runs(200, 80)

describe.each(oneADay(['inclusive', 'exclusive'] as const))('a full reconciliation with %s bounds', (bound) => {
  it(
    `finds ${many} removed, ${many} archived and ${many} reappeared inspections, and changes during the run (R12)`,
    { tags: ['R12'] },
    async () => {
      await using world = await startWorld({ inspections: 13 * many, bound })
      const { control } = world.standin
      const hiddenBefore = pick(world, many, 0)
      for (const id of hiddenBefore) control.hide(id)
      await world.finishPass()
      await setArchivedFlags(world)
      const removed = pick(world, many, 1)
      const archived = pick(world, many, 3)
      const hiddenNow = pick(world, 30, 4)
      for (const id of hiddenBefore) control.hide(id, false)
      for (const id of removed) control.delete(id)
      for (const id of archived) control.setArchivedFlag(id, true)
      for (const id of hiddenNow) control.hide(id)

      let changes = 0
      const published = new Set<string>()
      const run = await world.reconcile({
        onSaved: (ids) => ids.forEach((id) => published.add(id)),
        between: () => {
          // Writes during the run only change versions, and are never taken for missing.
          for (const id of pick(world, 5, (changes += 5))) control.touch(id)
        },
      })
      expect(run).toMatchObject({ state: 'done', missing: many + 30, added: many, archivedChanged: many, error: null })
      for (const id of [...hiddenBefore, ...archived]) expect([id, published.has(id)]).toEqual([id, true])
      await world.finishPass()
      const rows = await readRows(world)
      for (const id of [...removed, ...hiddenNow]) expect(rows.get(id)?.missing, id).toBe(true)
      for (const id of archived) expect(rows.get(id)?.archived, id).toBe(true)
      const reasons = [...rows.values()].filter((row) => row.missing_reason !== null)
      expect(reasons).toHaveLength(50)
      for (const row of reasons)
        expect(row.missing_reason).toBe(removed.includes(row.audit_id) ? 'removed' : 'not-permitted')
      await expectEqual(world)

      for (const id of hiddenNow) control.hide(id, false)
      expect(await world.reconcile()).toMatchObject({ state: 'done', missing: 0, returned: 30, added: 0 })
      await expectEqual(world)
    },
  )

  it(
    'compares crowded instants and their edges, even if some of their rows are missing',
    { tags: ['full'] },
    async () => {
      await using world = await startWorld({ bound })
      const { control } = world.standin
      const crowds = [1_000, 1_001, 2_500].map((ties) => {
        control.insert(1, { stepMs: 1 })
        return control.insert(ties)
      })
      control.insert(3, { stepMs: 1 })
      await world.finishPass()
      const removed = crowds.flatMap((ids) => [ids[0] ?? '', ids.at(-1) ?? ''])
      for (const id of removed) control.delete(id)
      expect(await world.reconcile()).toMatchObject({ state: 'done', missing: 6, unclear: 0 })
      await expectEqual(world)
    },
  )
})

describe('a disturbed full reconciliation', () => {
  it(
    'continues after a kill at every transaction, and ends as if nothing had happened',
    { tags: ['full'] },
    async () => {
      await using world = await startWorld({ inspections: 1_200 })
      const { control } = world.standin
      const hidden = pick(world, 20, 0)
      for (const id of hidden) control.hide(id)
      await world.finishPass()
      for (const id of hidden) control.hide(id, false)
      for (const id of pick(world, 40, 1)) control.delete(id)
      // Each transaction fails at its first try and succeeds at its second.
      const db = dieAtTransaction(world.db, (nth) => nth % 2 === 1)
      let kills = 0
      const mayFail = (error: unknown) => {
        kills += 1
        return error instanceof Error && error.message === 'killed'
      }
      const run = await world.reconcile({ db, limit: 100, mayFail })
      expect(kills).toBeGreaterThan(60)
      expect(run).toMatchObject({ state: 'done', missing: 40, added: 20, error: null })
      expect(run.listed).toBe(world.truth().length)
      await expectEqual(world)
    },
  )

  it('marks nothing when one of its two readings lost rows, was empty or failed', { tags: ['full'] }, async () => {
    await using world = await startWorld({ inspections: 1_200 })
    await world.finishPass()
    await setArchivedFlags(world)
    const honest = createSearch(world.service)
    let asked = 0
    const dropping: Search = async (query, signal) => {
      asked += 1
      // During the comparison every response lacks some rows, and one is empty and claims to be complete.
      const run = await readRunningRun(world.db)
      const answer = await honest(query, signal)
      if (run?.phase !== 'active' && run?.phase !== 'archived') return answer
      if (asked === 4) return { rows: [], total: 0, count: 0, unreadable: 0 }
      if (asked % 3 === 0) throw new Error('dropped')
      return { ...answer, rows: answer.rows.filter((_, at) => at % 7 !== 3) }
    }
    const run = await world.reconcile({ search: dropping, limit: 100, mayFail: () => true })
    expect(run).toMatchObject({ state: 'done', missing: 0, returned: 0 })
    await expectEqual(world)
  })

  it('considers nothing missing if a response has unreadable rows', async () => {
    await using world = await startWorld({ inspections: 300 })
    await world.finishPass()
    const honest = createSearch(world.service)
    const garbled: Search = async (query, signal) => {
      const answer = await honest(query, signal)
      return { ...answer, rows: answer.rows.slice(1), unreadable: 1 }
    }
    const run = await world.reconcile({ search: garbled })
    expect(run.missing).toBe(0)
    expect(run.unclear).toBeGreaterThan(0)
  })

  it('confirms nothing if the second reading has unreadable rows', async () => {
    await using world = await startWorld({ inspections: 300 })
    await world.finishPass()
    for (const id of pick(world, 10, 1)) world.standin.control.delete(id)
    const honest = createSearch(world.service)
    const garbled: Search = async (query, signal) => {
      const answer = await honest(query, signal)
      return (await readRunningRun(world.db))?.phase === 'verify' ? { ...answer, unreadable: 1 } : answer
    }
    expect((await world.reconcile({ search: garbled })).missing).toBe(0)
    expect((await world.reconcile()).missing).toBe(10)
  })

  it('waits for a pass, so that inspections modified during the comparison are not taken for missing', async () => {
    await using world = await startWorld({ inspections: 400 })
    await world.finishPass()
    // These are more rows than are requested one by one, and they move further than any response reaches.
    const moved = world.standin.control.truth('false').slice(-90, -10)
    let steps = 0
    const run = await world.reconcile({
      limit: 10,
      between: () => {
        steps += 1
        if (steps === 2) for (const { audit_id } of moved) world.standin.control.touch(audit_id)
      },
    })
    expect(run).toMatchObject({ state: 'done', missing: 0, added: 0 })
    await expectEqual(world)
  })

  it('reads known gaps again', async () => {
    await using world = await startWorld({ inspections: 60 })
    await world.finishPass()
    const [gone] = world.standin.control.truth('false').slice(20)
    await world.db.query('insert into sync_gaps (at, known, reported) values ($1, 1, 2)', [gone?.modified_at])
    world.standin.control.delete(gone?.audit_id ?? '')
    expect((await world.reconcile()).missing).toBe(1)
    const { rows } = await world.db.query('select from sync_gaps where resolved_at is null')
    expect(rows).toEqual([])
  })

  it('marks nothing in instants that the search cannot return completely', { tags: ['full'] }, async () => {
    await using world = await startWorld({ inspections: 60 })
    await world.finishPass()
    const { rows } = await world.db.query<{ template_id: string }>('select template_id from inspections limit 1')
    const crowd = world.standin.control.insert(6_000, { template: rows[0]?.template_id ?? '' })
    await world.finishPass()
    const known = await world.count('true')
    expect(known).toBeLessThan(6_000)
    for (const id of crowd.slice(0, 10)) world.standin.control.delete(id)
    const run = await world.reconcile()
    expect(run).toMatchObject({ state: 'done', missing: 0 })
    expect(run.unclear).toBeGreaterThan(0)
    expect(await world.count('missing_at is not null')).toBe(0)
  })

  it(
    'pauses with a reason when the token suddenly sees nothing, and marks rows only after a person confirms it',
    { tags: ['full'] },
    async () => {
      await using world = await startWorld({ inspections: 300 })
      await world.finishPass()
      await setArchivedFlags(world)
      const all = world.truth().map((row) => row.audit_id)
      for (const id of all) world.standin.control.hide(id)
      const held = await world.reconcile()
      expect(held.state).toBe('held')
      const why = renderText(held.error ?? '')
      expect(why).toContain('no longer lists any inspections. The index has 300.')
      expect(why).toContain('cannot access 50 of those checked one by one.')
      expect(await world.count('missing_at is not null')).toBe(0)

      // Some inspections reappear before the person confirms.
      for (const id of all.slice(0, 60)) world.standin.control.hide(id, false)
      expect(await acceptRun(world.db)).toBe(true)
      expect(await world.reconcile()).toMatchObject({ runId: held.runId, state: 'done', missing: 240 })
      await expectEqual(world)
      for (const id of all) world.standin.control.hide(id, false)
      expect(await world.reconcile()).toMatchObject({ state: 'done', returned: 240 })
      await expectEqual(world)
    },
  )

  it(
    'pauses when most of the index is missing, but not for a few rows of a small index',
    { tags: ['full'] },
    async () => {
      await using world = await startWorld({ inspections: 60 })
      await world.finishPass()
      const ids = world.truth().map((row) => row.audit_id)
      for (const id of ids.slice(0, 15)) world.standin.control.delete(id)
      expect(await world.reconcile()).toMatchObject({ state: 'done', missing: 15 })
      for (const id of ids.slice(15, 45)) world.standin.control.delete(id)
      const held = await world.reconcile()
      expect(renderText(held.error ?? '')).toContain('no longer lists 30 of 45 inspections')
      expect(held.state).toBe('held')
      // The next comparison replaces the one that is on hold.
      for (const id of ids.slice(45)) world.standin.control.touch(id)
      expect((await world.reconcile()).state).toBe('held')
      expect(await cancelRun(world.db)).toBe(true)
      expect(await world.count('missing_at is not null')).toBe(15)
    },
  )

  it(
    'runs only once at a time, waits for the first pass, and stops at once when it is canceled',
    { tags: ['full'] },
    async () => {
      await using world = await startWorld({ inspections: 1_200 })
      expect(await startRun(world.db, 'person')).toBeNull()
      await world.finishPass()
      for (const id of pick(world, 40, 1)) world.standin.control.delete(id)
      const [first, second] = await Promise.all([startRun(world.db, 'person'), startRun(world.db, 'schedule')])
      expect(second?.runId).toBe(first?.runId)
      let steps = 0
      const run = await world.reconcile({
        limit: 100,
        between: async () => {
          steps += 1
          if (steps === 8) await cancelRun(world.db)
        },
      })
      expect(run).toMatchObject({ runId: first?.runId, state: 'cancelled', missing: 0 })
      expect(await cancelRun(world.db)).toBe(false)
      expect(await world.reconcile({ limit: 100 })).toMatchObject({ state: 'done', missing: 40 })
      expect(await readLatestRun(world.db)).toMatchObject({ state: 'done' })
      await expectEqual(world)
    },
  )

  it('compares an index that is far larger than one response in pieces', { tags: ['full'] }, async () => {
    await using world = await startWorld({ inspections: 50 })
    await world.finishPass()
    await world.db.query(
      `insert into inspections (audit_id, modified_at)
       select 'audit_' || lpad(to_hex(n), 32, '0'), timestamptz '2020-01-01' + n / 2 * interval '1 second'
       from generate_series(1, 45_000) as n`,
    )
    const positions = new Set<string | null>()
    const run = await world.reconcile({
      between: ({ phase, position }) => void (phase === 'active' && positions.add(position)),
    })
    expect(run).toMatchObject({ state: 'held', expected: 45_050 })
    expect(positions.size).toBe(3)
    expect(renderText(run.error ?? '')).toContain('no longer lists 45,000 of 45,050')
  })
})
