import 'server-only'
import type { IncomingMessage } from 'node:http'
import { clientAddress } from '@/lib/access/client-address'
import { processWide } from '@/lib/process-wide'
import { limits as buckets } from '@/lib/web/throttle'
import { findCaller } from './known-callers'
import { FairQueue, type LaneLimits, type Turn } from './fair-queue'

/**
 * Lanes separate different work: a page full of thumbnails must not block the list next to it. A page sends about 20
 * requests at once, and all of them start; nobody needs 15 a second for long.
 */
export const lanes = {
  api: { inWork: 1, inWorkAlone: 8, pace: { burst: 40, perSecond: 15 }, waitingMax: 120 },
  /** Next also requests the pages behind the links on the screen. */
  pages: { inWork: 1, inWorkAlone: 8, pace: { burst: 40, perSecond: 30 }, waitingMax: 120 },
  media: { inWork: 4, inWorkAlone: 64, pace: buckets.thumbs, waitingMax: 1_000 },
  files: { inWork: 4, inWorkAlone: 64, pace: { burst: 1_000, perSecond: 200 }, waitingMax: 1_000 },
} as const satisfies Record<string, LaneLimits>
type LaneName = keyof typeof lanes

/**
 * Paths of machines, which have limits of their own, and of probes, whose response must not depend on other clients.
 */
const outside = /^\/api\/(?:health|metrics|webhooks)(?:\/|$)/
const places: ReadonlyArray<readonly [RegExp, LaneName]> = [
  [/^\/api\/media\/(?!wall|zips)/, 'media'],
  [/^\/api\//, 'api'],
  [/^\/(?:_next\/static\/|favicon\.)/, 'files'],
]

interface RequestQueue {
  queue: FairQueue
  isOff: boolean
}

const shared = () =>
  processWide<RequestQueue>('request-queue', () => ({
    queue: new FairQueue({
      clock: { now: () => performance.now() },
      after: (ms, run) => {
        if (ms === 0) setImmediate(run)
        else setTimeout(run, ms)
      },
    }),
    isOff: false,
  }))

/**
 * Starts every request at once. The bench needs it, because its one person sends as many requests as a thousand people.
 */
export function switchOffQueue(): void {
  shared().isOff = true
}

/** The owner of a request: a known person or token, otherwise the client address. */
function ownerOf({ headers }: IncomingMessage): string {
  const readable = { get: (name: string) => headers[name]?.toString() ?? null }
  return findCaller(readable) ?? `address ${clientAddress(readable)}`
}

/**
 * Queues a request behind others of the same person. `leaveQueue` must always follow.
 * @returns 0 when `turn` was or will be started, otherwise the seconds to wait before a retry
 */
export function enterQueue(request: IncomingMessage, pathname: string, turn: Turn): number {
  const { queue, isOff } = shared()
  if (isOff || outside.test(pathname)) {
    turn.begin()
    return 0
  }
  const lane = places.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'pages'
  return queue.enter(ownerOf(request), lane, lanes[lane], turn)
}

/** Call it when the response of a turn has begun, or when its client has left. */
export function leaveQueue(turn: Turn): void {
  shared().queue.end(turn)
}
