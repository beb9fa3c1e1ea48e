import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What Linux tells about another process. */
export const hasFigures = process.platform === 'linux'

const listening = '0A'

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed between listing and reading, or another user's.
    return ''
  }
}

function listOpen(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readLink(`/proc/${pid}/fd/${fd}`))
  } catch {
    return []
  }
}

/** The process that listens on a port of 127.0.0.1: the launcher's child, not the launcher. */
export function findListener(port: number): number {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const row = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => local?.endsWith(address) === true && state === listening)
  const inode = row?.[9]
  const pid = readdirSync('/proc')
    .map(Number)
    .find((one) => Number.isInteger(one) && listOpen(one).includes(`socket:[${inode}]`))
  if (inode === undefined || pid === undefined) throw new Error(`nobody listens on ${port}`)
  return pid
}

/** Resident memory, in bytes. */
export function readMemoryBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error(`process ${pid} tells no memory`)
  return Number(kilobytes) * 1024
}

export function countSockets(pid: number): number {
  return listOpen(pid).filter((target) => target.startsWith('socket:')).length
}
