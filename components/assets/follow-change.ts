import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/browser/api'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { AssetChange, ChangeSummary } from '@/lib/asset-changes/schema'

const firstWaitMs = 150
const waitMaxMs = 3_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the outcome of a request is unknown: no response, an unreadable one, or a server failure on the way. */
export function isAnswerLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.code === 'unreadable'
}

/** Repeats a request until a response arrives. Throws a refusal, because another request would not change it. */
async function askUntilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMaxMs, waitMs * 2)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- must run one after another
      return await ask()
    } catch (error) {
      if (!isAnswerLost(error)) throw error
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    await wait(waitMs)
  }
}

/** Refetches a change until all of its steps have ended. `onNews` receives each version. */
export async function followChange(
  queryClient: QueryClient,
  changeId: string,
  onNews: (change: AssetChange) => void,
): Promise<AssetChange> {
  const query = { ...assetChangeQueries.one(changeId), staleTime: 0, retry: false }
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMaxMs, waitMs * 2)) {
    // oxlint-disable-next-line no-await-in-loop -- must run one after another
    const change = await askUntilAnswered(() => queryClient.fetchQuery(query))
    onNews(change)
    if (change.open + change.unknown === 0) return change
    // oxlint-disable-next-line no-await-in-loop -- see above
    await wait(waitMs)
  }
}

/** How often to search for a change whose start got no response. It may be stored only after the first search. */
const polls = 2
const pollPauseMs = 700
/** The largest assumed difference between the clocks of browser and server. */
const clockSlackMs = 120_000

/** The time at which a request is sent. A change that it starts is newer. */
export const readSentAt = () => Date.now()

/**
 * Finds the change that a request without a response started, if it started one. Nothing is sent twice.
 * @param isIt recognizes the change among the person's newest status changes
 */
export async function findLostChange(
  queryClient: QueryClient,
  sentAt: number,
  isIt: (change: ChangeSummary, read: () => Promise<AssetChange>) => boolean | Promise<boolean>,
): Promise<string | null> {
  for (let poll = 1; poll <= polls; poll += 1) {
    // oxlint-disable-next-line no-await-in-loop -- must run one after another
    const pages = await askUntilAnswered(() =>
      queryClient.fetchInfiniteQuery({ ...assetChangeQueries.list(), staleTime: 0, retry: false }),
    )
    for (const change of pages.pages.flatMap((page) => page.changes)) {
      const isCandidate =
        change.isMine && change.kind === 'set-status' && Date.parse(change.createdAt) > sentAt - clockSlackMs
      const read = () =>
        askUntilAnswered(() =>
          queryClient.fetchQuery({ ...assetChangeQueries.one(change.changeId), staleTime: 0, retry: false }),
        )
      // oxlint-disable-next-line no-await-in-loop -- newest first, because the first one usually matches
      if (isCandidate && (await isIt(change, read))) return change.changeId
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (poll < polls) await wait(pollPauseMs)
  }
  return null
}
