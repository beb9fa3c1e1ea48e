import { createServer } from 'node:net'

/** Why nothing can listen at the address, as a sentence; null when it is free. */
export async function explainBusyPort(port: number, hostname: string): Promise<string | null> {
  const server = createServer()
  const code = await new Promise<string | null>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown error'))
    server.listen(port, hostname, () => resolve(null))
  })
  if (code === null) {
    await new Promise((resolve) => server.close(resolve))
    return null
  }
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${hostname} is in use by another program: stop it, or choose another port with --port or PORT.`
  if (code === 'EACCES')
    return `Port ${port} may not be opened by this user: choose one above 1023 with --port or PORT.`
  return `HOSTNAME is not an address of this machine (${code}).`
}
