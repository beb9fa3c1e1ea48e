import { ruleList } from '@/lib/rules/schema'
import { askConsole, expect, test } from '../fixtures'
import { answerWith, findForklift, newestIds, readInbox } from './rules-world'

test(
  'an admin previews and creates a rule; a change triggers it, and its proposal is confirmed on one of two screens and undone',
  { tag: ['@smoke'] },
  async ({ console: app, page, openAs }) => {
    test.slow()
    const forklift = await findForklift(app)
    const [past = '', next = ''] = newestIds(app)
    const word = `wobblemast${Date.now()}`
    await answerWith(app, past, { word, assetId: forklift.assetId })
    await readInbox(app)

    await page.goto(`/rules/new?q=${word}`)
    await expect(page.getByRole('heading', { level: 1, name: 'New rule' })).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Mast wobbles')
    await page.getByLabel('Set the status of its assets').check()
    await page.getByRole('combobox', { name: 'Choose a status' }).click()
    await page.getByRole('option', { name: forklift.status.name, exact: true }).first().click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.getByText('This rule would have acted at most 1 time in the last 30 days.')).toBeVisible()
    await expect(preview.getByText(forklift.code, { exact: true })).toBeVisible()
    await expect(preview.getByText(/would be notified/)).toBeVisible()
    await page.getByRole('button', { name: 'Create rule' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mast wobbles' })).toBeVisible()
    // A new rule never acts on the past.
    await expect(page.getByText('Nothing yet')).toBeVisible()

    const other = await openAs('admin')
    await other.goto('/system')
    await expect(other.getByRole('link', { name: 'Inbox, nothing unread' })).toBeVisible()
    await answerWith(app, next, { word, assetId: forklift.assetId })
    for (const screen of [page, other])
      await expect(screen.getByRole('banner').getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible({
        timeout: 20_000,
      })
    await expect(page.getByText('Proposed 1 status')).toBeVisible()

    await page.getByRole('banner').getByRole('link', { name: 'Inbox, 1 unread' }).click()
    await page.getByRole('link', { name: /^Mast wobbles: .* confirm 1 status/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Proposed statuses' })).toBeVisible()
    await expect(other.getByRole('banner').getByRole('link', { name: 'Inbox, nothing unread' })).toBeVisible()
    const statusOf = () => app.standin.control.assetState().assets.find(({ id }) => id === forklift.assetId)?.optionId
    await page.getByRole('listitem').filter({ hasText: forklift.code }).getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(statusOf, { timeout: 20_000 }).toBe(forklift.status.optionId)

    await page.getByText('Decided', { exact: true }).click()
    const decided = page.getByRole('listitem').filter({ hasText: forklift.code })
    // The index has the new status once the response to the change was stored.
    const indexed = async () =>
      (
        await app.db.query<{ option_id: string | null }>('select option_id from assets where asset_id = $1', [
          forklift.assetId,
        ])
      ).rows[0]?.option_id
    await expect.poll(indexed).toBe(forklift.status.optionId)
    await decided.getByRole('button', { name: 'Undo' }).click()
    await expect(decided.getByText(/^Undone by/)).toBeVisible()
    await expect.poll(statusOf, { timeout: 20_000 }).toBe(forklift.optionId)

    const { rules } = ruleList.parse(await askConsole(app, '/api/rules'))
    const rule = rules.find(({ name }) => name === 'Mast wobbles')
    expect(rule).toMatchObject({ acted: 1, waiting: 0 })
    await askConsole(app, `/api/rules/${rule?.ruleId}`, { method: 'DELETE' })
  },
)
