import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { preparePlace } from '@/lib/db/embedded/place'
import { serverRole } from '@/lib/db/embedded/cluster'
import { connectServer } from '@/lib/db/server-database'
import { silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { findFreePort } from '@/lib/db/testing-port'
import { runLauncher } from '@/lib/testing/consoles/launcher'
import { adminEmail, canaries, waitFor, writeSession } from '@/lib/testing/harness'
import { startQuietService } from './search-upstream'

/** The built console on the private PostgreSQL of a data directory. */
export interface BenchConsole extends AsyncDisposable {
  url: string
  /** A second connection to its database, for sessions and plans. */
  db: Database
  /** The address of its database, for other programs that use it beside the console. */
  databaseUrl: string
  headers: Record<string, string>
  /** Process id of its launcher. */
  pid: number
  /** Memory of the server process, in MB. */
  readMemoryMb(): number
  output(): string
}

interface ProcessFacts {
  pid: number
  parent: number
  command: string
  rssMb: number
}

function readProcess(pid: number): ProcessFacts | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { pid, parent: field('PPid'), command, rssMb: field('VmRSS') / 1_024 }
  } catch {
    return null
  }
}

/** Processes below `root`, without PostgreSQL and its watcher. */
export function listServerProcesses(root: number): ProcessFacts[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((one): one is ProcessFacts => one !== null)
  const found = new Set([root])
  for (let before = 0; before !== found.size;) {
    before = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid, command }) => pid !== root && found.has(pid) && /next-server|next\/dist\/bin/.test(command))
}

/** Starts a console. Nothing else may use `dataDir`. */
export async function startBenchConsole(dataDir: string, startService = startQuietService): Promise<BenchConsole> {
  const closers: Array<() => unknown> = []
  const dispose = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    const service = await startService()
    closers.push(() => service.close())
    const url = `http://127.0.0.1:${await findFreePort()}`
    const { child, ended, output } = runLauncher(['start'], {
      SIGHTLINE_BENCH: '1',
      SERVICE_BASE_URL: service.url,
      SERVICE_TOKEN: canaries.token,
      DATA_DIR: dataDir,
      PORT: new URL(url).port,
      HOSTNAME: '127.0.0.1',
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: canaries.secret,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: canaries.password,
    })
    closers.push(() => {
      child.kill('SIGTERM')
      return ended
    })
    await waitFor('the console is ready', async () => {
      if (child.exitCode !== null) throw new Error(`the console ended before it was ready:\n${output()}`)
      return await fetch(`${url}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    })
    const place = await preparePlace(dataDir)
    const password = readFileSync(path.join(place.data, 'sightline-password'), 'utf8').trim()
    const address = `postgres://${serverRole}:${password}@localhost/sightline?host=${encodeURIComponent(place.run)}`
    const db = await connectServer(address, silentLog)
    closers.push(() => db.close())
    const { rows } = await db.query<{ userId: string }>(
      `select user_id as "userId" from users where lower(email) = lower($1)`,
      [adminEmail],
    )
    const { cookie } = await writeSession(db, rows[0]?.userId ?? '')
    const unlimited = await fetch(`${url}/api/bench/no-limits`)
    if (!unlimited.ok) throw new Error('the limits per person could not be lifted')
    return {
      url,
      db,
      databaseUrl: address,
      headers: { cookie: `${cookie.name}=${cookie.value}` },
      pid: child.pid ?? 0,
      readMemoryMb: () => Math.max(0, ...listServerProcesses(child.pid ?? 0).map(({ rssMb }) => rssMb)),
      output,
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}
