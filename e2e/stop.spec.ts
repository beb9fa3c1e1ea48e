import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { preparePlace } from '@/lib/db/embedded/place'
import { explainBusyPort } from '@/lib/launch/port'
import { startConsole, waitFor } from '@/lib/testing/harness'
import { expect, test } from './fixtures'

test(
  'a console that is stopped while busy finishes every open request and ends in under 10 s',
  { tag: ['@smoke', '@R24'] },
  async ({ console: app }) => {
    const { control } = app.standin
    const { cookie } = await app.signIn('admin')
    const headers = { cookie: `${cookie.name}=${cookie.value}` }
    const { groups } = control.assetState([])
    const outputBefore = app.output().length
    // The console never reads a single group on its own, so the service counts only the requests below.
    const operation = 'getStatusGroup'
    const held = control.setFault({ operation, action: { kind: 'hold' } })
    control.resetCounts()
    const answers = Array.from({ length: 50 }, async (_, at) => {
      // Different requests, because equal ones in flight are merged.
      const target = `/api/service/assets/v1/status-groups/${groups[at % groups.length]?.id}?try=${at}`
      const answer = await fetch(app.url + target, { headers })
      return [answer.status, (await answer.text()).length > 100]
    })
    // Only requests that reached the console count as open. One that is still in a socket may be refused.
    await waitFor('the service is asked by all', () =>
      Promise.resolve((control.counts()[operation] ?? 0) >= answers.length),
    )
    const startedAt = performance.now()
    const ended = app.end('SIGTERM')
    const open = await waitFor('it is stopping', () =>
      Promise.resolve(/"inFlight":(\d+),"msg":"stopping"/.exec(app.output().slice(outputBefore))?.[1]),
    )
    expect(Number(open)).toBeGreaterThanOrEqual(answers.length)
    control.clearFaults(held)
    const code = await ended
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(code).toBe(0)
    expect(await Promise.all(answers)).toEqual(answers.map(() => [200, true]))
    expect(app.output().slice(outputBefore)).toContain('"msg":"stopped"')
    await app.startAgain()
  },
)

test('killing the launcher ends the console too', { tag: ['@R14'] }, async ({ console: app }) => {
  await app.end('SIGKILL')
  await waitFor('the console is gone', () =>
    fetch(`${app.url}/api/health/live`).then(
      () => false,
      () => true,
    ),
  )
  await app.startAgain()
})

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * The status of a response over a new connection. A kept connection may belong to the console that was stopped before.
 */
async function askAnew(url: string): Promise<number | undefined> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test(
  'npm start ends with all its processes, whichever one is stopped, and a hang-up without a terminal ends nothing',
  { tag: ['@R24'] },
  async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'sightline-npm-'))
    await using app = await startConsole({ isThroughNpm: true, env: { DATABASE_URL: '', DATA_DIR: dataDir } })
    const { data } = await preparePlace(dataDir)
    const port = Number(new URL(app.url).port)
    const readPostgres = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    /** The launcher, which has replaced the shell that npm starts. */
    const findLauncher = () => {
      const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n')
      const launcher = rows.map((row) => row.trim().split(/\s+/).map(Number)).find(([, parent]) => parent === app.pid)
      return launcher?.[0] ?? 0
    }
    const isGone = async (pids: number[]) =>
      !pids.some(isRunning) && (await explainBusyPort(port, '127.0.0.1')) === null
    const ways: Record<string, () => void> = {
      'SIGTERM to npm': () => process.kill(app.pid, 'SIGTERM'),
      'SIGTERM to its shell': () => process.kill(findLauncher(), 'SIGTERM'),
      'SIGTERM to its group': () => process.kill(-app.pid, 'SIGTERM'),
      'SIGKILL to npm': () => process.kill(app.pid, 'SIGKILL'),
    }
    for (const [name, end] of Object.entries(ways)) {
      const pids = [findLauncher(), readPostgres()]
      end()
      await waitFor(`${name} stops launcher, database and port`, () => isGone(pids), 10_000)
      await waitFor('it stopped', () => Promise.resolve(/"msg":"stopped[^}]*\}\s*$/.test(app.output())))
      // If a step had taken too long, a warning with its name would be the last line.
      expect(app.output().trimEnd().split('\n').at(-1)).toContain('"msg":"stopped"')
      await app.startAgain()
    }
    const pids = [findLauncher(), readPostgres()]
    const npm = app.pid
    process.kill(-npm, 'SIGHUP')
    await waitFor('npm is gone', () => Promise.resolve(!isRunning(npm)))
    // The polls take longer than the launcher's interval for checking its parent.
    let answers = 0
    await waitFor('it goes on', async () => {
      expect(await askAnew(`${app.url}/api/health/live`)).toBe(200)
      answers += 1
      return answers > 15
    })
    process.kill(pids[0] ?? 0, 'SIGTERM')
    await waitFor('it stops', () => isGone(pids), 10_000)
    rmSync(dataDir, { recursive: true, force: true })
  },
)
