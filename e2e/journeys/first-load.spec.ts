import { expect, test } from '../fixtures'

// Measured: 37 requests for the first page that a console serves, and 32 for later pages. On the first page, five reads
// take longer than 0.15 s, so the browser requests them after the page.
const requestsMax = 40

/**
 * The page polls this address until its event stream is open, which takes longer than one interval on a busy machine.
 */
const polled = /\/api\/system\/status$/

test('a first visit to the list sends at most 40 requests before its event stream opens, and none of them twice', async ({
  page,
  context,
  console: app,
}) => {
  // The sign-in page stores the browser's time zone in this cookie. Without it, data that depends on days is first read
  // for UTC.
  await context.addCookies([{ name: 'browser-zone', value: 'Europe/Dublin', url: app.url }])
  const asked: string[] = []
  const isOpened = () => asked.some((one) => one.includes('/api/events'))
  // What follows was requested because of an event.
  page.on('request', (request) => isOpened() || asked.push(`${request.method()} ${request.url()}`))
  await page.goto('/inspections')
  await expect(page.getByRole('grid', { name: 'Inspections' }).locator('tbody tr').nth(3)).toBeVisible()
  await expect.poll(isOpened).toBe(true)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(requestsMax)
  expect(asked.filter((one, at) => asked.indexOf(one) !== at && !polled.test(one))).toEqual([])
})

test('a report and a queue come with their pages, which need no request for them', async ({ page, console: app }) => {
  const { rows } = await app.db.query<{ audit_id: string }>(
    `select audit_id from inspections where failed_count > 0 and date_completed is not null order by audit_id limit 1`,
  )
  const auditId = rows[0]?.audit_id ?? ''
  const asked: string[] = []
  // What follows the event stream was requested because of an event.
  const isOpened = () => asked.at(-1)?.endsWith('/api/events') === true
  page.on('request', (request) => isOpened() || asked.push(new URL(request.url()).pathname))

  await page.goto(`/inspections/${auditId}`)
  await expect(page.getByRole('tab', { name: 'Report' })).toBeVisible()
  await expect.poll(isOpened).toBe(true)
  expect(asked).not.toContain(`/api/inspections/${auditId}/report`)

  asked.length = 0
  await page.goto('/review')
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).getByRole('link')).toBeVisible()
  await expect.poll(isOpened).toBe(true)
  expect(asked).not.toContain('/api/review/queue')
})
