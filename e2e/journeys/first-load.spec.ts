import { expect, test } from '../fixtures'

// Measured: 41, until the network was idle. More than a few above it is a read or a prefetch that nobody meant.
const requestsMax = 45

test('a first visit of the list asks for at most 45 things until its event stream opens', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await page.goto('/inspections')
  await expect(page.getByRole('grid', { name: 'Inspections' }).locator('tbody tr').nth(3)).toBeVisible()
  await expect.poll(() => asked.some((one) => one.includes('/api/events'))).toBe(true)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(requestsMax)
})
