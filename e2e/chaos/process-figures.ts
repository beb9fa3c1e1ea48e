import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What Linux reports about another process. */
export const hasFigures = process.platform === 'linux'

const listening = '0A'
/** TCP states ESTABLISHED and CLOSE_WAIT. */
const unclosed = new Set(['01', '08'])

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // It was closed between listing and reading, or belongs to another user.
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

interface Row {
  localPort: number
  state: string
  inode: string
}

/** All IPv4 sockets of this machine. */
function listRows(): Row[] {
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [, local = '', , state = '', , , , , , inode = ''] = line.trim().split(/\s+/)
    return { localPort: Number.parseInt(local.split(':')[1] ?? '', 16), state, inode }
  })
}

/** The process that listens on a port of 127.0.0.1. This is the launcher's child, not the launcher. */
export function findListener(port: number): number {
  const row = listRows().find(({ localPort, state }) => localPort === port && state === listening)
  const pid = readdirSync('/proc')
    .map(Number)
    .find((one) => Number.isInteger(one) && listOpen(one).includes(`socket:[${row?.inode}]`))
  if (row === undefined || pid === undefined) throw new Error(`nobody listens on ${port}`)
  return pid
}

/** Connections that a server on this port has not closed yet, including those whose other end is closed. */
export function countConnections(port: number): number {
  return listRows().filter(({ localPort, state }) => localPort === port && unclosed.has(state)).length
}

/** Resident memory, in bytes. */
export function readMemoryBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error(`process ${pid} tells no memory`)
  return Number(kilobytes) * 1024
}
