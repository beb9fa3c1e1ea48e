import { WebSocket } from 'undici'
import { waitFor, type TestConsole } from '../harness'
import { listServerProcesses } from './search/search-console'

/** For the environment of a console whose heap is read: its inspector takes any free port once it is asked to open one. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' }

/** What Chromium's DevTools protocol answers to Runtime.evaluate. */
interface Evaluated {
  id: number
  result: { result?: { value?: string } }
}

/** Reads what the console's process keeps after a full garbage collection: what is not garbage, and grows in a leak. */
export async function readLiveHeapMb(app: TestConsole): Promise<number> {
  const find = () => /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(app.output())?.[0]
  if (find() === undefined)
    // The signal by which Node opens its inspector.
    for (const { pid } of listServerProcesses(app.pid)) process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await waitFor('the inspector is open', () => Promise.resolve(find())))
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    const send = (id: number, method: string, params: object) =>
      new Promise<Evaluated>((resolve) => {
        const hear = ({ data }: { data: unknown }) => {
          const answer = JSON.parse(String(data)) as Evaluated
          if (answer.id !== id) return
          socket.removeEventListener('message', hear)
          resolve(answer)
        }
        socket.addEventListener('message', hear)
        socket.send(JSON.stringify({ id, method, params }))
      })
    await send(1, 'HeapProfiler.collectGarbage', {})
    const expression = 'String(process.memoryUsage().heapUsed + process.memoryUsage().external)'
    const { result } = await send(2, 'Runtime.evaluate', { expression })
    return Number(result.result?.value) / 1_024 / 1_024
  } finally {
    socket.close()
  }
}
