import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import type { EventKind } from './schema'

export interface NewEvent {
  kind: EventKind
  /** Left out: many. */
  ids?: readonly string[]
}

/** More than these are "many": whoever listens reads its list again either way. */
const idsMax = 200

interface EventSinks {
  /** Takes what `publishChange` is given; null before the boot and in most tests: nobody listens there. */
  publishChange: ((kind: EventKind, ids?: readonly string[]) => void) | null
  /** Something was written to the table by this process. */
  written: (() => void) | null
}

/** Who in this process hears of events. The boot fills it. */
export const eventSinks = () => processWide<EventSinks>('event-ears', () => ({ publishChange: null, written: null }))

/**
 * Tells every open screen that something changed, soon and together with what else is told meanwhile. Call it after the
 * commit, as often as things change: of one kind at most four events a second come of it. Nobody waits for it.
 */
export function publishChange(kind: EventKind, ids?: readonly string[]): void {
  eventSinks().publishChange?.(kind, ids)
}

/**
 * Tells every open screen of every console on this database what changed. Call it after the commit, with the database
 * and no transaction. Never throws: an event that is lost costs a screen some seconds, not its truth.
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
