import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { makeTestFolder, removeTestFolder } from '@/lib/db/testing'
import { provideProgram } from '../run/find-program'
import { findFreePort } from '@/lib/db/testing-port'

export interface Pooler {
  /** For DATABASE_URL. */
  url: string
  stop(): Promise<void>
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

/** PgBouncer in front of a server, with few connections that its clients share. */
export async function startPooler(databaseUrl: string, mode: 'session' | 'transaction'): Promise<Pooler> {
  const program = provideProgram('pgbouncer', 'pgbouncer')
  const url = new URL(databaseUrl)
  const folder = await makeTestFolder('pooler')
  const port = await findFreePort()
  const users = path.join(folder, 'users')
  writeFileSync(users, `${quote(url.username)} ${quote(decodeURIComponent(url.password))}\n`)
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : 6}
max_client_conn = 200
logfile = ${path.join(folder, 'log')}
`,
  )
  chmodSync(folder, 0o777)
  // PgBouncer refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(program, ['-q', file], { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'], ...nobody })
  const ended = once(child, 'exit')
  while (!(await isListening(port)))
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
  url.port = String(port)
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await removeTestFolder(folder)
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const tell = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => tell(true))
    socket.once('error', () => tell(false))
  })
}
