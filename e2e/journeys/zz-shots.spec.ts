import { expect, test } from '../fixtures'
import { askConsole } from '../fixtures'

test('shots', async ({ page, console: app }) => {
  test.setTimeout(300_000)
  const dir = '/tmp/w/tokens-shots'
  const size = async (width: number) => page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.goto('/settings/tokens')
  await expect(page.getByText('No API tokens')).toBeVisible()
  await page.screenshot({ path: `${dir}/empty.png` })
  const post = (path: string, body: object) => askConsole(app, path, { method: 'POST', body })
  await post('/api/account/tokens', { name: 'Nightly export', role: 'viewer', expiresInDays: null })
  const made = (await post('/api/account/tokens', {
    name: 'CI',
    role: 'editor',
    permissions: ['inspections:read', 'reviews:write'],
  })) as { token: string }
  await post('/api/account/tokens', { name: 'A try', role: 'admin', expiresInDays: 5 })
  await fetch(`${app.url}/api/inspections?limit=1`, { headers: { authorization: `Bearer ${made.token}` } })
  const { accountId } = await post('/api/people/service-accounts', { name: 'Data warehouse', role: 'viewer' })
  await post(`/api/people/service-accounts/${String(accountId)}/tokens`, { name: 'loader', role: 'viewer' })
  await post('/api/people/service-accounts', { name: 'Unused', role: 'editor' })
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const width of [1440, 1024, 390]) {
      await size(width)
      await page.goto('/settings/tokens')
      await expect(page.getByText('Nightly export')).toBeVisible()
      await page.screenshot({ path: `${dir}/tokens-${scheme}-${width}.png` })
      await page.goto('/settings/service-accounts')
      await expect(page.getByText('Data warehouse')).toBeVisible()
      await page.screenshot({ path: `${dir}/service-${scheme}-${width}.png` })
      await page.goto('/settings/api')
      await page.getByLabel('Search operations').fill('put review mark')
      await page.getByText('Mark one inspection as reviewed').click()
      await expect(page.getByText('$SIGHTLINE_TOKEN')).toBeVisible()
      await page.screenshot({ path: `${dir}/api-${scheme}-${width}.png`, fullPage: true })
    }
    await size(scheme === 'light' ? 1440 : 390)
    await page.goto('/settings/api')
    await expect(page.getByText('List your API tokens')).toBeVisible()
    await page.screenshot({ path: `${dir}/apilist-${scheme}.png` })
    await page.goto('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('checkbox', { name: /only some permissions/ }).check()
    await page.getByRole('dialog').getByRole('combobox').selectOption('date')
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
    await page.screenshot({ path: `${dir}/dialog-${scheme}.png` })
    await page.getByRole('dialog').getByLabel('Name').fill(`shown ${scheme}`)
    await page.getByRole('checkbox', { name: /only some permissions/ }).uncheck()
    await page.getByRole('dialog').getByRole('combobox').selectOption('7')
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText('Copy the token now.')).toBeVisible()
    await page.screenshot({ path: `${dir}/shown-${scheme}.png` })
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: `Revoke shown ${scheme}` }).click()
    await page.screenshot({ path: `${dir}/revoke-${scheme}.png` })
  }
})
