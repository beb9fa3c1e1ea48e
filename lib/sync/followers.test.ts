import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '@/lib/db/instance'
import { silentLog, startSecondServer, type SecondServer } from '@/lib/db/testing'
import { startStandin } from '@/lib/standin/server'
import { World } from '@/lib/testing/sync-world'
import { readLeaderStatus, sendSyncRequest, takeSyncRequests, writeLeaderStatus } from './followers'
import { readLatestRun, startRun } from './reconcile/store'

let server: SecondServer
beforeAll(async () => {
  server = await startSecondServer()
  return () => server.stop()
})

const open = () => openDatabase({ databaseUrl: server.url, dataDir: '/nonexistent/never-touched', log: silentLog })

describe('two consoles on one server database', () => {
  it('pass requests from the follower to the leader', { tags: ['full'] }, async () => {
    const standin = await startStandin({ inspections: 80, limits: 'off' })
    await using world = new World(standin, await open())
    const other = await open()
    const passes = async () => {
      const { rows } = await world.db.query<{ passes: number }>('select passes from sync_state')
      return rows[0]?.passes ?? 0
    }
    // Only requests cause progress: the next regular pass is an hour away.
    const options = { intervalMs: 3_600_000, reconcilePaceMs: 0 }
    standin.control.setFault({ operation: 'getInspection', action: { kind: 'delay', ms: 40 } })
    const leader = world.createSync({ ...options, concurrency: 1 })
    leader.start()
    await world.until('the leader has synced', async () => (await passes()) === 1)
    const follower = world.createSync({ ...options, database: () => Promise.resolve(other) })
    follower.start()
    await world.until('the follower knows that it follows', () => follower.status().nextPassAt !== null)

    standin.control.record(true)
    const oldest = standin.control.truth('both').slice(0, 3)
    follower.hydrateFirst(oldest.map((row) => row.audit_id))
    await world.until('all documents are read', async () => (await world.count('hydrated_modified_at is null')) === 0)
    const asked = standin.control.requests().map((request) => request.path.split('/').at(-1))
    expect(asked.length).toBeGreaterThan(20)
    // They are the oldest of 80, so without the request they would be read last.
    for (const { audit_id } of oldest) expect(asked.indexOf(audit_id)).toBeLessThan(asked.length - 10)

    const [added = ''] = standin.control.insert(1)
    follower.poke()
    await world.until('the leader has passed', async () => (await world.count(`audit_id = '${added}'`)) === 1)
    // The row exists before the pass has ended.
    await world.until('the pass has ended', async () => (await passes()) === 2)

    standin.control.delete(added)
    await startRun(other, 'person')
    follower.wakeReconcile()
    await world.until('the leader has compared', async () => (await readLatestRun(other))?.state === 'done')
    expect(await world.count('missing_at is not null')).toBe(1)
    await world.until('both say the same', () => {
      const [one, two] = [leader.status(), follower.status()]
      return one.nextPassAt !== null && one.nextPassAt === two.nextPassAt
    })
    // After the leader has ended, requests to the other console are still carried out.
    await leader.stop()
    const before = await passes()
    follower.poke()
    await world.until('the other has taken over', async () => (await passes()) > before)
    await follower.stop()
    await other.close()
  })

  it('take each request once, and drop old requests', async () => {
    const db = await open()
    await db.query('delete from sync_requests')
    await sendSyncRequest(db, { kind: 'hydrate', auditIds: ['old'] })
    await db.query(`update sync_requests set asked_at = now() - interval '11 minutes'`)
    await sendSyncRequest(db, { kind: 'hydrate', auditIds: ['b', 'a'] })
    await sendSyncRequest(db, { kind: 'hydrate', auditIds: ['c'] })
    const taken = await Promise.all([takeSyncRequests(db), takeSyncRequests(db), takeSyncRequests(db)])
    expect(taken.flatMap(({ auditIds }) => auditIds)).toEqual([['b', 'a'], ['c']])
    await sendSyncRequest(db, { kind: 'pass' })
    expect(await takeSyncRequests(db)).toEqual({ wantsPass: true, auditIds: [] })
    await db.close()
  })

  it('ignore the status of a console of another version', async () => {
    const db = await open()
    const status = {
      running: true,
      nextPassAt: '2026-06-01T00:00:00.000Z',
      rowsToList: 5,
      hydratePerMinute: null,
      tokenRefused: null,
    }
    await writeLeaderStatus(db, status)
    expect(await readLeaderStatus(db)).toEqual(status)
    for (const strange of [{ running: true }, { ...status, rowsToList: 'many' }, ['running'], 7]) {
      await db.query(`update sync_state set leader = $1::jsonb, leader_seen_at = now()`, [JSON.stringify(strange)])
      expect(await readLeaderStatus(db)).toBeNull()
    }
    await db.close()
  })
})
