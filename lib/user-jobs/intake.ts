import 'server-only'
import { AppError } from '@/lib/errors'
import { readJson } from '@/lib/http/body'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'

/** Larger bodies are read one at a time, because parsing takes several times their size in memory. */
const smallBytesMax = 1_000_000
const waitingMax = 20

interface Gate {
  last: Promise<unknown>
  waiting: number
}
const gate = () => processWide<Gate>('user-job-intake', () => ({ last: Promise.resolve(), waiting: 0 }))

/**
 * Reads a body of up to `bytesMax` and passes it to `work`. Large bodies wait for each other before they are read.
 * @throws AppError as `readJson`; throttled when too many wait
 */
export async function takeIn<Result>(
  request: Request,
  bytesMax: number,
  work: (body: unknown) => Promise<Result>,
): Promise<Result> {
  const take = async () => work(await readJson(request, bytesMax))
  // A body without a length may be large. One that declares too large a length is refused unread.
  const length = request.headers.get('content-length')
  const declared = length === null ? null : Number(length)
  if (declared !== null && (declared <= smallBytesMax || declared > bytesMax)) return take()
  const state = gate()
  if (state.waiting >= waitingMax)
    throw new AppError('throttled', serverText('userJobs.intakeBusy'), {
      details: { retryAfterSeconds: 5 },
    })
  state.waiting += 1
  const turn = state.last.then(take, take)
  state.last = turn.catch(() => null)
  return turn.finally(() => {
    state.waiting -= 1
  })
}
