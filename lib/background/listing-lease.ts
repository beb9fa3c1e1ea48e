import 'server-only'
import * as z from 'zod'
import type { Queryable } from '@/lib/db/types'

/**
 * Complete listings of the service that fill our index: when the next is due, which console does it, and how the last
 * one ended. All consoles on one database share this. A listing holds a lease, not a lock on a connection, because it
 * takes minutes.
 */

/** Longer than one page may take in the background lane. */
export const leaseSeconds = 150

export const listingTroubles = ['refused', 'failed'] as const
export type ListingTrouble = (typeof listingTroubles)[number]

/**
 * A failed listing is retried sooner than the next is due: permissions may have been extended, or the service may be
 * back.
 */
const againMinutes = { refused: 3, failed: 1 } as const satisfies Record<ListingTrouble, number>

export interface ListingState {
  /** When the last complete listing ended. */
  finishedAt: string | null
  /** Why the last listing did not complete; null when it did. */
  trouble: ListingTrouble | null
  message: string | null
  isRunning: boolean
  /** How many objects the running listing has read; null when none is running. */
  readCount: number | null
  /** Minutes since `finishedAt`; null before the first complete listing. */
  ageMinutes: number | null
}

export interface ListingLease {
  /**
   * Takes the lease of the next complete listing. Null when it is not due, or another console has the lease. `isAsked`:
   * lists even if it is not due.
   */
  take(db: Queryable, asked: { leaseId: string; isAsked: boolean }): Promise<{ startedAt: string } | null>
  /** Extends the lease, and stores how many objects were read. False when another console has taken the lease. */
  keep(db: Queryable, leaseId: string, readCount?: number): Promise<boolean>
  /** Records that a listing completed. */
  finish(db: Queryable, leaseId: string, startedAt: string): Promise<void>
  /** Records why a listing did not complete; null: we stopped it, which is not an error. */
  abandon(db: Queryable, leaseId: string, trouble: { kind: ListingTrouble; text: string } | null): Promise<void>
  read(db: Queryable): Promise<ListingState>
}

export interface ListingName {
  /** Its row of `sync_state`. */
  name: string
  everyMinutes: number
}

async function take(
  db: Queryable,
  { name, everyMinutes }: ListingName,
  { leaseId, isAsked }: { leaseId: string; isAsked: boolean },
): Promise<{ startedAt: string } | null> {
  await db.query(`insert into sync_state (name) values ($1) on conflict do nothing`, [name])
  const { rows } = await db.query<{ at: string }>(
    `update sync_state set last_started_at = clock_timestamp(), leader = jsonb_build_object('leaseId', $2::text),
       leader_seen_at = clock_timestamp()
     where name = $1 and (leader is null or leader_seen_at < clock_timestamp() - interval '${leaseSeconds} seconds')
       and ($3::boolean or leader is not null or last_started_at is null
         or last_started_at < clock_timestamp() - case
              when last_error is null then interval '${everyMinutes} minutes'
              when last_error like 'refused%' then interval '${againMinutes.refused} minutes'
              else interval '${againMinutes.failed} minutes' end)
     returning last_started_at as at`,
    [name, leaseId, isAsked],
  )
  const [row] = rows
  return row === undefined ? null : { startedAt: row.at }
}

const noted = z.templateLiteral([z.enum(listingTroubles), ': ', z.string()])

async function read(db: Queryable, { name }: ListingName): Promise<ListingState> {
  const { rows } = await db.query<{
    finished_at: string | null
    error: string | null
    is_running: boolean
    read_count: number | null
    age_minutes: number | null
  }>(
    `select last_finished_at as finished_at, last_error as error,
       leader is not null and leader_seen_at > clock_timestamp() - interval '${leaseSeconds} seconds' as is_running,
       (leader->>'readCount')::int as read_count,
       (extract(epoch from clock_timestamp() - last_finished_at) / 60)::float8 as age_minutes
     from sync_state where name = $1`,
    [name],
  )
  const [row] = rows
  if (row === undefined)
    return { finishedAt: null, trouble: null, message: null, isRunning: false, readCount: null, ageMinutes: null }
  const error = noted.safeParse(row.error)
  const kind =
    listingTroubles.find((trouble) => row.error?.startsWith(trouble)) ?? (row.error === null ? null : 'failed')
  return {
    finishedAt: row.finished_at,
    trouble: kind,
    message: error.success ? error.data.slice(error.data.indexOf(': ') + 2) : row.error,
    isRunning: row.is_running,
    readCount: row.is_running ? (row.read_count ?? 0) : null,
    ageMinutes: row.age_minutes,
  }
}

/** The lease for listings of one kind of object. */
export function createListingLease(listing: ListingName): ListingLease {
  const { name } = listing
  return {
    take: (db, asked) => take(db, listing, asked),
    keep: async (db, leaseId, readCount = 0) => {
      const { rowCount } = await db.query(
        `update sync_state set leader_seen_at = clock_timestamp(),
           leader = leader || jsonb_build_object('readCount', $3::int)
         where name = $1 and leader->>'leaseId' = $2`,
        [name, leaseId, readCount],
      )
      return rowCount > 0
    },
    finish: async (db, leaseId, startedAt) => {
      await db.query(
        `update sync_state set last_finished_at = clock_timestamp(), checkpoint = $3::timestamptz, last_error = null,
           passes = passes + 1, leader = null
         where name = $1 and leader->>'leaseId' = $2`,
        [name, leaseId, startedAt],
      )
    },
    abandon: async (db, leaseId, trouble) => {
      await db.query(
        `update sync_state set leader = null, last_error = case when $3::boolean then $4 else last_error end,
           last_started_at = case when $3::boolean then last_started_at else null end
         where name = $1 and leader->>'leaseId' = $2`,
        [name, leaseId, trouble !== null, trouble === null ? null : `${trouble.kind}: ${trouble.text}`],
      )
    },
    read: (db) => read(db, listing),
  }
}
