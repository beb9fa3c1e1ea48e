import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { startServerProcess, type ServerProcess } from '@/lib/db/embedded/server-process'
import { makeTestFolder, removeTestFolder } from '@/lib/db/testing'
import { provideProgram } from '../run/find-program'
import { findFreePort } from '@/lib/db/testing-port'

const versions = '/usr/lib/postgresql'

/** The programs of Debian's PostgreSQL: those from npm cannot copy a running server. */
export function findSystemPrograms(): string {
  if (!existsSync(versions)) provideProgram('pg_basebackup', 'postgresql')
  const newest = readdirSync(versions)
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1)
  return path.join(versions, newest ?? '', 'bin')
}

/** PostgreSQL does not run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

interface Node {
  port: number
  data: string
  server: ServerProcess
  pid: number
}

/**
 * A primary and its synchronous standby: what the primary has acknowledged is on both. `failOver` kills one and promotes the
 * other, as Patroni does.
 */
export class TestCluster implements AsyncDisposable {
  #nodes: [primary: Node, standby: Node]

  private constructor(
    readonly folder: string,
    readonly programs: string,
    nodes: [Node, Node],
  ) {
    this.#nodes = nodes
  }

  static async start(): Promise<TestCluster> {
    const programs = findSystemPrograms()
    const folder = await makeTestFolder('cluster')
    if (nobody !== null) execFileSync('chown', [`${nobody.uid}:${nobody.gid}`, folder])
    const data = path.join(folder, 'first')
    run(programs, 'initdb', [`--pgdata=${data}`, '--username=owner', '--auth=trust', '--no-sync', '--locale=C.UTF-8'])
    const primary = await startNode(programs, data, await findFreePort())
    const standby = await addStandby(programs, folder, primary, 'second', await findFreePort())
    return new TestCluster(folder, programs, [primary, standby])
  }

  /** For DATABASE_URL: both servers, in the order in which they were started. */
  get url(): string {
    const ports = this.#nodes.map(({ port }) => port).toSorted((a, b) => a - b)
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
    return `postgres://owner@${hosts}/postgres?target_session_attrs=read-write`
  }

  /** The standby alone. */
  get standbyUrl(): string {
    return `postgres://owner@127.0.0.1:${this.#nodes[1].port}/postgres`
  }

  /** Kills the primary and promotes the standby. */
  async failOver(): Promise<void> {
    const [primary, standby] = this.#nodes
    process.kill(primary.pid, 'SIGKILL')
    await primary.server.exited
    run(this.programs, 'pg_ctl', ['promote', '-w', '-D', standby.data])
  }

  /**
   * Turns the killed server into a new standby. Without a standby, a primary that requires one would accept no writes.
   */
  async repair(): Promise<void> {
    const [dead, primary] = this.#nodes
    rmSync(dead.data, { recursive: true, force: true })
    this.#nodes = [primary, await addStandby(this.programs, this.folder, primary, path.basename(dead.data), dead.port)]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { server } of this.#nodes.toReversed()) await server.stop()
    await removeTestFolder(this.folder)
  }
}

function run(programs: string, name: string, words: readonly string[]): void {
  execFileSync(path.join(programs, name), words, {
    cwd: '/',
    env: { NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...nobody,
  })
}

function query(programs: string, { port }: Pick<Node, 'port'>, ...statements: string[]): void {
  const commands = statements.flatMap((statement) => ['-c', statement])
  run(programs, 'psql', ['-h', '127.0.0.1', '-p', String(port), '-U', 'owner', '-d', 'postgres', '-q', ...commands])
}

async function startNode(programs: string, data: string, port: number): Promise<Node> {
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'shared_buffers=32MB', 'wal_level=replica']
  const server = startServerProcess(
    {
      command: path.join(programs, 'postgres'),
      args: ['-D', data, '-k', data, ...settings.flatMap((setting) => ['-c', setting])],
      env: environment,
      cwd: '/',
      uid: nobody?.uid ?? null,
      gid: nobody?.gid ?? null,
      dataDir: data,
      remove: null,
    },
    () => {},
  )
  const pid = await server.ready
  if (pid === null) throw new Error(`PostgreSQL did not start: ${(await server.exited).tail.join('\n')}`)
  return { port, data, server, pid }
}

/** Copies the primary, starts the copy as its standby, and has the primary wait for it from then on. */
async function addStandby(programs: string, folder: string, primary: Node, name: string, port: number): Promise<Node> {
  const data = path.join(folder, name)
  mkdirSync(data, { mode: 0o700 })
  if (nobody !== null) execFileSync('chown', [`${nobody.uid}:${nobody.gid}`, data])
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'owner']
  run(programs, 'pg_basebackup', [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
  // Once promoted, this server must not wait for a standby that does not exist yet.
  appendFileSync(path.join(data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
  const standby = await startNode(programs, data, port)
  query(programs, primary, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  return standby
}
