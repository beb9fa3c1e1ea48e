import { expect, expectAccessibleInBoth, test } from '../fixtures'

test(
  'an admin schedules an export, sees its next times, runs it, deletes it and undoes the deletion',
  { tag: ['@smoke'] },
  async ({ page, tolerate, console: app }) => {
    tolerate(/status of 422/)
    // Deletes the schedules of other tests.
    await app.db.query('update export_schedules set deleted_at = now()')
    await page.goto('/exports')
    await page.getByRole('link', { name: 'Schedules' }).click()
    await expect(page.getByText('No scheduled exports yet')).toBeVisible()
    await page.getByRole('button', { name: 'Schedule export' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Warehouse')
    const cron = dialog.getByLabel('When (cron)')
    await cron.fill('* * * * *')
    await expect(dialog.getByText('Runs must be at least 5 minutes apart.').first()).toBeVisible()
    await cron.fill('30 6 * * 1-5')
    await expect(dialog.getByRole('listitem')).toHaveCount(5)
    await expect(dialog.getByRole('listitem').first()).toContainText('06:30')
    await expect(dialog.getByText(/Next: answers-\d{4}-\d\d-\d\d\.csv/)).toBeVisible()
    await dialog.getByLabel('Address').fill('https://127.0.0.1/in/')
    await dialog.getByRole('button', { name: 'Schedule export' }).click()
    await expect(dialog.getByText('The address is not public.', { exact: false }).first()).toBeVisible()
    await dialog.getByLabel('Address').fill('https://files.invalid/in/?signature=hidden-signature')
    await expectAccessibleInBoth(page)
    await dialog.getByRole('button', { name: 'Schedule export' }).click()

    const row = page.getByRole('listitem').filter({ hasText: 'Warehouse' })
    await expect(row.getByText('Answers · CSV · HTTP PUT: files.invalid')).toBeVisible()
    expect(await page.content()).not.toContain('hidden-signature')
    await row.getByRole('button', { name: 'Run now' }).click()
    await expect(row.getByText('The host name could not be found.')).toBeVisible({ timeout: 30_000 })
    await row.getByRole('button', { name: 'Pause' }).click()
    await expect(row.getByText('Paused')).toBeVisible()
    await expectAccessibleInBoth(page)

    await row.getByRole('button', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row.getByText('Paused')).toBeVisible()
    await page.getByRole('tab', { name: 'Runs' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Warehouse' }).getByText('Canceled')).toBeVisible()
  },
)
