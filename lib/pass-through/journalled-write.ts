import 'server-only'
import { beginActivity, finishActivity, type ActivityEnd } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import type { AppError } from '@/lib/errors'
import { publishEvents } from '@/lib/events/publish'
import type { EventKind } from '@/lib/events/schema'
import { log } from '@/lib/log'
import { operationOf, type OperationName } from '@/lib/service/endpoints'
import { readServiceMessage } from '@/lib/service/errors'
import type { Operation, RawAnswer } from '@/lib/service/types'
import { toAppError } from '@/lib/web/problem'
import { serverText } from '@/lib/server-text'
import { findNamed, keysOf, readIndexed, readMade } from './write-about'

/**
 * Invariant: a raw write is logged before it is sent, and its outcome afterwards. A write that cannot be logged is not
 * sent. It also appears in the history of every object that it names.
 */

export interface SentWrite {
  actor: Actor
  name: OperationName
  /** The ids in its path, in order. */
  params: Readonly<Record<string, string>>
  /** The query as it was sent, without its `?`. */
  search: string
  /** The parsed body; undefined for none. */
  body: unknown
  requestId: string
}

/** Logs a write, sends it once, and logs its outcome. @throws as `send` does, and when the write cannot be logged */
export async function sendJournalled(write: SentWrite, send: () => Promise<RawAnswer>): Promise<RawAnswer> {
  const db = await database()
  const operation = operationOf(write.name)
  const named = await findNamed(db, write)
  const activityId = await beginActivity(db, write.actor, {
    action: `service.${write.name}`,
    objectKind: 'service',
    objectId: Object.values(write.params)[0] ?? null,
    objectName: operation.title,
    before: await readIndexed(db, named),
    after: describeRequest(write),
    related: keysOf(named),
    requestId: write.requestId,
  })
  let answer: RawAnswer
  try {
    answer = await send()
  } catch (thrown) {
    await finish(db, activityId, readFailure(toAppError(thrown)))
    throw thrown
  }
  await finish(db, activityId, readAnswer(write.name, answer))
  if (answer.status < 300) await publishEvents(db, changedBy(operation))
  return answer
}

/** A request with thousands of users would add a megabyte to every page of the log. */
const keptCharsMax = 500_000

function describeRequest({ search, body: sent }: SentWrite): unknown {
  const chars = sent === undefined ? 0 : JSON.stringify(sent).length
  const body = chars > keptCharsMax ? { note: serverText('passThrough.tooLongToKeep', { chars }) } : sent
  if (search === '') return body
  const query = Object.create(null) as Record<string, string[]>
  for (const [name, value] of new URLSearchParams(search)) query[name] = [...(query[name] ?? []), value]
  return body === undefined ? { query } : { query, body }
}

/**
 * The service has already answered, so an error of the log is not passed on. The entry then stays open, and its outcome
 * becomes unknown after some time.
 */
async function finish(db: Queryable, activityId: string, end: ActivityEnd): Promise<void> {
  await finishActivity(db, activityId, end).catch((error: unknown) =>
    log().warn({ err: error, activityId }, 'the outcome of a write could not be kept'),
  )
}

const recheckHint = serverText('passThrough.look')

function readAnswer(name: OperationName, { status, bytes }: RawAnswer): ActivityEnd {
  if (status < 300) return { outcome: 'done', related: keysOf(readMade(name, bytes)) }
  const reason = readServiceMessage(bytes)
  const answered = serverText('passThrough.answered', { status })
  const says = reason === null ? answered : `${answered} ${serverText('service.saidWhy', { reason })}`
  // The write may have been done before the service, or a proxy in front of it, failed.
  if (status >= 500 && status !== 501) return { outcome: 'unknown', note: `${says} ${recheckHint}` }
  return { outcome: 'failed', note: says }
}

function readFailure({ code, text, details }: AppError): ActivityEnd {
  // The text of this error already says that the outcome is unknown.
  if (code === 'upstream_unknown') return { outcome: 'unknown', note: text }
  const isLost = code === 'internal' || (code === 'upstream_failed' && (details.upstreamStatus ?? 0) >= 500)
  return isLost ? { outcome: 'unknown', note: `${text} ${recheckHint}` } : { outcome: 'failed', note: text }
}

/** The kinds of lists that an operation changes. */
function changedBy({ group }: Operation): Array<{ kind: EventKind }> {
  const kinds: Partial<Record<Operation['group'], readonly EventKind[]>> = {
    Inspections: ['inspections'],
    'Status groups': ['status-groups', 'assets'],
    Assets: ['assets'],
    Users: ['user-jobs'],
    Webhooks: ['webhooks'],
  }
  return (kinds[group] ?? []).map((kind) => ({ kind }))
}
