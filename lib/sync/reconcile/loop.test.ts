import { describe, expect, it } from 'vitest'
import { silentLog } from '@/lib/db/testing'
import { startWorld } from '@/lib/testing/sync-world'
import { createReconciler } from './loop'
import { cancelRun, readLatestRun, startRun } from './store'
import { readVersion } from '@/lib/sync/version'
import { renderText } from '@/lib/server-text'

describe('full reconciliations beside the passes', () => {
  it('start on request, say why they pause, and continue by themselves', { tags: ['full'] }, async () => {
    await using world = await startWorld({ inspections: 300 })
    const { control } = world.standin
    const sync = world.createSync({ reconcilePaceMs: 0 })
    sync.start()
    await world.until('all is read', async () => {
      return (await world.count('true')) === 300 && (await world.count('hydrated_modified_at is null')) === 0
    })
    const [removed, hidden] = control.truth().map((row) => row.audit_id)
    control.delete(removed ?? '')
    control.hide(hidden ?? '')
    const fault = control.setFault({ operation: 'searchInspections', action: { kind: 'status', status: 503 } })
    await startRun(world.db, 'person')
    sync.wakeReconcile()
    await world.until('the trouble is named', async () => ((await readLatestRun(world.db))?.error ?? null) !== null)
    expect(await readLatestRun(world.db)).toMatchObject({ state: 'running', phase: 'active', requests: 0 })
    control.clearFaults(fault)
    await world.until('it has ended', async () => (await readLatestRun(world.db))?.state === 'done')
    expect(await readLatestRun(world.db)).toMatchObject({ missing: 2, added: 0, error: null })

    // The stored version of a missing inspection is shown, and marked as missing.
    control.resetCounts()
    const from = { db: world.db, sync }
    const { rows } = await world.db.query<{ audit_id: string; missing_reason: string }>(
      `select audit_id, missing_reason from inspections where missing_at is not null order by missing_reason`,
    )
    expect(rows.map((row) => row.missing_reason)).toEqual(['not-permitted', 'removed'])
    const stale = await Promise.all(rows.map((row) => readVersion(from, row.audit_id as never)))
    const reasons = stale.map(({ stale: found }) => renderText(found?.reason ?? ''))
    expect(reasons[0]).toMatch(/can no longer access this inspection \(found on \d{1,2} [A-Z]\w+ \d{4}\)/)
    expect(reasons[1]).toContain('no longer has this inspection')
    expect(control.counts()['getInspection'] ?? 0).toBe(0)
  })

  it('start by themselves, once, when the last one is old', { tags: ['full'] }, async () => {
    await using world = await startWorld({ inspections: 60 })
    const learnedAt = (hours: number) =>
      world.db.query(`update schema_migrations set applied_at = $1 where name = '0003_reconcile'`, [
        new Date(world.clock.now() - hours * 3_600_000),
      ])
    // The world begins at midnight UTC.
    await learnedAt(20)
    const sync = world.createSync({ reconcilePaceMs: 0 })
    sync.start()
    await world.until('a pass has ended', async () => (await world.count('true')) === 60)
    world.clock.advance(35_000)
    await world.until('it has looked', async () => (await world.count('hydrated_modified_at is null')) === 0)
    expect(await readLatestRun(world.db)).toBeNull()
    await learnedAt(27)
    await world.until('one has ended', async () => (await readLatestRun(world.db))?.state === 'done')
    const first = await readLatestRun(world.db)
    expect(first).toMatchObject({ cause: 'schedule', missing: 0, listed: 60 })
    await world.db.query('update reconcile_runs set started_at = $1', [new Date(world.clock.now())])
    world.clock.advance(3_600_000)
    await world.until('passes went on', () => sync.status().nextPassAt !== null)
    expect((await readLatestRun(world.db))?.runId).toBe(first?.runId)
  })

  it('wait for a pass and for the leadership, and keep their pace', async () => {
    await using world = await startWorld({ inspections: 1_200 })
    await world.finishPass()
    world.standin.control.resetCounts()
    const gate = { isPassRunning: true, mayRun: true }
    const stopping = new AbortController()
    const loop = createReconciler({
      database: () => Promise.resolve(world.db),
      service: () => world.service,
      clock: world.clock,
      log: silentLog,
      mayRun: () => gate.mayRun,
      isPassRunning: () => gate.isPassRunning,
      requestPass: () => void world.finishPass(),
      onSaved: () => {},
      limit: 100,
      paceMs: 1_000,
    })
    await startRun(world.db, 'person')
    const running = loop.run(stopping.signal)
    const searches = () => world.standin.control.counts()['searchInspections'] ?? 0
    const turn = async () => {
      world.clock.advance(300)
      for (let at = 0; at < 20; at += 1) await world.db.query('select 1')
    }
    for (let at = 0; at < 5; at += 1) await turn()
    expect(searches()).toBe(0)
    Object.assign(gate, { isPassRunning: false, mayRun: false })
    for (let at = 0; at < 10; at += 1) await turn()
    expect(searches()).toBe(0)
    gate.mayRun = true
    const startedAt = world.clock.now()
    await world.until('some windows are compared', () => searches() >= 6)
    // The sixth request comes five intervals after the first.
    expect(world.clock.now() - startedAt).toBeGreaterThanOrEqual(5_000)
    await cancelRun(world.db)
    const before = searches()
    for (let at = 0; at < 20; at += 1) await turn()
    expect(searches() - before).toBeLessThanOrEqual(1)
    stopping.abort()
    await running
  })
})
