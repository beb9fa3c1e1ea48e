import { expect, it } from 'vitest'
import { TestCluster } from '@/lib/testing/consoles/cluster'
import { openDatabase } from './instance'
import { readTogether } from './read-together'
import { connectServer } from './server-database'
import { silentLog } from './testing'

it('lists use the replica while it is up to date, and people always read what they wrote', async () => {
  await using cluster = await TestCluster.start()
  const [databaseReadUrl, dataDir] = [cluster.standbyUrl, '/nonexistent/never-touched']
  const db = await openDatabase({ databaseUrl: cluster.url, databaseReadUrl, dataDir, log: silentLog })
  const standby = await connectServer(cluster.standbyUrl, silentLog)
  await db.query('create table written (n int not null)')
  const read = () =>
    readTogether(db, async (tx) => {
      const { rows } = await tx.query<{ last: number | null; isReplica: boolean }>(
        'select max(n) as last, pg_is_in_recovery() as "isReplica" from written',
      )
      return rows[0]
    })

  for (let n = 1; n <= 200; n += 1) {
    await db.query('insert into written values ($1)', [n])
    expect((await read())?.last).toBe(n)
  }
  await expect.poll(read).toEqual({ last: 200, isReplica: true })
  expect(await db.replica?.()).toMatchObject({ behindBytes: 0 })

  await standby.query('select pg_wal_replay_pause()')
  await db.query('insert into written values (201)')
  expect(await read()).toEqual({ last: 201, isReplica: false })
  const behind = await db.replica?.()
  expect(behind?.behindBytes).toBeGreaterThan(0)
  expect(behind?.readsThere).toBeLessThan(behind?.reads ?? 0)
  await standby.query('select pg_wal_replay_resume()')
  await expect.poll(read).toEqual({ last: 201, isReplica: true })

  // A promoted server is no longer a replica, so it is not used.
  await cluster.failOver()
  await db.query('insert into written values (202)')
  expect(await read()).toEqual({ last: 202, isReplica: false })
  expect(await db.replica?.()).toMatchObject({ behindBytes: null })
  await Promise.all([db.close(), standby.close()])
})
