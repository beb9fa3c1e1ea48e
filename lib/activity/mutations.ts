import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { recordActivity, type NewActivity } from './journal'

/**
 * Writes down that somebody takes data along: a CSV, a zip. Before the first byte, so that a file without its entry cannot
 * be.
 */
export async function recordExport(actor: Actor, act: NewActivity, given?: Queryable): Promise<void> {
  await recordActivity(given ?? (await database()), actor, act)
}
