import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, Queryable } from '@/lib/db/types'
import { auditId as auditIdShape } from '@/lib/ids'
import type { Service } from '@/lib/service/types'
import { fetchDocument, storeDocument, type FetchedDocument } from '@/lib/sync/documents/documents'
import { readTrouble, type Trouble } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import { finishRead, markMissing, readIndexed, type DueDelivery } from './store'

/** Reads one inspection from the service, for deliveries that the service's list cannot resolve. */

export type RereadEnd =
  /** The index agrees with the service, and the deliveries have ended. */
  | { kind: 'done' }
  /** The index got another version in the meantime: the inspection is read again later. */
  | { kind: 'again' }
  | { kind: 'given up'; note: string }
  | { kind: 'trouble'; trouble: Trouble }

export interface RereadAround {
  db: Database
  service: Pick<Service, 'raw'>
  clock: Clock
  signal: AbortSignal
  /** Whether one more inspection may be marked as missing because the token has no access. */
  mayBelieveRefusal: () => boolean
}

type Answer = { kind: 'there'; fetched: FetchedDocument } | { kind: 'removed' | 'not-permitted' }

/** Asks the service for the document. Only a clear response about this inspection counts as its absence. */
async function ask(id: string, { service, signal }: RereadAround): Promise<Answer> {
  const auditId = auditIdShape.parse(id)
  try {
    return { kind: 'there', fetched: await fetchDocument(service, auditId, { lane: 'background', signal }) }
  } catch (error) {
    const trouble = readTrouble(error)
    if (trouble.code === 'not_found') return { kind: 'removed' }
    if (trouble.code === 'upstream_refused' && !trouble.isTokenRefused) return { kind: 'not-permitted' }
    throw error
  }
}

const absenceWords = {
  removed: serverText('webhooks.removed'),
  'not-permitted': serverText('webhooks.notPermitted'),
} as const

/**
 * Reads an inspection and updates the index: document, archived or not, missing or not. Call it when no older read of
 * the inspection is in progress. `rows` are ended with the result, except deliveries that were replayed since `rows`
 * were read. Deliveries whose second is not over yet are kept for one more read.
 */
export async function rereadInspection(
  auditId: string,
  rows: readonly DueDelivery[],
  around: RereadAround,
): Promise<RereadEnd> {
  const { db, clock, signal } = around
  const startedAt = clock.now()
  const before = await readIndexed(db, auditId)
  let answer: Answer
  try {
    answer = await ask(auditId, around)
  } catch (error) {
    if (signal.aborted) return { kind: 'again' }
    return { kind: 'trouble', trouble: readTrouble(error) }
  }
  const endRows = (tx: Queryable, note: string) =>
    finishRead(tx, rows, { startedAt, state: 'done', now: new Date(clock.now()), note })
  if (answer.kind === 'there') {
    const { fetched } = answer
    const modifiedAt = fetched.modifiedAt ?? before?.modifiedAt ?? null
    if (modifiedAt === null) return { kind: 'given up', note: serverText('webhooks.noTime') }
    // The document may lag behind the list. If the service returned this version before, a different version now is
    // newer.
    const from = before?.isRead === true ? before.modifiedAt : undefined
    await storeDocument(db, { ...fetched, modifiedAt }, clock.now(), from)
    await endRows(
      db,
      fetched.summary.archived
        ? serverText('webhooks.refreshedArchived', { time: modifiedAt })
        : serverText('webhooks.refreshed', { time: modifiedAt }),
    )
    return { kind: 'done' }
  }
  const reason = answer.kind
  if (before === null) {
    await endRows(db, `${absenceWords[reason]} ${serverText('webhooks.neverIndexed')}`)
    return { kind: 'done' }
  }
  if (reason === 'not-permitted' && !before.isMissing && !around.mayBelieveRefusal())
    return {
      kind: 'given up',
      note: serverText('webhooks.refusedOften'),
    }
  // Marking and ending are one transaction: a worker that has lost the rows must not mark based on an old response.
  const isMarked = await db
    .transaction(async (tx) => {
      const ended = await endRows(tx, `${absenceWords[reason]} ${serverText('webhooks.markedMissing')}`)
      if (ended === 0) return true
      if (await markMissing(tx, auditId, { modifiedAt: before.modifiedAt, reason })) return true
      throw new MovedOn()
    })
    .catch((error: unknown) => {
      if (error instanceof MovedOn) return false
      throw error
    })
  return { kind: isMarked ? 'done' : 'again' }
}

/** The index has another version now, so nothing is marked and no delivery is ended. */
class MovedOn extends Error {
  override readonly name = 'MovedOn'
}
