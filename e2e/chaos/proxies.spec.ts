import { test, type Page } from '@playwright/test'
import { startCaddy } from '@/lib/testing/consoles/caddy'
import { startNginxWithTls } from '@/lib/testing/consoles/nginx'
import type { TlsProxy } from '@/lib/testing/consoles/proxy'
import { adminEmail, canaries, startConsole, waitForIndex } from '@/lib/testing/harness'
import { expect } from '../fixtures'
import { findFile } from '../journeys/files'
import { Watch } from '../watch'

const inspections = 60
const proxies = [
  ['nginx', startNginxWithTls],
  ['Caddy', startCaddy],
] as const

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/inspections`)
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(canaries.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${url}/inspections`)
}

function readProtocol(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.nextHopProtocol
}

test.use({ ignoreHTTPSErrors: true })

for (const [name, startProxy] of proxies)
  test(`with the sample for ${name}, people work over TLS and HTTP/2, and lose no request when a console dies`, async ({
    page,
    request,
  }) => {
    test.setTimeout(600_000)
    const started: TlsProxy[] = []
    await using app = await startConsole({
      consoles: 2,
      startProxy: async (consoles) => {
        const proxy = await startProxy(consoles)
        started.push(proxy)
        return proxy
      },
      standin: { inspections },
    })
    await waitForIndex(app, inspections)

    const plain = await request.get(`${started[0]?.plainUrl}/inspections?q=a`, { maxRedirects: 0 })
    expect([301, 308]).toContain(plain.status())
    expect(plain.headers()['location']).toBe('https://localhost/inspections?q=a')

    const watch = new Watch()
    watch.follow(page)
    await signIn(page, app.url)
    await expect(page.getByRole('grid', { name: 'Inspections' }).getByRole('row')).not.toHaveCount(1)
    expect(await page.evaluate(readProtocol)).toBe('h2')
    // Events arrive although the proxy is in between.
    await page.getByRole('button', { name: /^Sync status: / }).click()
    await expect(page.getByRole('definition').filter({ hasText: /^Live$/ })).toBeVisible()
    const cookies = await page.context().cookies(app.url)
    expect(cookies.filter(({ secure }) => !secure)).toEqual([])
    expect(await watch.finish()).toEqual([])

    const document = await page.request.get(`${app.url}/inspections`)
    expect(document.headers()['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
    const { auditId, mediaId } = await findFile(app, 'jpg')
    const file = await page.request.get(`${app.url}/api/media/${auditId}/${mediaId}`)
    expect(file.headers()['content-type']).toBe('image/jpeg')
    expect((await file.body()).length).toBeGreaterThan(1_000)

    await app.members[0]?.kill()
    const statuses = new Set<number>()
    for (let turn = 0; turn < 40; turn += 1)
      statuses.add((await page.request.get(`${app.url}/api/inspections?limit=5`)).status())
    expect([...statuses]).toEqual([200])
  })
