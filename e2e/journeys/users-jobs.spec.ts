import { canaries } from '@/lib/testing/harness'
import { askConsole, expect, expectAccessibleInBoth, openDialog, test } from '../fixtures'
import { expectJob } from './users-screens'
import { bringIn, executionsAt, makeEmails } from './users-world'

test(
  'a job ends without importing any user twice when the console is killed while it sends and while it waits',
  { tag: ['@R14', '@R21'] },
  async ({ page, tolerate, console: app }) => {
    // The browser logs failed requests while the console is down.
    tolerate(/Failed to load resource|ERR_/)
    const { control } = app.standin
    const domain = 'killed.example'
    const emails = makeEmails(domain, 4_400)
    control.users.setRules({ usersPerSecond: 0, validatedMs: 0 })
    const made = () => control.counts()['createUpsertJob'] ?? 0
    const before = made()
    // The service delays the response to the second of three parts, so that the console is killed before it arrives.
    control.setFault({ operation: 'createUpsertJob', when: { every: 2 }, action: { kind: 'delay', ms: 25_000 } })
    const jobId = await bringIn(app, emails, { sourceName: 'killed.csv' })
    await page.goto(`/users/imports/${jobId}`)
    await expect.poll(() => made() - before, { intervals: [20] }).toBe(2)
    await app.end('SIGKILL')
    control.clearFaults()
    await expect(page.getByText('The import could not be refreshed')).toBeVisible()
    await app.startAgain()
    await expectJob(page, /^(Validating|Importing): 0 of 4,400/, 60_000)

    control.users.setRules({ usersPerSecond: 400 })
    await expect.poll(() => executionsAt(app, domain).size, { intervals: [20] }).toBeGreaterThan(500)
    control.users.setRules({ usersPerSecond: 0 })
    await app.end('SIGKILL')
    await app.startAgain()
    control.users.setRules({ usersPerSecond: null })
    await expectJob(page, 'Completed: 4,400 of 4,400', 60_000)
    const executed = executionsAt(app, domain)
    expect(executed.size).toBe(emails.length)
    expect([...executed].filter(([, times]) => times !== 1)).toEqual([])
    // The page was open all the time and was not reloaded.
    await expect(page).toHaveTitle(/^✓ 4,400 of 4,400 /)
  },
)

const count = (number: number) => number.toLocaleString('en-GB')

test(
  'a job canceled midway in one of two tabs keeps what was imported, and SafetyCulture is polled once every 5 s',
  { tag: ['@R21'] },
  async ({ page, console: app }) => {
    const { control } = app.standin
    const domain = 'cancelled.example'
    const emails = makeEmails(domain, 2_000)
    control.users.setRules({ usersPerSecond: 0, validatedMs: 0 })
    control.record(true)
    const startedAt = performance.now()
    const jobId = await bringIn(app, emails, { sourceName: 'cancelled.csv' })
    await page.goto(`/users/imports/${jobId}`)
    const second = await page.context().newPage()
    await second.goto(`/users/imports/${jobId}`)
    // The job starts only now, and slowly. Otherwise it could end before both pages are open.
    await expectJob(second, /^(Validating|Importing): 0 of 2,000/)
    control.users.setRules({ usersPerSecond: 60 })
    await expect.poll(() => executionsAt(app, domain).size, { intervals: [20] }).toBeGreaterThan(100)
    control.users.setRules({ usersPerSecond: 0 })
    const done = executionsAt(app, domain).size
    const words = new RegExp(`^Importing: ${count(done)} of 2,000`)
    await expectJob(page, words)
    await expectJob(second, words)
    const reads = () => control.requests().filter(({ operation }) => operation === 'getUpsertJob').length
    await expect.poll(reads, { intervals: [50] }).toBeGreaterThanOrEqual(3)
    // Three polls with the pauses between them, however many requests the tabs send.
    expect(performance.now() - startedAt).toBeGreaterThan((reads() - 1) * 5_000 - 250)

    await page.getByRole('button', { name: 'Cancel import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel import?' })
    await expect(dialog).toContainText(`${count(done)} of 2,000 users are already imported (${count(done)} done).`)
    await expectAccessibleInBoth(page, { part: openDialog })
    await dialog.getByRole('button', { name: 'Cancel import' }).click()
    const told = `Canceled: ${count(done)} imported, ${count(2_000 - done)} not imported`
    await expectJob(page, told)
    await expectJob(second, told)
    expect(control.users.jobs().at(-1)).toMatchObject({ status: 'STATUS_CANCELLED', done })
    expect(executionsAt(app, domain).size).toBe(done)
  },
)

test('jobs that were started elsewhere are listed and opened', async ({ page, console: app }) => {
  const { standin } = app
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${standin.baseUrl}/users/v1/users/upsert/jobs${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${standin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as { job_id: string }
  }
  const users = ['fine@elsewhere.example', 'not an address'].map((username) => ({
    user: { username, first_name: 'Else', last_name: 'Where' },
  }))
  standin.control.users.setRules({ usersPerSecond: null, validatedMs: 0 })
  const { job_id: remoteId } = await ask('', { users })
  await ask(`/${remoteId}`, { validate_only: false })
  await page.goto('/users/imports')
  const row = page
    .getByRole('list', { name: 'Imports started outside Sightline' })
    .getByRole('listitem')
    .filter({ hasText: remoteId })
  await expect(row).toContainText('Completed')
  await row.getByRole('link').click()
  await expect(page.getByRole('row').filter({ hasText: 'fine@elsewhere.example' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'not an address' })).toContainText('Failed')
  await expectAccessibleInBoth(page, { part: 'main' })
})

test.describe('a viewer', () => {
  test.use({ role: 'viewer' })

  test(
    'can view everything, and forged requests never reach the service',
    { tag: ['@smoke', '@S4', '@S9'] },
    async ({ page, tolerate, console: app }) => {
      tolerate(/status of 403/)
      const { control } = app.standin
      control.users.setRules({ usersPerSecond: null, validatedMs: 0 })
      const [one = '', other = ''] = makeEmails('viewed.example', 2)
      control.users.failUsers([other])
      const jobId = await bringIn(app, [one, other], { sourceName: 'viewed.csv' })
      await page.goto('/users/imports')
      await expect(page.getByRole('button', { name: 'Import users' })).toBeDisabled()
      const row = page
        .getByRole('grid', { name: 'User imports', exact: true })
        .getByRole('row')
        .filter({ hasText: 'viewed.csv' })
      await expect(row).toContainText('Completed: 1 of 2, 1 failed')
      await row.getByRole('link', { name: 'viewed.csv' }).click()
      await expect(page.getByText('You can view this import. Only admins can cancel or retry it.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry 1 unchanged' })).toBeDisabled()
      await expect(page.getByRole('row').filter({ hasText: other })).toContainText('Failed')
      await page.goto('/users/imports/new')
      await expect(page.getByText('Only admins can import users')).toBeVisible()
      await expect(page.getByText('Drop a file anywhere on this page')).toHaveCount(0)

      control.resetCounts()
      const user = { username: 'forged@viewed.example', firstName: 'F', lastName: 'G', line: 1, cells: [] }
      const job = { attemptId: crypto.randomUUID(), kind: 'run', sourceName: 'forged', header: [], users: [user] }
      const forged = [
        ['/api/user-jobs', job],
        ['/api/user-jobs', { ...job, way: 'immediate' }],
        ['/api/user-jobs', { ...job, kind: 'check' }],
        [`/api/user-jobs/${jobId}/retry`, {}],
        [`/api/user-jobs/${jobId}/cancel`, {}],
      ] as const
      for (const [path, body] of forged) {
        // The request comes from the viewer's own page, with every header that the console's pages send.
        const status = await page.evaluate(
          async ([to, text]) => {
            const response = await fetch(to, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-requested-with': 'sightline' },
              body: text,
            })
            // Without this, the check of all responses would wait for the body forever.
            await response.text()
            return response.status
          },
          [path, JSON.stringify(body)] as const,
        )
        expect([path, status]).toEqual([path, 403])
        // A request with an admin's session, but from a page of another site.
        const { cookie } = await app.signIn('admin')
        const foreign = await fetch(`${app.url}${path}`, {
          method: 'POST',
          headers: {
            cookie: `${cookie.name}=${cookie.value}`,
            origin: 'https://elsewhere.example',
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        })
        expect([path, foreign.status]).toEqual([path, 403])
      }
      // The worker has run: a job that an admin starts is sent and ends.
      const last = await bringIn(app, ['allowed@viewed.example'])
      await expect.poll(async () => (await askConsole(app, `/api/user-jobs/${last}`))['phase']).toBe('completed')
      const { createUpsertJob, startUpsertJob, upsertUsers = 0, cancelUpsertJob = 0 } = control.counts()
      expect({ createUpsertJob, startUpsertJob, upsertUsers, cancelUpsertJob }).toEqual({
        createUpsertJob: 1,
        startUpsertJob: 1,
        upsertUsers: 0,
        cancelUpsertJob: 0,
      })
      expect(app.output()).not.toContain(canaries.token)
    },
  )
})
