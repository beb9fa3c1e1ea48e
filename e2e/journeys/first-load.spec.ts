import { expect, test } from '../fixtures'

// Measured: 37 with the first page of a console, where five reads come after the page because they take longer than 0.15 s,
// so 32 with later ones.
const requestsMax = 40

/** Polled until the event stream is open, which takes longer than one interval on a busy machine. */
const polled = /\/api\/system\/status$/

test('a first visit of the list asks for at most 40 things until its event stream opens, and for none of them twice', async ({
  page,
  context,
  console: app,
}) => {
  // The sign-in page notes the zone of the browser. Without it, what depends on days is read for UTC first.
  await context.addCookies([{ name: 'browser-zone', value: 'Europe/Dublin', url: app.url }])
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await page.goto('/inspections')
  await expect(page.getByRole('grid', { name: 'Inspections' }).locator('tbody tr').nth(3)).toBeVisible()
  await expect.poll(() => asked.some((one) => one.includes('/api/events'))).toBe(true)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(requestsMax)
  expect(asked.filter((one, at) => asked.indexOf(one) !== at && !polled.test(one))).toEqual([])
})
