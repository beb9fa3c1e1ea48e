import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startStandin } from '@/lib/standin/server'
import { findFreePort } from '../consoles/free-port'

export interface TriedPackage {
  /** From the start of the command to the first answer of the readiness route, with a new database. */
  firstReadyMs: number
  /** The same with a database that exists. */
  readyMs: number
}

/**
 * Unpacks the archive in an empty folder and uses it as an operator does: checks the settings, starts, signs in, backs up,
 * stops, restores. Nothing of the checkout is within reach, and no address but loopback is asked.
 * @throws Error with what went wrong
 */
export async function tryPackage(archive: string): Promise<TriedPackage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-package-'))
  const standin = await startStandin({
    inspections: 20,
    tokens: [{ token: 'token-of-the-package', permissions: 'all' }],
  })
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
      NEXTAUTH_URL: `http://127.0.0.1:${port}`,
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
    run(['check-settings'])
    const backup = path.join(folder, 'backup')
    const firstReadyMs = await whileRunning(program, env, () => run(['backup', '--to', backup]))
    run(['restore', backup], { DATA_DIR: path.join(folder, 'restored') })
    const readyMs = await whileRunning(program, { ...env, DATA_DIR: path.join(folder, 'restored') }, () =>
      run(['verify-log'], { DATA_DIR: path.join(folder, 'restored') }),
    )
    return { firstReadyMs, readyMs }
  } finally {
    await standin.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
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
    const asset = /\/_next\/static\/[^"]+\.js/.exec(await page.text())?.[0]
    if (!page.ok || asset === undefined || !(await fetch(url + asset)).ok) throw new Error(`no sign-in page: ${output}`)
    work()
    return Math.round(readyMs)
  } finally {
    child.kill('SIGTERM')
    await closed
  }
}
