import 'server-only'
import type { Queryable } from '@/lib/db/types'

/**
 * A protocol for tables whose rows are work that several workers share, even on several consoles with one database. A
 * row is due at its `next_at`. Taking it moves `next_at` to the end of the lease and changes the fence. The fence
 * identifies the holder: no two takes of a row have the same one. The holder renews its leases while it lives. Any
 * worker may take an expired lease, and the fence then rejects writes of the former holder.
 * All fragments of SQL in these types are constants of the code. Values from people or the service must go into
 * `values`.
 */
export interface LeaseTable {
  /** Table of the work. Fragments call its rows `w`. */
  work: string
  /** Table of the jobs that the work belongs to. Fragments call its rows `j`. */
  jobs: string
  /** Key of the work: the id of its job (uuid), which is also the key of `jobs`, and its place in the job (integer). */
  key: readonly [jobId: string, place: string]
  /** The column that every take changes: a number goes up by one, a time becomes the instant of the take. */
  fence: { column: string; type: 'int' | 'timestamptz' }
  /** Condition for rows that may be due or held; refers to `w` only. */
  open: string
  /** Condition for rows that a worker holds while the fence is its own; refers to `w` only. */
  held: string
}

/** One way to take rows. */
export interface TakeRule {
  /** Condition for the due rows to take; refers to `w` and `j`. Its values begin at `$4`. */
  where: string
  /** Which rows come first. */
  order: string
  /** Additional columns that are set when a row is taken. */
  set?: string
  /** Columns of `w` and `j` that are returned. */
  columns: string
  /** For work that only reads: the fence does not change, because two simultaneous readers do no harm. */
  keepsFence?: boolean
}

export interface Take {
  now: Date
  /** When the lease ends, unless it is renewed. */
  until: Date
  limit: number
}

export interface Lease {
  jobId: string
  place: number
  fence: number | string
}

export interface Leases {
  /** Takes rows that are due and that nobody else is taking at this moment. */
  take<Row>(db: Queryable, rule: TakeRule, take: Take, values?: readonly unknown[]): Promise<Row[]>
  /** Extends the leases that the caller still holds. */
  renew(db: Queryable, leases: readonly Lease[], until: Date): Promise<void>
  /** Gives a lease back; the row is due again at `nextAt`. */
  release(db: Queryable, lease: Lease, nextAt: Date): Promise<void>
  /** Locks the row until the end of the transaction. @returns false when the caller no longer holds the lease */
  confirm(tx: Queryable, lease: Lease): Promise<boolean>
  /** When a row is due next or a lease ends; null when nothing is open. */
  nextDue(db: Queryable): Promise<Date | null>
}

const valuesOf = ({ jobId, place, fence }: Lease) => [jobId, place, fence]

/** The protocol on one table. */
export function createLeases({ work, jobs, key: [jobId, place], fence, open, held }: LeaseTable): Leases {
  const nextFence = fence.type === 'int' ? `w.${fence.column} + 1` : '$1'
  const isOwn = `w.${jobId} = $1 and w.${place} = $2 and w.${fence.column} = $3`
  return {
    take: async <Row>(db: Queryable, rule: TakeRule, { now, until, limit }: Take, values: readonly unknown[] = []) => {
      const sets = [
        'next_at = $2',
        ...(rule.keepsFence === true ? [] : [`${fence.column} = ${nextFence}`]),
        ...(rule.set === undefined ? [] : [rule.set]),
      ]
      const { rows } = await db.query<Row>(
        `with due as (
           select w.${jobId}, w.${place} from ${work} w join ${jobs} j on j.${jobId} = w.${jobId}
           where ${open} and w.next_at <= $1::timestamptz and ${rule.where}
           order by ${rule.order} limit $3
           for update of w skip locked
         )
         update ${work} w set ${sets.join(', ')}
         from due, ${jobs} j
         where w.${jobId} = due.${jobId} and w.${place} = due.${place} and j.${jobId} = w.${jobId}
         returning ${rule.columns}`,
        [now, until, limit, ...values],
      )
      return rows
    },
    renew: async (db, leases, until) => {
      if (leases.length === 0) return
      await db.query(
        `update ${work} w set next_at = $1
         from unnest($2::uuid[], $3::int[], $4::${fence.type}[]) as own (job_id, place, fence)
         where w.${jobId} = own.job_id and w.${place} = own.place and w.${fence.column} = own.fence and ${held}`,
        [until, leases.map((lease) => lease.jobId), leases.map((lease) => lease.place), leases.map((own) => own.fence)],
      )
    },
    release: async (db, lease, nextAt) => {
      await db.query(`update ${work} w set next_at = $4 where ${isOwn}`, [...valuesOf(lease), nextAt])
    },
    confirm: async (tx, lease) => {
      const { rows } = await tx.query(
        `select from ${work} w where ${isOwn} and ${held} for update of w`,
        valuesOf(lease),
      )
      return rows.length > 0
    },
    nextDue: async (db) => {
      const { rows } = await db.query<{ at: string | null }>(`select min(w.next_at) as at from ${work} w where ${open}`)
      const at = rows[0]?.at ?? null
      return at === null ? null : new Date(at)
    },
  }
}
