import { expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { createService } from '@/lib/service/client'
import { startStandin } from '@/lib/standin/server'
import { createSync } from '@/lib/sync/sync'
import { TestCluster } from '@/lib/testing/consoles/cluster'
import { runs } from '@/lib/testing/random-runs'
import { createDatabase } from './database'
import { Hosts } from './hosts'
import { openDatabase } from './instance'
import { silentLog } from './testing'
import type { Database } from './types'
import { parseDatabaseUrl } from '@/lib/env-database'

const rounds = runs(10)
const writers = 4

/** Opens the database like a console. It waits at most ten seconds for a server that accepts writes. */
function openWaiting(databaseUrl: string): Database {
  const address = parseDatabaseUrl(databaseUrl)
  if ('problem' in address) throw new Error(address.problem)
  return createDatabase({
    kind: 'server',
    connection: { hosts: new Hosts(address.urls) },
    log: silentLog,
    healTimeoutMs: 10_000,
  })
}

/** Writes rows until it is stopped. Acknowledged rows must be stored. Rows whose write failed may be stored or not. */
function startWriter(db: Database, writer: number, acknowledged: Set<string>) {
  const over = new AbortController()
  const work = (async () => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const row = `${writer}-${count}`
      await db.query('insert into kept_rows values ($1)', [row]).then(
        () => acknowledged.add(row),
        () => null,
      )
    }
  })()
  return async () => {
    over.abort()
    await work
  }
}

it(
  'a standby replaces a killed primary within ten seconds, no acknowledged write is lost, and the index is correct',
  { tags: ['R31'], timeout: 600_000 },
  async () => {
    await using cluster = await TestCluster.start()
    const standin = await startStandin({ inspections: 200, limits: 'off' })
    const migrated = await openDatabase({
      databaseUrl: cluster.url,
      dataDir: '/nonexistent/never-touched',
      log: silentLog,
    })
    await migrated.query('create table kept_rows (row text not null)')
    await migrated.close()
    const db = openWaiting(cluster.url)
    const service = createService({ baseUrl: standin.baseUrl, token: standin.token })
    const sync = createSync({
      database: () => Promise.resolve(db),
      service: () => service,
      clock: systemClock,
      log: silentLog,
      intervalMs: 200,
    })
    sync.start()
    const acknowledged = new Set<string>()
    const stops = Array.from({ length: writers }, (_, writer) => startWriter(db, writer, acknowledged))
    const gapsMs: number[] = []
    try {
      for (let round = 0; round < rounds; round += 1) {
        const before = acknowledged.size
        await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 100)
        standin.control.insert(20)
        const startedAt = performance.now()
        await cluster.failOver()
        // This single query fails if no server accepts writes within ten seconds.
        await db.query('insert into kept_rows values ($1)', [`round ${round}`])
        gapsMs.push(performance.now() - startedAt)
        standin.control.insert(20)
        await cluster.repair()
      }
    } finally {
      for (const stop of stops) await stop()
    }
    process.stdout.write(
      `failover: ${rounds} rounds, ${acknowledged.size} writes acknowledged, writable again after ${gapsMs.map(Math.round).join(', ')} ms\n`,
    )
    const { rows } = await db.query<{ row: string }>('select row from kept_rows')
    const kept = new Set(rows.map(({ row }) => row))
    expect([...acknowledged].filter((row) => !kept.has(row))).toEqual([])
    const readIndex = async () => {
      const index = await db.query<{ audit_id: string; modified_at: string }>(
        'select audit_id, modified_at from inspections where hydrated_modified_at = modified_at order by audit_id',
      )
      return index.rows.map((row) => `${row.audit_id} ${Date.parse(row.modified_at)}`)
    }
    const truth = standin.control
      .truth('both')
      .map((row) => `${row.audit_id} ${Date.parse(row.modified_at)}`)
      .toSorted()
    await expect.poll(readIndex, { timeout: 60_000 }).toEqual(truth)
    await sync.stop()
    await service.close()
    await db.close()
    await standin.close()
  },
)
