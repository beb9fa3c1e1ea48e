import type { Page } from '@playwright/test'
import { canaries } from '@/lib/testing/harness'
import { countInspections, expect, expectAccessibleInBoth, test } from '../fixtures'

test('health and metrics respond to all who may read them', { tag: ['@smoke', '@S5'] }, async ({ console: app }) => {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}${path}`, { headers })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  for (const state of ['live', 'ready'])
    expect(await ask(`/api/health/${state}`)).toMatchObject({ status: 200, text: JSON.stringify({ status: state }) })
  for (const authorization of ['', `Bearer ${canaries.token}`, canaries.metrics])
    expect((await ask('/api/metrics', { authorization })).status).toBe(401)
  const metrics = await ask('/api/metrics', { authorization: `Bearer ${canaries.metrics}` })
  expect([metrics.status, metrics.type]).toEqual([200, expect.stringMatching(/^text\/plain/)])
  expect(metrics.text).toMatch(/^sightline_index_inspections\{state="read"\} \d+$/m)
  for (const canary of Object.values(canaries)) expect(metrics.text).not.toContain(canary)
})

// The page's scripts load the rows of these lists, so typing is not lost once rows are visible.

async function search(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: label }).fill(text)
  await expect(page).toHaveURL(/[?&]q=/)
}

test('a template has a page, which links to its inspections', async ({ page, console: app }) => {
  const { rows } = await app.db.query<{ id: string; name: string; count: number }>(
    `select template_id as id, max(template_name) as name, count(*) as count from inspections
      where missing_at is null group by 1 order by 3 desc limit 1`,
  )
  const [template] = rows
  await page.goto('/templates')
  const table = page.getByRole('grid', { name: 'Templates' })
  const link = table.getByRole('link', { name: template?.name ?? '', exact: true }).first()
  await expect(link).toBeVisible()
  await search(page, 'Search templates', template?.name ?? '')
  await expect(page.getByText(/^\d+ of \d+ templates$/)).toBeVisible()
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/templates/${template?.id ?? ''}$`))
  await expect(page.getByRole('heading', { level: 1, name: template?.name ?? '' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Questions that failed most often' })).toBeVisible()
  await page.getByRole('link', { name: 'All inspections' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/inspections\\?template=${template?.id ?? ''}$`))
  const count = page.locator('output[aria-busy="false"]', { hasText: new RegExp(`^\\d+ of ${countInspections(app)}$`) })
  await expect(count).toHaveText(`${template?.count} of ${countInspections(app)}`)
})

test(
  'users are found by part of a name, by filters and by a pasted list of addresses, and each has a page',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const { users } = app.standin.control.userState()
    const known = users.slice(0, 2)
    const [first] = known
    expect(known).toHaveLength(2)
    await page.goto('/users')
    const table = page.getByRole('grid', { name: 'Users' })
    await expect(table.getByRole('row').nth(2)).toBeVisible()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(page.getByText(/^Refreshed/)).toBeVisible()

    const part = (first?.lastName ?? '').slice(1)
    await search(page, 'Search users', part)
    await expect(page).toHaveURL(new RegExp(`[?&]q=${part}`))
    await expect(table.getByText(first?.email ?? '', { exact: true })).toBeVisible()
    await table
      .getByRole('link', { name: `${first?.firstName} ${first?.lastName}`, exact: true })
      .first()
      .click()
    await expect(page.getByRole('region', { name: 'Details' })).toContainText(first?.timezone ?? '')
    await expectAccessibleInBoth(page, { part: 'main' })
    await page.goBack()

    const pasted = [...known.map(({ firstName, email }) => `${firstName} <${email}>`), 'nobody@here.example'].join('; ')
    await search(page, 'Search users', pasted)
    await expect(page.getByText('2 users', { exact: true })).toBeVisible()
    for (const { email } of known) await expect(table.getByText(email, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Not found' })).toContainText('nobody@here.example')
    await expectAccessibleInBoth(page, { part: 'main' })

    await page.goto('/users?seat=full')
    await expect(page.getByRole('button', { name: 'Seat: Full', exact: true })).toBeVisible()
    const full = users.filter(({ seatType }) => seatType.endsWith('PREMIUM')).length
    await expect(
      page.getByText(`${full.toLocaleString('en')} ${full === 1 ? 'user' : 'users'}`, { exact: true }),
    ).toBeVisible()
  },
)

test('training has tabs for courses with their lessons, leaderboards, completion and progress', async ({ page }) => {
  // The test checks six tabs in both themes.
  test.setTimeout(900_000)
  await page.goto('/training')
  const courses = page.getByRole('list', { name: 'Courses', exact: true })
  const lessons = page.getByRole('list', { name: /^Lessons of / })
  await expect(courses.locator('summary').first()).toBeVisible()
  await courses.locator('summary').first().click()
  await expect(lessons.getByRole('listitem').first()).toBeVisible()
  await expect(page).toHaveURL(/[?&]open=/)
  await expectAccessibleInBoth(page, { part: 'main' })
  for (const name of ['Collections', 'Paths', 'Survey answers'])
    await test.step(name, async () => {
      await page.getByRole('tab', { name }).click()
      await expect(
        page.getByRole('tabpanel', { name }).getByRole('listitem').or(page.getByRole('row')).first(),
      ).toBeVisible()
      await expectAccessibleInBoth(page, { part: 'main' })
    })
  await page.getByRole('tab', { name: 'Leaderboards' }).click()
  await expect(page).toHaveURL(/\?tab=leaderboards$/)
  await page.getByRole('list', { name: 'Leaderboards' }).locator('summary').first().click()
  await expect(page.getByRole('region', { name: /^Ranking of / }).getByRole('table')).toBeVisible()
  await expectAccessibleInBoth(page, { part: 'main' })
  await page.getByRole('tab', { name: 'Completion' }).click()
  await expect(page.getByRole('region', { name: 'Completion of courses' }).getByRole('grid')).toBeVisible()
  await page.getByRole('tab', { name: 'Progress' }).click()
  await expect(page.getByRole('region', { name: 'Progress' }).getByRole('grid')).toBeVisible()
  await expectAccessibleInBoth(page, { part: 'main' })
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Progress' })).toHaveAttribute('aria-selected', 'true')
})

test('response sets open to show their responses, and connections are listed', async ({ page }) => {
  await page.goto('/response-sets')
  const sets = page.getByRole('grid', { name: 'Response sets' }).locator('tbody')
  const responses = page.getByRole('list', { name: /^Responses of / })
  await sets.getByRole('link').first().click()
  await expect(responses.getByRole('listitem').first()).toBeVisible()
  await expect(page).toHaveURL(/\?set=/)
  await page.goto('/connections')
  await expect(page.getByRole('grid', { name: 'Connections' }).getByText('Organization').first()).toBeVisible()
})

test('the connection test lists missing permissions and what they disable', async ({ page, console: app }) => {
  const { control } = app.standin
  const result = page.locator('#connection-check')
  await page.goto('/system')
  await expect(
    result.getByText('Not tested since Sightline started.').or(result.locator('output')).first(),
  ).toBeVisible()
  try {
    control.setPermissions([
      'View all data',
      'Manage all data',
      'Assets: Access',
      'Assets: Settings',
      'Platform management: Integrations',
    ])
    await result.getByRole('button', { name: 'Test connection' }).click()
    await expect(result.getByText(/^The token lacks 2 of 7 permissions/)).toBeVisible()
    const rows = result.getByRole('list', { name: 'Permissions' }).locator(':scope > li')
    for (const name of ['Training: Access', 'Platform management: Users']) {
      await expect(rows.filter({ hasText: name }).getByText('Missing', { exact: true })).toBeVisible()
      await expect(result.getByRole('list', { name: `Without ${name}` }).getByRole('listitem')).not.toHaveCount(0)
    }
    // Two permissions are tested with a write to an id that does not exist. A response of 404 does not prove the
    // permission.
    await expect(rows.filter({ has: page.getByText('Granted', { exact: true }) })).toHaveCount(3)
    await expect(rows.filter({ has: page.getByText('Probably granted', { exact: true }) })).toHaveCount(2)
  } finally {
    control.setPermissions('all')
  }
})
