import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from '@playwright/test'
import type { Role } from '@/lib/access/permissions'
import { systemClock } from '@/lib/clock'
import { startSecondServer } from '@/lib/db/testing'
import { digestSources, markBuilt } from '@/lib/launch/build'
import { startConsole, waitForIndex, type TestConsole } from '@/lib/testing/harness'
import { expect } from '../fixtures'
import { buildRelease, findFirstRelease, findPreviousRelease } from './past-release'

const inspections = 120
const perSecond = 50
/** The largest number of requests in progress. A machine that is too slow for the rate sends fewer requests. */
const openAtMost = 10

/** A copy of this release with one more migration, which adds a column to the largest table and creates a table. */
function makeNextRelease(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-next-release-'))
  const left = new Set(['.git', 'node_modules', 'test-results', 'bench-results', '.data'])
  for (const name of readdirSync('.'))
    if (!left.has(name) && !name.startsWith('.next-'))
      cpSync(name, path.join(folder, name), { recursive: true, verbatimSymlinks: true })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(
    path.join(folder, 'lib', 'db', 'migrations', '9998_next_release.sql'),
    `alter table inspections add column of_next_release text not null default '';
     create table next_release (id uuid primary key);`,
  )
  markBuilt(folder, digestSources(folder))
  return folder
}

/** When consoles stopped and were ready again, to compare with the times of failures. */
const listStops = (app: TestConsole) =>
  app
    .output()
    .split('\n')
    .filter((line) => /"(?:stopping|stopped[^"]*|Sightline is ready)"/.test(line))
    .join('\n')

/**
 * Sends requests to the balancer at a steady rate, as people do: pages, reads and writes. These people send them in turn,
 * because one console accepts at most 30 a second from each person.
 */
async function startTraffic(app: TestConsole, people: readonly Role[] = ['editor']) {
  const cookies = await Promise.all(people.map(async (role) => (await app.signIn(role)).cookie))
  const [inspection] = app.standin.control.truth('both')
  const id = inspection?.audit_id ?? ''
  const requests: ReadonlyArray<readonly [method: string, path: string, body?: object]> = [
    ['GET', '/api/inspections?limit=50'],
    ['GET', `/inspections/${id}`],
    ['PATCH', '/api/account/preferences', { theme: 'dark' }],
    ['GET', '/api/assets?limit=50'],
    ['GET', `/api/inspections/${id}/report`],
    ['POST', '/api/review/claims', { auditId: id, tabId: crypto.randomUUID() }],
    ['GET', '/api/system/status'],
  ]
  const failures: string[] = []
  let sent = 0
  const end = new AbortController()
  const headers = {
    origin: app.url,
    'x-requested-with': 'sightline',
    'content-type': 'application/json',
  }
  const send = async (nth: number) => {
    const [method, to, body] = requests[nth % requests.length] ?? ['GET', '/']
    try {
      const response = await fetch(`${app.url}${to}`, {
        method,
        headers: {
          ...headers,
          cookie: cookies.map(({ name, value }) => `${name}=${value}`)[nth % cookies.length] ?? '',
        },
        redirect: 'manual',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      await response.arrayBuffer()
      if (response.status !== 200) failures.push(`${method} ${to}: ${response.status} at ${new Date().toISOString()}`)
    } catch (error) {
      failures.push(`${method} ${to}: ${String(error)}`)
    }
  }
  const open = new Set<Promise<void>>()
  const loop = (async () => {
    const begunAt = performance.now()
    while (!end.signal.aborted) {
      const isDue = () => sent < ((performance.now() - begunAt) / 1_000) * perSecond && open.size < openAtMost
      for (; isDue(); sent += 1) {
        const one = send(sent).finally(() => open.delete(one))
        open.add(one)
      }
      await systemClock.sleep(10)
    }
    await Promise.all(open)
  })()
  return {
    count: () => sent,
    /** Expects that no request failed. @returns how many were sent */
    stop: async () => {
      end.abort()
      await loop
      expect(failures, listStops(app)).toEqual([])
      return sent
    },
  }
}

const readNewest = async ({ db }: TestConsole) =>
  (await db.query<{ name: string }>('select max(name) as name from schema_migrations')).rows[0]?.name

const replaceAll = async (app: TestConsole, folder?: string) => {
  for (const member of app.members) {
    await member.end()
    await member.startAgain({}, folder)
  }
}

test(
  'consoles are upgraded to the next release and rolled back one at a time, and none of 50 requests a second fails',
  { tag: ['@R33'] },
  async () => {
    test.setTimeout(900_000)
    const next = makeNextRelease()
    try {
      await using app = await startConsole({ consoles: 2, standin: { inspections } })
      await waitForIndex(app, inspections)
      const traffic = await startTraffic(app)
      const before = await readNewest(app)
      await replaceAll(app, next)
      expect([before, await readNewest(app)]).toEqual([before, '9998_next_release'])
      expect(before).not.toBe('9998_next_release')
      // Changes in the service reach the index under the next release, and also after the rollback.
      app.standin.control.insert(5)
      await waitForIndex(app, inspections + 5)
      await replaceAll(app)
      app.standin.control.insert(5)
      await waitForIndex(app, inspections + 10)
      const sent = await traffic.stop()
      expect(sent).toBeGreaterThan(perSecond * 10)
      expect(app.output()).toContain('the database is of a newer version, on which this one can run')
    } finally {
      rmSync(next, { recursive: true, force: true })
    }
  },
)

const shallow = 'the history of this checkout does not go back to that commit'

test(
  'consoles of the previous release are upgraded to this one and rolled back one at a time, and none of 50 requests a second fails',
  { tag: ['@R33'] },
  async () => {
    const commit = findPreviousRelease()
    test.skip(commit === null, shallow)
    test.setTimeout(1_800_000)
    const previous = buildRelease(commit ?? '')
    await using app = await startConsole({ consoles: 2, standin: { inspections }, folder: previous })
    await waitForIndex(app, inspections)
    const traffic = await startTraffic(app)
    const before = await readNewest(app)
    await replaceAll(app, process.cwd())
    const after = await readNewest(app)
    app.standin.control.insert(5)
    await waitForIndex(app, inspections + 5)
    await replaceAll(app, previous)
    app.standin.control.insert(5)
    await waitForIndex(app, inspections + 10)
    const sent = await traffic.stop()
    expect(sent).toBeGreaterThan(perSecond * 10)
    if (after !== before)
      expect(app.output()).toContain('the database is of a newer version, on which this one can run')
  },
)

test(
  'a console of the first release keeps running while a console of this one migrates its database, and none of 50 requests a second fails',
  { tag: ['@R33'] },
  async () => {
    const commit = findFirstRelease()
    test.skip(commit === null, shallow)
    test.setTimeout(1_800_000)
    const folder = buildRelease(commit ?? '')
    await using server = await startSecondServer()
    await using first = await startConsole({ consoles: 1, standin: { inspections }, folder, databaseUrl: server.url })
    await waitForIndex(first, inspections)
    const before = await readNewest(first)
    const traffic = await startTraffic(first, ['editor', 'admin'])
    const { baseUrl, token } = first.standin
    await using app = await startConsole({ consoles: 1, service: { baseUrl, token }, databaseUrl: server.url })
    expect(await readNewest(app)).not.toBe(before)
    const whileBoth = traffic.count()
    // Later changes in the service reach the index, whichever of the two consoles syncs.
    first.standin.control.insert(5)
    await waitForIndex(app, inspections + 5)
    const sent = await traffic.stop()
    expect(sent).toBeGreaterThan(whileBoth)
  },
)
