import { expect, expectAccessibleInBoth, test } from '../fixtures'

test(
  'an admin adds a target, sees its secret once and its deliveries, and a rule can send to it',
  { tag: ['@smoke'] },
  async ({ page, tolerate }) => {
    tolerate(/status of 422/)
    await page.goto('/outgoing')
    await page.getByRole('button', { name: 'Add target' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Gate channel')
    await dialog.getByLabel('Address').fill('https://127.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add target' }).click()
    await expect(dialog.getByText('The address is not public.', { exact: false })).toBeVisible()
    await dialog.getByLabel('Address').fill('https://hooks.invalid/services/gate')
    await dialog.getByRole('button', { name: 'Add target' }).click()
    await expect(dialog.getByText('Copy it now. It is not shown again.')).toBeVisible()
    const secret = (await dialog.locator('[data-secret]').textContent()) ?? ''
    expect(secret.length).toBeGreaterThan(40)
    await dialog.getByRole('button', { name: 'Done' }).click()

    const row = page.getByRole('listitem').filter({ hasText: 'Gate channel' })
    await expect(row.getByText('Slack · hooks.invalid')).toBeVisible()
    expect(await page.content()).not.toContain(secret)
    expect(await page.content()).not.toContain('services/gate')
    await row.getByRole('button', { name: 'Send test' }).click()
    await expectAccessibleInBoth(page)

    await page.getByRole('tab', { name: 'Deliveries' }).click()
    await page.getByRole('row').filter({ hasText: 'Gate channel' }).getByText('Test', { exact: true }).first().click()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await expect(preview.getByText('The host name could not be found.')).toBeVisible({ timeout: 20_000 })
    await expect(preview.getByText('A test from Sightline').first()).toBeVisible()
    await preview.getByRole('button', { name: 'Close', exact: true }).click()

    await page.goto('/rules/new?q=forklift')
    await page.getByLabel('Send to webhooks').check()
    await page.getByLabel('Gate channel').check()
    await page.getByLabel('Name', { exact: true }).fill('Gate')
    await page.getByRole('button', { name: 'Create rule' }).click()
    await expect(page.getByText('Send to 1 webhook')).toBeVisible()
  },
)
