import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Ports that systems do not give to outgoing connections. Another process could take such a port while its server
 * restarts, and so could a client that keeps trying to reach it: it would connect to itself.
 */
const firstPort = 20_000
const endPort = 32_000

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port that was free a moment ago, for a server that restarts on the same one. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, endPort)
    if (await isFree(port)) return port
  }
}
