import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { ZipStarted } from '@/lib/media/schema'
import { recordActivity, type NewActivity } from './journal'

/**
 * Logs that a person downloads data as a file. The entry is written before the first byte of the file, so that no file
 * is without an entry.
 */
export async function recordExport(actor: Actor, act: NewActivity, given?: Queryable): Promise<void> {
  await recordActivity(given ?? (await database()), actor, act)
}

/** The log entry of a zip download. */
export function describeZip({ zipId, fileName, files, inspections }: ZipStarted): NewActivity {
  return {
    action: 'media.zip',
    objectKind: 'media-zip',
    objectId: zipId,
    objectName: fileName,
    after: { files, inspections },
  }
}
