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
