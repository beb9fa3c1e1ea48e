import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@/lib/clock'

/** Requests to send at a fixed rate. */
export interface Requests {
  origin: string
  cookie: string
  /** Each request is for other rows, so that none can be served from an earlier result. */
  offset: number
  rows: number
  perSecond: number
  forMs: number
}

export interface Answers {
  ms: number[]
  statuses: Record<string, number>
}

/** Requests the list at a fixed rate, however long the responses take, and waits for all of them. */
export async function ask({ origin, cookie, offset, rows, perSecond, forMs }: Requests): Promise<Answers> {
  const answers: Answers = { ms: [], statuses: {} }
  const one = async (at: number) => {
    const startedAt = performance.now()
    const path = `/api/inspections?limit=100&offset=${(offset + at * 97) % (rows - 100)}`
    const status = await fetch(origin + path, { headers: { cookie } }).then(
      async (response) => {
        await response.arrayBuffer()
        return String(response.status)
      },
      // There is no response on a machine that is far too busy.
      () => 'no answer',
    )
    answers.ms.push(performance.now() - startedAt)
    answers.statuses[status] = (answers.statuses[status] ?? 0) + 1
  }
  const startedAt = performance.now()
  const all: Array<Promise<void>> = []
  for (let sent = 0; ; sent += 1) {
    const dueMs = startedAt + (sent * 1_000) / perSecond - performance.now()
    if (dueMs > 0) await systemClock.sleep(dueMs)
    if (performance.now() - startedAt >= forMs) break
    all.push(one(sent))
  }
  await Promise.all(all)
  return answers
}

/** A server that responds immediately. It shows what the requests themselves cost the machine, without a console. */
async function serve(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(429).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

// These run in separate processes, so that they do not delay the requests that are measured.
process.on('message', (message: Requests | 'serve') => {
  void (message === 'serve' ? serve() : ask(message)).then((answer) => process.send?.(answer))
})
if (process.send !== undefined) process.on('disconnect', () => process.exit(0))
