import type { TestConsole } from '@/lib/testing/harness'
import { expect, test } from '../fixtures'

const rows = 'tbody tr[aria-rowindex] a'

async function syncNow(app: TestConsole): Promise<number> {
  const { cookie } = await app.signIn('admin')
  const headers = {
    cookie: `${cookie.name}=${cookie.value}`,
    origin: app.url,
    'x-requested-with': 'sightline',
    'content-type': 'application/json',
  }
  return (await fetch(`${app.url}/api/system/sync`, { method: 'POST', headers, body: '{}' })).status
}

const troubles = [
  ['is down', { kind: 'reset', when: 'before' }, ['@smoke', '@R6']],
  ['refuses the token', { kind: 'status', status: 401 }, ['@R6']],
  ['has too many requests', { kind: 'status', status: 429, retryAfter: '2' }, ['@R4']],
  ['answers with errors', { kind: 'status', status: 503 }, ['@R6']],
  ['answers with garbage', { kind: 'garble' }, ['@R7']],
] as const

// One of these is enough for the fast tier.
for (const [name, action, tag] of troubles)
  test(
    `when the service ${name}, known data stays, the frame reports the problem, and the console recovers on its own`,
    { tag: [...tag] },
    async ({ page, console: app, tolerate }) => {
      tolerate(/status of (403|429|50\d)/)
      await page.goto('/inspections')
      await expect(page.getByRole('grid').locator(rows).first()).toBeVisible()
      const freshness = page.getByRole('button', { name: /^Sync status/ })
      await expect(freshness).not.toHaveAccessibleName(/Checking/)
      const calm = await freshness.evaluate((element) => element.className)

      app.standin.control.setFault({ action })
      await syncNow(app)
      // A reload makes the page poll now instead of later.
      await expect(async () => {
        await page.reload()
        expect(await freshness.evaluate((element) => element.className)).not.toBe(calm)
      }).toPass({ timeout: 120_000 })
      await expect(page.getByRole('grid').locator(rows).first()).toBeVisible()
      // A stored report can still be read.
      const href = (await page.getByRole('grid').locator(rows).first().getAttribute('href')) ?? ''
      await page.goto(href)
      await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
      await expect(page.getByText(/stack|Error:|at Object\./)).toHaveCount(0)

      app.standin.control.clearFaults()
      await page.goto('/inspections')
      await expect(async () => {
        await syncNow(app)
        await page.reload()
        await expect(freshness).not.toHaveAccessibleName(/Checking/)
        expect(await freshness.evaluate((element) => element.className)).toBe(calm)
      }).toPass({ timeout: 120_000, intervals: [1_000] })
    },
  )
