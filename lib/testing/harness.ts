import 'server-only'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { encode } from 'next-auth/jwt'
import { cookieNames } from '@/lib/auth/cookies'
import type { Role } from '@/lib/access/permissions'
import { SessionStore } from '@/lib/auth/session-store'
import { createUser } from '@/lib/auth/accounts'
import { ownName } from '@/lib/base-path'
import { systemClock } from '@/lib/clock'
import { connectServer } from '@/lib/db/server-database'
import { silentLog, startSecondServer } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { startMailCatcher } from '@/lib/mail/catcher'
import type { CaughtMail } from '@/lib/mail/types'
import { startStandin, type Standin, type StandinOptions } from '@/lib/standin/server'
import { findFreePort } from '@/lib/db/testing-port'
import { runLauncher } from './consoles/launcher'
import { startNginx } from './consoles/nginx'
import { listTree } from './consoles/process-tree'
import type { Proxy } from './consoles/proxy'

/** Values that must never appear in a browser or in a log (S5). */
export const canaries = {
  token: 'canary-service-token-1b9f3c70a4e25d86',
  secret: 'canary-session-secret-6e0d94b2f7c8135a',
  password: 'canary-admin-password-c41e',
  metrics: 'canary-metrics-token-58d7e20b91ac4f36',
} as const

/**
 * Far above what tests need, for every bucket. The console believes the headers with this limit, so it never waits for
 * its own budget. Tests of the limits set others (`control.setLimits`).
 */
export const harnessLimits = 10_000

export const adminEmail = 'admin@sightline.test'

export interface SignedIn {
  userId: string
  /** For a browser context, or for a Cookie header as `${name}=${value}`. */
  cookie: { name: string; value: string }
}

/** One of several consoles. Each is a process tree of its own. */
export interface Member {
  /** Its own address, which bypasses the proxy. */
  url: string
  /** Process id of its launcher. */
  pid: number
  output(): string
  /** Sends a signal to its launcher and resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Kills its launcher and its server at once, as a machine without power does. */
  kill(): Promise<unknown>
  /**
   * Starts it again after it has ended, with the same port, database and files, and with these additional settings.
   * `folder` contains a build of another release of Sightline.
   */
  startAgain(env?: Readonly<Record<string, string>>, folder?: string): Promise<void>
}

/** The built console as one process tree, with a stand-in in this process that a test controls directly. */
export interface TestConsole extends Member, AsyncDisposable {
  standin: Standin
  db: Database
  /** Mails that the console has sent, newest first. */
  mails(): readonly CaughtMail[]
  /** Creates a person with this role and a session in the database (one per role and console). */
  signIn(role: Role): Promise<SignedIn>
  /** The consoles. Several share the database behind nginx. What is done to `TestConsole` is done to all of them. */
  members: readonly Member[]
}

export interface TestConsoleOptions {
  standin?: StandinOptions
  /** A service that is used instead of a new stand-in. */
  service?: { baseUrl: string; token: string }
  env?: Readonly<Record<string, string>>
  /** Starts it by `npm start`. `pid` and `end` then mean that process. */
  isThroughNpm?: boolean
  /** The number of consoles. Default: `SIGHTLINE_CONSOLES`, or one. */
  consoles?: number
  /** The path under which nginx serves the console, beside another application. Needs a build for this path. */
  basePath?: string
  /** Starts the proxy in front of several consoles on these loopback ports. Default: nginx without TLS. */
  startProxy?: (consoles: readonly number[], basePath: string) => Promise<Proxy>
  /** A folder with a build of another release of Sightline, from which the consoles start. */
  folder?: string
  /** A database server that is used instead of a new one. */
  databaseUrl?: string
  /** Runs when the stand-in and the database are ready, and the console has not started yet. */
  prepare?: (databaseUrl: string, standin: Standin) => Promise<void>
}

/** Polls until `check` returns a value, and fails with `what` after `timeoutMs`. */
export async function waitFor<Value>(
  what: string,
  check: () => Promise<Value | null | undefined | false>,
  timeoutMs = 120_000,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await check()
    if (value !== null && value !== undefined && value !== false) return value
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await systemClock.sleep(100)
  }
}

type Run = ReturnType<typeof runLauncher>
type Env = Readonly<Record<string, string>>

/** Starts one console, and does not wait until it is ready. */
function startMember(
  env: Env,
  url: string,
  { isThroughNpm, folder: first }: Pick<TestConsoleOptions, 'isThroughNpm' | 'folder'>,
): Member & { waitUntilReady(): Promise<unknown> } {
  const launch = (more: Env = {}, folder?: string) =>
    runLauncher(['start'], { ...env, ...more }, { isThroughNpm, folder })
  const runs = [launch({}, first)] as [Run, ...Run[]]
  const last = () => runs.at(-1) ?? runs[0]
  const output = () => runs.map((run) => run.output()).join('')
  const isReady = async () => {
    if (last().child.exitCode !== null) throw new Error(`the console ended before it was ready:\n${output()}`)
    return await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const waitUntilReady = () =>
    waitFor('the console is ready', isReady).catch((error: unknown) => {
      throw new Error(last().output().slice(-4_000), { cause: error })
    })
  return {
    url,
    output,
    get pid() {
      return last().child.pid ?? 0
    },
    end: (signal = 'SIGTERM') => {
      const { child, ended } = last()
      child.kill(signal)
      return ended
    },
    kill: () => {
      const { child, ended } = last()
      for (const pid of listTree(child.pid ?? 0)) process.kill(pid, 'SIGKILL')
      return ended
    },
    startAgain: async (more = {}, folder) => {
      runs.push(launch(more, folder))
      await waitUntilReady()
    },
    waitUntilReady,
  }
}

/** Controls all consoles like one. */
function joinMembers(members: readonly Member[]): Omit<Member, 'url' | 'pid'> {
  return {
    output: () => members.map((member) => member.output()).join(''),
    end: async (signal) => (await Promise.all(members.map((member) => member.end(signal))))[0] ?? null,
    kill: () => Promise.all(members.map((member) => member.kill())),
    startAgain: async (more, folder) => {
      await Promise.all(members.map((member) => member.startAgain(more, folder)))
    },
  }
}

/** Starts the built console on its own port, with its own database and data directory; or several behind nginx. */
export async function startConsole(options: TestConsoleOptions = {}): Promise<TestConsole> {
  const closers: Array<() => unknown> = []
  const dispose = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    const server = options.databaseUrl === undefined ? await startSecondServer() : null
    if (server !== null) closers.push(() => server.stop())
    const databaseUrl = options.databaseUrl ?? server?.url ?? ''
    const standin = await startStandin({
      inspections: 240,
      limits: harnessLimits,
      tokens: [{ token: canaries.token, permissions: 'all' }],
      ...options.standin,
    })
    closers.push(() => standin.close())
    await options.prepare?.(databaseUrl, standin)
    const post = await startMailCatcher({ name: 'Sightline', address: 'sightline@sightline.test' })
    closers.push(() => post.close())
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'sightline-console-'))
    closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const ports: number[] = []
    for (let count = options.consoles ?? Number(process.env['SIGHTLINE_CONSOLES'] ?? 1); count > 0; count -= 1)
      ports.push(await findFreePort())
    const { basePath = '' } = options
    const proxy = ports.length > 1 || basePath !== '' ? await (options.startProxy ?? startNginx)(ports, basePath) : null
    if (proxy !== null) closers.push(() => proxy.stop())
    const url = proxy?.url ?? `http://127.0.0.1:${ports[0]}`
    const service = options.service ?? { baseUrl: standin.baseUrl, token: standin.token }
    const env = {
      SERVICE_BASE_URL: service.baseUrl,
      SERVICE_TOKEN: service.token,
      SERVICE_NAME: 'SafetyCulture',
      DATABASE_URL: databaseUrl,
      HOSTNAME: '127.0.0.1',
      NEXTAUTH_URL: url,
      BASE_PATH: basePath,
      NEXTAUTH_SECRET: canaries.secret,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: canaries.password,
      METRICS_TOKEN: canaries.metrics,
      SMTP_URL: `smtp://127.0.0.1:${post.settings.port}`,
      MAIL_FROM: 'Sightline <sightline@sightline.test>',
      ...options.env,
    }
    const members = ports.map((port) => {
      const own = { PORT: String(port), DATA_DIR: path.join(dataDir, String(port)) }
      return startMember({ ...own, ...env }, `http://127.0.0.1:${port}${basePath}`, options)
    })
    const all = joinMembers(members)
    closers.push(() => all.end())
    await Promise.all(members.map((member) => member.waitUntilReady()))
    const db = await connectServer(databaseUrl, silentLog)
    closers.push(() => db.close())
    return {
      ...all,
      url,
      standin,
      db,
      mails: () => post.list(),
      members,
      get pid() {
        return members[0]?.pid ?? 0
      },
      signIn: createSignIn(db, basePath),
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Waits until `count` inspections are in the index, each with its document. */
export async function waitForIndex({ db }: Pick<TestConsole, 'db'>, count: number): Promise<void> {
  await waitFor('every inspection is in the index', async () => {
    const { rows } = await db.query<{ count: number }>(
      'select count(*) as count from inspections where hydrated_modified_at = modified_at',
    )
    return (rows[0]?.count ?? 0) >= count
  })
}

/** Writes a session into the database of a console that uses the secret of `canaries`. */
export async function writeSession(db: Database, userId: string, basePath = ''): Promise<SignedIn> {
  // Only writes sessions, so there is no cookie to decrypt.
  const sessions = new SessionStore({ db, clock: systemClock, decode: () => Promise.resolve(null) })
  const sid = await sessions.create(userId, { address: '127.0.0.1', agent: 'harness' })
  const value = await encode({ token: { sub: userId, sid }, secret: canaries.secret, maxAge: 12 * 60 * 60 })
  return { userId, cookie: { name: ownName(cookieNames.session, basePath), value } }
}

function createSignIn(db: Database, basePath: string): TestConsole['signIn'] {
  const people = new Map<Role, Promise<string>>()
  return async (role) => {
    const person =
      people.get(role) ??
      createUser(db, {
        email: `robin.${role}@sightline.test`,
        name: `Robin ${role}`,
        role,
        password: `${role}-${canaries.password}`,
      })
    people.set(role, person)
    return await writeSession(db, await person, basePath)
  }
}
