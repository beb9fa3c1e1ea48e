import { WebSocket } from 'undici'
import { waitFor, type TestConsole } from '../harness'
import { listServerProcesses } from './search/search-console'

/** The environment of a console whose heap is read. Its inspector uses any free port when it is opened. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' }

/** The response of Chromium's DevTools protocol to Runtime.evaluate. */
interface Evaluated {
  id: number
  result: { result?: { value?: string } }
}

/**
 * Reads how much memory the console's process keeps after a full garbage collection. This figure grows when memory
 * leaks.
 */
export async function readLiveHeapMb(app: TestConsole): Promise<number> {
  const find = () => /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(app.output())?.[0]
  if (find() === undefined)
    // Node opens its inspector on this signal.
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
