import { z } from 'zod'
import { createDatabase } from '@/lib/db/database'
import { silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { versionWatch } from '@/lib/sync/documents/version-watch'
import { actOnHit } from './act'
import { decideVersions } from './decide'
import { idOfAudit, makeVersion, storeVersions, versionOf } from './testing'

/**
 * Test tool: a console without pages that stores versions and acts, for tests that kill it. It stores one version after
 * another of its inspections (`numbers`), each twice; every odd version is broken. It prints a line for each stored
 * version. Without numbers it acts on what waits, and ends.
 */
const asked = z
  .object({ connection: z.record(z.string(), z.unknown()), numbers: z.array(z.number().int()) })
  .parse(JSON.parse(process.argv[2] ?? ''))

async function actOnAll(db: Database): Promise<void> {
  const { rows } = await db.query<{ hit_id: string }>(`select hit_id from rule_hits where state = 'waiting'`)
  for (const { hit_id: hitId } of rows)
    await actOnHit({ db, nowMs: Date.now(), readGroups: () => Promise.resolve([]) }, hitId)
}

/** The newest stored version; 0 for none. A console that was killed does not know what it had stored. */
async function readNewest(db: Database, number: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select coalesce(max(extract(epoch from hydrated_modified_at - $2::timestamptz) / 60)::int, 0) as n
     from inspections where audit_id = $1`,
    [idOfAudit(number), versionOf(0)],
  )
  return rows[0]?.n ?? 0
}

async function main(): Promise<void> {
  const db = createDatabase({ kind: 'embedded', connection: asked.connection, log: silentLog })
  versionWatch().watch = decideVersions
  while (asked.numbers.length > 0)
    for (const number of asked.numbers) {
      const newest = await readNewest(db, number)
      for (const version of newest === 0 ? [1] : [newest, newest + 1])
        await storeVersions(db, [makeVersion(number, version, { isBroken: version % 2 === 1 })])
      process.stdout.write(`${number}\n`)
      await actOnAll(db)
    }
  await actOnAll(db)
  await db.close()
}

await main()
