import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'

/** A row that waits for the document of its version. */
export interface WaitingRow {
  audit_id: string
  modified_at: string
  hydrate_tries: number
}

/** Which rows are read next: those on screens, the last screen first, then the newest. */
export interface HydrateQueue {
  /** These are on somebody's screen. They stay in front until they are read, whatever else comes. */
  want(auditIds: readonly string[]): void
  hasWanted(): boolean
  /** Something newer may be there than what is queued. */
  forgetOthers(): void
  /**
   * For a while, every other row comes from the other end: rows that the service fails at may stand together (all of one
   * template), and must neither be all it is asked for nor look as if it were down.
   */
  mixForAWhile(): void
  /** Up to `count` rows that are due, without those in `busy`. */
  take(db: Database, count: number, busy: ReadonlySet<string>): Promise<WaitingRow[]>
  /** Milliseconds until a row that failed before is due again; null when none is. */
  readNextDue(db: Database): Promise<number | null>
}

/** SQL: the document of the row's version is not there. The partial index `inspections_pending` has this condition. */
export const pending = `(hydrated_modified_at is null or hydrated_modified_at <> modified_at)`

/**
 * SQL: what is read when nobody asks for it. The documents of missing inspections can hardly be had, and asking for each
 * of them four times a day would cost those that can.
 */
const expected = `${pending} and missing_at is null`

const readRows = 400
const wantedMax = 4_000
/** How long what was read of a row counts as still so. A person may have brought the document meanwhile. */
const freshMs = 1_000
const mixMs = 60_000

export function createHydrateQueue(clock: Clock): HydrateQueue {
  let wanted: string[] = []
  let others: WaitingRow[] = []
  let othersReadAt = 0
  let mixUntil = 0

  /** Of `ids`, the rows that still wait and are due, in the order given. */
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
      // What was asked for before stays ahead of what nobody looks at.
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
