import 'server-only'
import type { WireUserJob } from '@/lib/service/users'
import type { Tools } from './outcomes'
import { pollEveryMs, pollShare } from './notes'
import { changeParts, countUnderWay, requireTurn, type OpenJob, type Part } from './store'

/**
 * Polls jobs of the service: never the same one twice within five seconds, and all together within their share of the
 * limit.
 */

export const partsOf = (job: OpenJob, remoteId: string): Part[] =>
  job.parts.filter((part) => part.remoteId === remoteId)
export const numbersOf = (parts: readonly Part[]): number[] => parts.map(({ part }) => part)

/** Jobs of the service that contain parts in one of `states`. */
export function remotesOf(job: OpenJob, states: ReadonlyArray<Part['state']>): string[] {
  const own = job.parts.flatMap(({ remoteId, state }) =>
    remoteId !== null && states.includes(state) ? [remoteId] : [],
  )
  return [...new Set(own)]
}

/** How long ago this process first saw that a response was lost. */
export function lostForMs({ lostSince, clock }: Tools, key: string): number {
  const since = lostSince.get(key) ?? clock.now()
  lostSince.set(key, since)
  return clock.now() - since
}

/** How long until a job of the service may be polled again. */
export function untilPollMs({ clock }: Tools, parts: readonly Part[], everyMs = pollEveryMs): number {
  const lastMs = Math.max(...parts.map(({ polledAtMs }) => polledAtMs ?? -Infinity))
  // A clock that was set back must not prevent polling.
  return Math.min(everyMs, Math.max(0, lastMs + everyMs - clock.now()))
}

/** How often each job in progress is polled, so that together they leave room for people. */
export async function readPaceMs({ db, remote }: Tools): Promise<number> {
  const perMinute = Math.max(1, remote.perMinute('getUpsertJob') * pollShare)
  return Math.max(pollEveryMs, Math.ceil(((await countUnderWay(db)) * 60_000) / perMinute))
}

/**
 * Polls a job of the service.
 * @throws AppError as the service's; TurnLost
 */
export async function pollRemote(tools: Tools, job: OpenJob, remoteId: string): Promise<WireUserJob> {
  const numbers = numbersOf(partsOf(job, remoteId))
  const note = () =>
    tools.db.transaction(async (tx) => {
      await requireTurn(tx, job)
      await changeParts(tx, job.jobId, numbers, { polledAt: new Date(tools.clock.now()) })
    })
  // Recorded before the request, so that a crash does not cause an extra poll, and after it, because it may have waited
  // long to be sent.
  await note()
  try {
    return await tools.remote.get(remoteId)
  } finally {
    await note()
  }
}
