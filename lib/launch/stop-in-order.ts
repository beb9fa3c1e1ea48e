import type { InFlight } from './in-flight'

export interface StopStep {
  name: string
  timeoutMs: number
  /** It may return a promise. */
  run: () => unknown
}

/**
 * Runs the steps one after another, each with its own time limit. A step may also use the time that the steps before it
 * left over, because a short step can take long on a busy machine. A step that fails or hangs does not prevent the next
 * one, because the database must be closed in any case.
 * @returns the names of the steps that failed
 */
export async function stopInOrder(steps: readonly StopStep[]): Promise<string[]> {
  const failed: string[] = []
  let endsAt = performance.now()
  for (const { name, timeoutMs, run } of steps) {
    endsAt += timeoutMs
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), endsAt - performance.now())
    })
    try {
      if ((await Promise.race([Promise.resolve(run()).then(() => 'done' as const), late])) === 'late') failed.push(name)
    } catch {
      failed.push(name)
    }
    clearTimeout(timer)
  }
  return failed
}

/**
 * The steps of a stop. They close connections with their responses, refuse new requests, wait for the last responses,
 * and then stop what these needed. Together they take at most 9.9 s, as README.md says; Docker waits for 10.
 */
export function stopSteps(parts: {
  inFlight: InFlight
  /** Ends connections that would never end on their own. */
  endStreams: () => void
  stopEvents: () => Promise<unknown>
  stopSync: () => Promise<unknown>
  stopExports: () => Promise<unknown>
  stopChanges: () => Promise<unknown>
  stopUserJobs: () => Promise<unknown>
  stopAssets: () => Promise<unknown>
  stopActivity: () => Promise<unknown>
  stopWebhooks: () => Promise<unknown>
  stopUpkeep: () => Promise<unknown>
  stopNotices: () => Promise<unknown>
  closeService: () => Promise<unknown>
  closeMail: () => Promise<unknown>
  closeStandin: () => Promise<unknown>
  closeDatabase: () => Promise<unknown>
}): StopStep[] {
  return [
    {
      name: 'end streams, and connections with their answers',
      timeoutMs: 1_000,
      run: () => {
        parts.endStreams()
        return parts.inFlight.leave(900)
      },
    },
    { name: 'refuse new requests', timeoutMs: 2_200, run: () => parts.inFlight.refuseNew() },
    { name: 'finish answers', timeoutMs: 2_800, run: () => parts.inFlight.drain(2_600) },
    { name: 'stop the sync', timeoutMs: 900, run: () => parts.stopSync() },
    {
      name: 'stop the exports, the changes of assets, the jobs of users and the inbox',
      timeoutMs: 500,
      run: () =>
        Promise.all([
          parts.stopExports(),
          parts.stopChanges(),
          parts.stopUserJobs(),
          parts.stopActivity(),
          parts.stopWebhooks(),
          parts.stopUpkeep(),
        ]),
    },
    {
      name: 'stop the listing of assets, say the last events, and listen no more',
      timeoutMs: 300,
      run: () => Promise.all([parts.stopAssets(), parts.stopEvents(), parts.stopNotices()]),
    },
    {
      name: 'close connections to the service and the mail server',
      timeoutMs: 300,
      run: () => Promise.all([parts.closeService(), parts.closeMail()]),
    },
    { name: 'stop the stand-in', timeoutMs: 300, run: () => parts.closeStandin() },
    { name: 'close the database', timeoutMs: 1_600, run: () => parts.closeDatabase() },
  ]
}
