import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { ZipStarted } from '@/lib/media/schema'
import { recordActivity, type NewActivity } from './journal'

/**
 * Logs that somebody takes data away: a CSV or a zip. It is written before the first byte, so that no file is without
 * an entry.
 */
export async function recordExport(actor: Actor, act: NewActivity, given?: Queryable): Promise<void> {
  await recordActivity(given ?? (await database()), actor, act)
}

/** A zip of files, which is created during the download. */
export function describeZip({ zipId, fileName, files, inspections }: ZipStarted): NewActivity {
  return {
    action: 'media.zip',
    objectKind: 'media-zip',
    objectId: zipId,
    objectName: fileName,
    after: { files, inspections },
  }
}
