import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { renderText, serverText } from '@/lib/server-text'
import type { ListingLease, ListingTrouble } from './listing-lease'
import { isAppError } from './trouble'

/** A running listing. */
export interface ListingRun {
  startedAt: string
  signal: AbortSignal
  /**
   * Called before each page with the number of objects read so far.
   * @throws AppError to end the listing, because another console has taken it over
   */
  onPage: (readCount: number) => Promise<void>
}

/** What is listed. The value selects messages of `server.background` and appears in the log. */
export type ListedNoun = 'assets' | 'users' | 'groups'

export interface WholeListingOptions {
  noun: ListedNoun
  lease: ListingLease
  log: DatabaseLog
  /** Notifies open screens that the listing has started or ended. */
  publish: () => void
  /** Reads everything into the index. Returns details for the log. */
  list: (db: Database, run: ListingRun) => Promise<Record<string, unknown>>
}

/** Lists everything of one kind under a lease, so that only one console does it at a time. */
export interface WholeListing {
  /**
   * Takes the lease when a listing is due, or at once when `isAsked`. Returns the start time. Null when no listing is
   * due, or when another console has the lease and writes to the same index.
   */
  take(db: Database, isAsked: boolean): Promise<string | null>
  /**
   * Lists everything under the lease that was taken at `startedAt`, and ends the lease.
   * @throws AppError or Error with the reason why the listing did not complete; what it stored stays
   */
  list(db: Database, startedAt: string, signal: AbortSignal): Promise<void>
}

/** What an error of a listing means for the index. */
export function readListingTrouble(error: unknown, noun: ListedNoun): { kind: ListingTrouble; text: string } {
  if (!isAppError(error)) return { kind: 'failed', text: serverText('background.listingFailed', { noun }) }
  // When the organization's plan lacks the feature, the service responds with 404 for the whole list.
  const isRefused = error.code === 'upstream_refused' || error.code === 'not_found'
  return { kind: isRefused ? 'refused' : 'failed', text: error.text }
}

export function createWholeListing({ noun, lease, log, publish, list }: WholeListingOptions): WholeListing {
  const leaseId = randomUUID()

  const abandon = async (db: Database, error: unknown, signal: AbortSignal): Promise<void> => {
    const trouble = readListingTrouble(error, noun)
    await lease.abandon(db, leaseId, signal.aborted ? null : trouble).catch(() => null)
    publish()
    if (signal.aborted) return
    if (isAppError(error)) log.warn({ code: error.code }, `${noun}: ${renderText(trouble.text)}`)
    else log.error({ err: error }, `a listing of the ${noun} failed`)
  }

  return {
    take: async (db, isAsked) => (await lease.take(db, { leaseId, isAsked }))?.startedAt ?? null,
    list: async (db, startedAt, signal) => {
      const onPage = async (readCount: number) => {
        if (!(await lease.keep(db, leaseId, readCount)))
          throw new AppError('unavailable', serverText('background.listedElsewhere', { noun }))
      }
      try {
        const figures = await list(db, { startedAt, signal, onPage })
        await lease.finish(db, leaseId, startedAt)
        publish()
        log.info(figures, `the ${noun} have been listed`)
      } catch (error) {
        await abandon(db, error, signal)
        throw error
      }
    },
  }
}
