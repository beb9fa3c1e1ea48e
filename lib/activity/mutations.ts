import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { ZipStarted } from '@/lib/media/schema'
import { recordActivity, type NewActivity } from './journal'

/**
 * Writes down that somebody takes data along: a CSV, a zip. Before the first byte, so that a file without its entry cannot
 * be.
 */
export async function recordExport(actor: Actor, act: NewActivity, given?: Queryable): Promise<void> {
  await recordActivity(given ?? (await database()), actor, act)
}

/** A zip of files, which is made while it is downloaded. */
export function describeZip({ zipId, fileName, files, inspections }: ZipStarted): NewActivity {
  return {
    action: 'media.zip',
    objectKind: 'media-zip',
    objectId: zipId,
    objectName: fileName,
    after: { files, inspections },
  }
}
