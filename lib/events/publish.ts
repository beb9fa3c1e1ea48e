import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import type { EventKind } from './schema'

export interface NewEvent {
  kind: EventKind
  /** Left out: many objects have changed. */
  ids?: readonly string[]
}

/** More ids than this count as "many": listeners load their list again either way. */
const idsMax = 200

interface EventSinks {
  /** Receives the calls of `publishChange`. Null before the boot and in most tests, where nobody listens. */
  publishChange: ((kind: EventKind, ids?: readonly string[]) => void) | null
  /** Called when this process has written to the events table. */
  written: (() => void) | null
}

/** The receivers of events in this process. The boot sets them. */
export const eventSinks = () => processWide<EventSinks>('event-ears', () => ({ publishChange: null, written: null }))

/**
 * Notifies every open screen that something changed, soon and combined with other changes. Call it after the commit, as
 * often as things change: each kind becomes at most four events a second. The call returns at once.
 */
export function publishChange(kind: EventKind, ids?: readonly string[]): void {
  eventSinks().publishChange?.(kind, ids)
}

/**
 * Notifies every open screen of every console on this database. Call it after the commit, with the database and not
 * inside a transaction. Never throws: after a lost event a screen is out of date for some seconds, but never wrong for
 * good.
 */
export async function publishEvents(db: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  try {
    await db.query(
      `insert into events (kind, ids)
       select kind, case when ids is null then null else (select array_agg(value) from json_array_elements_text(ids) as value) end
       from json_to_recordset($1::json) as given(kind text, ids json)`,
      [
        JSON.stringify(
          events.map(({ kind, ids }) => ({ kind, ids: ids === undefined || ids.length > idsMax ? null : ids })),
        ),
      ],
    )
    eventSinks().written?.()
  } catch (error) {
    log().warn({ err: error, kinds: events.map(({ kind }) => kind) }, 'events could not be told')
  }
}
