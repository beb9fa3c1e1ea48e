import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { startSecondServer } from '@/lib/db/testing'
import { startStandin } from '@/lib/standin/server'
import { findFreePort } from '@/lib/db/testing-port'

export interface TriedPackage {
  /** From the start of the command to the first response of the readiness route, with a new database. */
  firstReadyMs: number
  /** The same time with an existing database. */
  readyMs: number
}

/** For a package without PostgreSQL: addresses of two empty databases. */
export interface TriedDatabases {
  first: string
  restored: string
}

export interface TryOptions {
  /** For a package without PostgreSQL. Null: the package has its own. */
  databases?: TriedDatabases | null
  /** The path that the package was built for. */
  basePath?: string | undefined
}

/**
 * Unpacks the archive in an empty folder and uses it as an operator does: checks the settings, starts, signs in, backs
 * up, stops, restores. Nothing of the checkout can be reached, and no address except loopback is contacted.
 * @throws Error with what went wrong
 */
export async function tryPackage(
  archive: string,
  { databases = null, basePath = '' }: TryOptions = {},
): Promise<TriedPackage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-package-'))
  const standin = await startStandin({
    inspections: 20,
    tokens: [{ token: 'token-of-the-package', permissions: 'all' }],
  })
  const collector = await startCollector()
  try {
    if (spawnSync('tar', ['-xzf', archive, '-C', folder]).status !== 0)
      throw new Error('the archive cannot be unpacked')
    const [name = ''] = readdirSync(folder)
    const port = await findFreePort()
    const secret = path.join(folder, 'secret')
    writeFileSync(secret, 'the-secret-of-the-package-0123456789\n', { mode: 0o600 })
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      NODE_ENV: 'production' as const,
      SERVICE_BASE_URL: standin.baseUrl,
      SERVICE_TOKEN: 'token-of-the-package',
      BASE_PATH: basePath,
      NEXTAUTH_URL: `http://127.0.0.1:${port}${basePath}`,
      NEXTAUTH_SECRET_FILE: secret,
      ADMIN_EMAIL: 'ann@example.com',
      ADMIN_PASSWORD: 'walnut-cobalt-fern-orbit',
      DATA_DIR: path.join(folder, 'data'),
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
    }
    const program = path.join(folder, name, 'sightline')
    const run = (words: string[], more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = spawnSync(program, words, { env: { ...env, ...more }, encoding: 'utf8' })
      if (status !== 0) throw new Error(`sightline ${words.join(' ')} gave ${status}: ${stdout}${stderr}`)
    }
    if (databases !== null) for (const command of ['check-settings', 'start']) requireDatabase(program, command, env)
    const first = databases === null ? {} : { DATABASE_URL: databases.first }
    const restored =
      databases === null ? { DATA_DIR: path.join(folder, 'restored') } : { DATABASE_URL: databases.restored }
    run(['check-settings'], first)
    const backup = path.join(folder, 'backup')
    const traced = { ...env, ...first, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    const firstReadyMs = await whileRunning(program, traced, () => run(['backup', '--to', backup], first))
    if (collector.paths.size === 0) throw new Error('no traces were sent')
    run(['restore', backup], restored)
    const readyMs = await whileRunning(program, { ...env, ...restored }, () => run(['verify-log'], restored))
    return { firstReadyMs, readyMs }
  } finally {
    collector.close()
    await standin.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Tries a package without PostgreSQL, with a separate database server. */
export async function tryWithServer(archive: string, basePath?: string): Promise<TriedPackage> {
  await using server = await startSecondServer()
  const restored = new URL(server.url)
  restored.pathname = '/restored'
  const client = new Client(server.url)
  await client.connect()
  await client.query('create database restored')
  await client.end()
  return await tryPackage(archive, { basePath, databases: { first: server.url, restored: restored.href } })
}

/** Checks that the command says what a package without PostgreSQL needs, and fails. */
function requireDatabase(program: string, command: string, env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(program, [command], { env, encoding: 'utf8' })
  const said = `${stdout}${stderr}`
  if (status !== 1 || !said.includes('set DATABASE_URL'))
    throw new Error(`without DATABASE_URL, sightline ${command} gave ${status}: ${said}`)
}

/** Accepts traces, as an OpenTelemetry collector does. */
async function startCollector(): Promise<{ url: string; paths: ReadonlySet<string>; close: () => void }> {
  const paths = new Set<string>()
  const server = createServer((request, response) => {
    paths.add(request.url ?? '')
    request.resume()
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const port = await findFreePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, paths, close }
}

/** @returns how long the start took */
async function whileRunning(program: string, env: NodeJS.ProcessEnv, work: () => void): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(program, ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const closed = once(child, 'close')
  const url = env['NEXTAUTH_URL'] ?? ''
  try {
    const isReady = () =>
      fetch(`${url}/api/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      )
    while (!(await isReady())) {
      if (child.exitCode !== null || performance.now() - startedAt > 120_000) throw new Error(`no start: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const readyMs = performance.now() - startedAt
    const page = await fetch(`${url}/sign-in`)
    const asset = /"(\/[^"]*_next\/static\/[^"]+\.js)"/.exec(await page.text())?.[1]
    if (!page.ok || asset === undefined || !(await fetch(new URL(asset, url))).ok)
      throw new Error(`no sign-in page: ${output}`)
    work()
    return Math.round(readyMs)
  } finally {
    child.kill('SIGTERM')
    await closed
  }
}
