import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'

/** A row that waits for the document of its version. */
export interface WaitingRow {
  audit_id: string
  modified_at: string
  hydrate_tries: number
}

/** Decides which rows are read next: those on screens, the latest screen first, then the newest. */
export interface HydrateQueue {
  /** Puts these in front until they are read, because they are on a screen. */
  want(auditIds: readonly string[]): void
  hasWanted(): boolean
  /** Drops queued rows that are not on a screen, because newer rows may have arrived. */
  forgetOthers(): void
  /**
   * For a while, takes every second row from the oldest end. Rows for which the service fails may be adjacent, for
   * example all of one template. They must not be the only ones requested, because the service would seem to be down.
   */
  mixForAWhile(): void
  /** Up to `count` rows that are due, without those in `busy`. */
  take(db: Database, count: number, busy: ReadonlySet<string>): Promise<WaitingRow[]>
  /** Milliseconds until a row that failed before is due again; null when none is. */
  readNextDue(db: Database): Promise<number | null>
}

/** SQL: the document of the row's version is not stored. The partial index `inspections_pending` has this condition. */
export const pending = `(hydrated_modified_at is null or hydrated_modified_at <> modified_at)`

/**
 * SQL: rows that are read although no screen shows them. Documents of missing inspections can rarely be read, and
 * trying each four times a day would delay the others.
 */
const expected = `${pending} and missing_at is null`

const readRows = 400
const wantedMax = 4_000
/** How long the state of a row in the queue is trusted. A read for a person may have stored its document since. */
const freshMs = 1_000
const mixMs = 60_000

export function createHydrateQueue(clock: Clock): HydrateQueue {
  let wanted: string[] = []
  let others: WaitingRow[] = []
  let othersReadAt = 0
  let mixUntil = 0

  /** Those of `ids` that still wait and are due, in the given order. */
  const readDue = async (db: Database, ids: readonly string[]): Promise<WaitingRow[]> => {
    const { rows } = await db.query<WaitingRow>(
      `select audit_id, modified_at, hydrate_tries from inspections
       where audit_id = any($1::text[]) and ${pending} and (hydrate_after is null or hydrate_after <= $2)`,
      [ids, new Date(clock.now())],
    )
    const byId = new Map(rows.map((row) => [row.audit_id, row]))
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }

  const readEnd = async (db: Database, order: 'asc' | 'desc', count: number, busy: ReadonlySet<string>) => {
    const { rows } = await db.query<WaitingRow>(
      `select audit_id, modified_at, hydrate_tries from inspections
       where ${expected} and (hydrate_after is null or hydrate_after <= $1) and not audit_id = any($2::text[])
       order by modified_at ${order} limit $3`,
      [new Date(clock.now()), [...busy], count],
    )
    return rows
  }

  const fill = async (db: Database, busy: ReadonlySet<string>): Promise<void> => {
    othersReadAt = clock.now()
    if (clock.now() >= mixUntil) {
      others = await readEnd(db, 'desc', readRows, busy)
      return
    }
    const oldest = await readEnd(db, 'asc', readRows / 8, busy)
    const newest = await readEnd(db, 'desc', readRows / 8, busy)
    const mixed = new Map(oldest.flatMap((row, at) => [row, newest[at] ?? row]).map((row) => [row.audit_id, row]))
    others = [...mixed.values()]
  }

  const takeWanted = async (db: Database, count: number, busy: ReadonlySet<string>): Promise<WaitingRow[]> => {
    const taken: WaitingRow[] = []
    while (wanted.length > 0 && taken.length < count) {
      const ids = wanted.splice(0, count - taken.length)
      taken.push(
        ...(await readDue(
          db,
          ids.filter((id) => !busy.has(id)),
        )),
      )
    }
    return taken
  }

  const takeOthers = async (db: Database, count: number, busy: ReadonlySet<string>): Promise<WaitingRow[]> => {
    if (others.length === 0) await fill(db, busy)
    while (others.length > 0) {
      const rows = others.splice(0, count).filter((row) => !busy.has(row.audit_id))
      const isFresh = clock.now() - othersReadAt < freshMs
      const due = isFresh
        ? rows
        : await readDue(
            db,
            rows.map((row) => row.audit_id),
          )
      if (due.length > 0) return due
    }
    return []
  }

  return {
    want: (auditIds) => {
      const asked = new Set(auditIds)
      // Rows of earlier screens stay ahead of rows that are on no screen.
      wanted = [...asked, ...wanted.filter((id) => !asked.has(id))].slice(0, wantedMax)
    },
    hasWanted: () => wanted.length > 0,
    forgetOthers: () => {
      others = []
    },
    mixForAWhile: () => {
      if (clock.now() >= mixUntil) others = []
      mixUntil = clock.now() + mixMs
    },
    take: async (db, count, busy) => {
      const first = await takeWanted(db, count, busy)
      const ahead = new Set(first.map((row) => row.audit_id))
      if (ahead.size > 0) others = others.filter((row) => !ahead.has(row.audit_id))
      if (first.length >= count) return first
      return [...first, ...(await takeOthers(db, count - first.length, new Set([...busy, ...ahead])))]
    },
    readNextDue: async (db) => {
      const { rows } = await db.query<{ due: string | null }>(
        `select min(hydrate_after) as due from inspections where ${expected} and hydrate_after > $1`,
        [new Date(clock.now())],
      )
      const due = rows[0]?.due ?? null
      return due === null ? null : Math.max(0, Date.parse(due) - clock.now())
    },
  }
}
