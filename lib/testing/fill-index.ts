import 'server-only'
import { systemClock } from '@/lib/clock'
import { migrate } from '@/lib/db/migrate'
import { connectServer } from '@/lib/db/server-database'
import { silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import type { Standin } from '@/lib/standin/server'
import { createSync } from '@/lib/sync/sync'

/** The client, with a callback that receives every document as it was read. */
function overhear(service: Service, onDocument: (document: unknown) => void): Service {
  return {
    ...service,
    raw: async (...asked) => {
      const answer = await service.raw(...asked)
      if (asked[0] === 'getInspection' && answer.status === 200) {
        if (answer.bytes === null) throw new Error('a document came as a stream: it is too large for this ear')
        onDocument(JSON.parse(new TextDecoder().decode(answer.bytes)))
      }
      return answer
    },
  }
}

function createUnlimitedService(standin: Standin): Service {
  return createService({
    baseUrl: standin.baseUrl,
    token: standin.token,
    limits: { searchInspections: 1_000_000, other: 1_000_000 },
  })
}

/**
 * Reads a whole stand-in into a migrated database by the console's own sync, but without the limits of the service: twenty
 * thousand documents would take a console almost half an hour. `onDocument` receives each document as the service sent it.
 */
export async function fillIndex(
  db: Database,
  standin: Standin,
  onDocument: (document: unknown) => void = () => undefined,
): Promise<void> {
  const service = createUnlimitedService(standin)
  const heard = overhear(service, onDocument)
  const sync = createSync({
    database: () => Promise.resolve(db),
    service: () => heard,
    clock: systemClock,
    log: silentLog,
    concurrency: 16,
  })
  try {
    sync.start()
    const expected = standin.control.truth('both').length
    const deadline = performance.now() + 600_000
    for (;;) {
      const { rows } = await db.query<{ count: number }>(
        'select count(*) as count from inspections where hydrated_modified_at = modified_at',
      )
      const count = rows[0]?.count ?? 0
      if (count >= expected) break
      if (performance.now() > deadline) throw new Error(`only ${count} of ${expected} documents were read`)
      await systemClock.sleep(50)
    }
  } finally {
    await sync.stop()
    await service.close()
  }
}

/** Fills the index in the same way, in the database of a console that has not started yet. */
export async function fillIndexAt(databaseUrl: string, standin: Standin): Promise<void> {
  const db = await connectServer(databaseUrl, silentLog)
  try {
    await migrate(db, { log: silentLog })
    await fillIndex(db, standin)
  } finally {
    await db.close()
  }
}
