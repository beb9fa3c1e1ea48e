import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { type Grants, may } from '@/lib/access/permissions'
import { readActor, watchSessionEnd } from '@/lib/auth/session'
import type { Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { apiHeaders, requestIdHeader } from '@/lib/web/headers'
import { processWide } from '@/lib/process-wide'
import { createWaiter } from '@/lib/background/waiter'
import { serverText } from '@/lib/server-text'
import { cutOff, streamHeader } from './cut'
import type { EventHub } from './hub'
import { eventPermissions, type EventKind } from './schema'
import { eventKinds } from './values-model'

/** The most bytes that may wait for a slow reader: some thousand events. */
const queueBytesMax = 128 * 1024
/**
 * Sessions that end in this process are reported at once. This check is for those ended by another console or directly
 * in the database.
 */
const sessionEveryMs = 15_000
/**
 * The maximum number of streams of one person. Each browser has one, so this is more than anybody needs, but few enough
 * not to fill the memory.
 */
export const streamsOfOneMax = 200
/** The time for a slow reader to receive the end. */
const endGraceMs = 1_000

/** The kinds of events that a person receives. */
export function kindsOf(who: Grants): ReadonlySet<EventKind> {
  return new Set(
    eventKinds.filter((kind) => {
      const permission = eventPermissions[kind]
      return permission === null || may(who, permission)
    }),
  )
}

export interface StreamRequest {
  actor: Actor
  /** The id of the request. */
  headers: Headers
  /** The last id that the reader received. */
  after: string | null
  /** Fires when the reader disconnects. */
  signal: AbortSignal
  requestId: string
}

/** No cache may store the stream, and no proxy may buffer its lines, for example to compress them. */
export const streamHeaders = {
  ...apiHeaders,
  'cache-control': 'private, no-store, no-transform',
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
}

/**
 * Responds with a stream of events. It ends when the session ends or belongs to another person, when the reader leaves
 * or does not keep up, or when the console stops.
 * @throws AppError unavailable while the console stops; throttled when the person has 200 streams
 */
export function streamEvents(
  { hub, clock }: { hub: EventHub; clock: Clock },
  { actor, headers, after, signal, requestId }: StreamRequest,
): Response {
  const open = processWide('open-streams', () => new Map<string, number>())
  const mine = open.get(actor.userId) ?? 0
  if (mine >= streamsOfOneMax) throw new AppError('throttled', serverText('events.tooManyPages'))
  const over = new AbortController()
  const name = headers.get(streamHeader)
  let leave: (() => void) | null = null

  const finish = (end: () => void) => {
    if (over.signal.aborted) return
    over.abort()
    signal.removeEventListener('abort', onAbort)
    leave?.()
    const left = (open.get(actor.userId) ?? 1) - 1
    if (left === 0) open.delete(actor.userId)
    else open.set(actor.userId, left)
    end()
  }
  const onAbort = () => finish(() => undefined)

  const watchSession = async () => {
    const waiter = createWaiter(clock)
    const unwatch = await watchSessionEnd(headers, actor, waiter.wake)
    over.signal.addEventListener('abort', waiter.wake)
    try {
      while (!over.signal.aborted) {
        await waiter.wait(sessionEveryMs)
        if (over.signal.aborted) return
        // No person causes this read, so it must not keep the session alive.
        const inactive = new Headers(headers)
        inactive.set('x-sightline-activity', 'none')
        const now = await readActor(inactive).catch(() => actor)
        if (now?.userId !== actor.userId || now.role !== actor.role) return
      }
    } finally {
      unwatch()
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const room = () => controller.desiredSize ?? 0
        /** Next waits for readers that do not read, so their connection is closed and the waiting data dropped. */
        const drop = () => {
          controller.error(new DOMException('The reader does not keep up', 'AbortError'))
          cutOff(name)
        }
        const end = () => {
          controller.close()
          void clock.sleep(endGraceMs).then(() => cutOff(name))
        }
        const listener = {
          kinds: kindsOf(actor),
          send: (bytes: Uint8Array) => {
            if (over.signal.aborted) return
            if (room() < bytes.byteLength) finish(drop)
            else controller.enqueue(bytes)
          },
          end: () => finish(end),
        }
        if (signal.aborted) return
        signal.addEventListener('abort', onAbort)
        open.set(actor.userId, (open.get(actor.userId) ?? 0) + 1)
        leave = hub.listen(listener, after)
        if (leave === null) {
          finish(() => undefined)
          throw new AppError('unavailable', serverText('common.stopping'))
        }
        watchSession().then(listener.end, () => undefined)
      },
      cancel: onAbort,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: queueBytesMax }),
  )
  return new Response(body, { headers: { ...streamHeaders, [requestIdHeader]: requestId } })
}
