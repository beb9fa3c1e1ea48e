import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { canaries, type TestConsole } from '@/lib/testing/harness'
import { askConsole, expect, expectAccessibleInBoth, openDialog, test } from '../fixtures'

/**
 * Opens the page of an operation and waits until its scripts run. Only then does the breadcrumb have the operation's
 * title.
 */
async function openOperation(page: Page, name: string, title: string, search = ''): Promise<void> {
  await page.goto(`/explorer/${name}${search}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(title)
}

const answerOf = (page: Page) => page.getByRole('region', { name: 'Response', exact: true })
const viewOf = (page: Page, view: 'tree' | 'table' | 'text') =>
  answerOf(page).getByRole('region', { name: `Response as ${view}` })

/** Runs the open operation and waits for the response. */
async function run(page: Page, status = '200 OK'): Promise<void> {
  await page.getByRole('form', { name: 'Request' }).getByRole('button', { name: 'Run', exact: true }).click()
  await expect(answerOf(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(answerOf(page).getByText(status, { exact: true })).toBeVisible()
}

async function choose(page: Page, view: 'Tree' | 'Table' | 'Raw'): Promise<void> {
  await answerOf(page).getByRole('radio', { name: view }).check()
}

async function readDownload(page: Page, start: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download')
  await start()
  const download = await coming
  return { name: download.suggestedFilename(), text: (await readFile(await download.path())).toString('utf8') }
}

async function findInspection({ db }: TestConsole): Promise<{ auditId: string; title: string }> {
  const { rows } = await db.query<{ auditId: string; title: string }>(
    `select audit_id as "auditId", title from inspections where missing_at is null and not archived
      order by audit_id limit 1`,
  )
  return rows[0] ?? { auditId: '', title: '' }
}

/** Starts a report through the API, so that the service has one. */
async function startReport(app: TestConsole, auditId: string): Promise<string> {
  const answer = await askConsole(app, `/api/service/audits/${auditId}/report`, {
    method: 'POST',
    body: { format: 'PDF' },
  })
  return String(answer['messageId'] ?? answer['id'])
}

test('the explorer runs an operation of each group and shows its response as a tree, a table and text', async ({
  page,
  console: app,
}) => {
  test.setTimeout(600_000)
  const { auditId } = await findInspection(app)
  const reportId = await startReport(app, auditId)
  const { users } = app.standin.control.userState()
  const email = users[0]?.email ?? ''
  const cases: ReadonlyArray<{
    group: string
    name: string
    title: string
    search?: string
    body?: unknown
    /** A text that the response contains. */
    text: string
    hasRows?: false
  }> = [
    {
      group: 'Inspections',
      name: 'getInspection',
      title: 'Get an inspection',
      search: `?auditId=${auditId}`,
      text: auditId,
    },
    {
      group: 'Exports',
      name: 'getReport',
      title: 'Get the status of a report',
      search: `?auditId=${auditId}&exportId=${reportId}`,
      text: 'status',
      hasRows: false,
    },
    { group: 'Lists', name: 'searchTemplates', title: 'Search templates', text: 'template_id' },
    { group: 'Status groups', name: 'listStatusGroups', title: 'List status groups', text: 'name' },
    { group: 'Assets', name: 'listAssetTypes', title: 'List asset types', text: 'name' },
    {
      group: 'Users',
      name: 'searchUsers',
      title: 'Search users by email address',
      body: { email: [email] },
      text: email,
    },
    { group: 'Training', name: 'listTrainingCourses', title: 'List training courses', text: 'title' },
    { group: 'Webhooks', name: 'listWebhooks', title: 'List webhooks', text: 'webhook', hasRows: false },
  ]
  await page.goto('/explorer')
  const headings = page.getByRole('navigation', { name: 'Operations' }).getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(cases.map(({ group }) => new RegExp(`^${group} \\d+$`)))

  for (const { group, name, title, search, body, text, hasRows } of cases)
    await test.step(group, async () => {
      await openOperation(page, name, title, search)
      if (body !== undefined) await page.getByLabel(/^Body/).fill(JSON.stringify(body))
      await run(page)
      await choose(page, 'Tree')
      await expect(viewOf(page, 'tree')).not.toBeEmpty()
      if (group === 'Lists') await expectAccessibleInBoth(page, { part: 'main' })
      await choose(page, 'Raw')
      await expect(viewOf(page, 'text')).toContainText(text)
      if (group === 'Lists') await expectAccessibleInBoth(page, { part: 'main' })
      if (hasRows === false) return
      await choose(page, 'Table')
      const table = viewOf(page, 'table').getByRole('table')
      await expect(table.locator('tbody tr[aria-rowindex]').first()).toBeVisible()
      if (group === 'Lists') await expectAccessibleInBoth(page, { part: 'main' })
    })
})

test('a deep link fills the form; all pages can be loaded and saved as CSV', async ({ page, console: app }) => {
  const all = app.standin.control.truth('both')
  const search = '?field=audit_id&field=modified_at&order=desc&archived=both&limit=100'
  await openOperation(page, 'searchInspections', 'Search inspections', search)
  const limit = page.getByRole('form', { name: 'Request' }).getByLabel('limit', { exact: true })
  await expect(limit).toHaveValue('100')
  await expect(page.getByRole('combobox', { name: 'order' })).toHaveText('desc')
  await run(page)
  await expect(answerOf(page).getByText('100 rows', { exact: true })).toBeVisible()
  await expect(viewOf(page, 'table').locator('tbody tr[aria-rowindex="2"]')).toContainText(all.at(-1)?.audit_id ?? '')

  await answerOf(page).getByRole('button', { name: 'Load all pages' }).click()
  await expect(answerOf(page).getByText('All pages are loaded.')).toBeVisible()
  const { name, text } = await readDownload(page, () =>
    answerOf(page)
      .getByRole('button', { name: `CSV of ${all.length} rows` })
      .click(),
  )
  const lines = text.trimEnd().split(/\r?\n/)
  expect([name, lines[0]]).toEqual(['searchInspections.csv', '\uFEFFaudit_id,modified_at'])
  const ids = lines.slice(1).map((line) => line.split(',')[0] ?? '')
  expect(ids.toSorted()).toEqual(all.map((row) => row.audit_id).toSorted())

  await limit.fill('7')
  await expect(page).toHaveURL(/limit=7$/)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Search inspections')
  await expect(limit).toHaveValue('7')
  await run(page)
  await expect(answerOf(page).getByText('7 rows', { exact: true })).toBeVisible()
})

test(
  'a request is copied as a command without the token',
  { tag: ['@S5'] },
  async ({ page, context, console: app }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { auditId } = await findInspection(app)
    await openOperation(page, 'getInspection', 'Get an inspection', `?auditId=${auditId}`)
    const code = page.getByRole('region', { name: 'As code' })
    await code.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Copied without the token')).toBeVisible()
    const curl = await page.evaluate(() => navigator.clipboard.readText())
    expect(curl).toContain(`curl --request GET "$BASE_URL"'/audits/${auditId}'`)
    expect(curl).toContain('"Authorization: Bearer $TOKEN"')
    expect(curl).not.toContain(canaries.token)
    await code.getByRole('radio', { name: 'TypeScript' }).check()
    await expect(code.getByRole('region', { name: 'Code' })).toContainText(
      `fetch(process.env.BASE_URL + "/audits/${auditId}"`,
    )
  },
)

const createTitle = 'Create a status group'
const groupBody = (name: string) =>
  JSON.stringify({ name, description: '', options: [{ name: 'On', color: 'STATUS_BADGE_COLOR_GREEN' }] })

test(
  'a write asks for confirmation, is sent once and is logged',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const { control } = app.standin
    const name = 'Explorer states'
    const find = () => control.assetState([]).groups.filter((group) => group.name === name)
    try {
      await openOperation(page, 'createStatusGroup', createTitle)
      await page.getByLabel(/^Body/).fill(groupBody(name))
      const review = page.getByRole('button', { name: 'Review and send' })
      const dialog = page.getByRole('dialog', { name: createTitle })
      await review.click()
      await expect(dialog.getByRole('region', { name: 'Body' })).toHaveText(groupBody(name))
      await expectAccessibleInBoth(page, { part: openDialog })
      await dialog.getByRole('button', { name: 'Do not send' }).click()
      await expect(dialog).toHaveCount(0)
      expect(find()).toEqual([])
      await review.click()
      await dialog.getByRole('button', { name: 'Send POST' }).click()
      await expect(answerOf(page).getByText('200 OK', { exact: true })).toBeVisible()
      expect(find()).toHaveLength(1)

      await page.goto('/activity?kind=service&action=service.createStatusGroup')
      const ofList = page.getByRole('grid').getByRole('row').filter({ hasText: 'Robin admin' }).first()
      await expect(ofList).toContainText(`Robin admin ran the API operation ${createTitle}`)
      const entry = page.getByRole('complementary', { name: 'Entry' })
      const kept = entry.getByText('Raw before and after')
      await expect(async () => {
        if (!(await kept.isVisible())) await ofList.getByRole('gridcell', { name: 'Done' }).click()
        await expect(kept).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await kept.click()
      await expect(entry.getByText(name).first()).toBeVisible()
    } finally {
      for (const { id } of find()) control.assets.deleteGroup(id)
    }
  },
)

test(
  'the explorer refuses what a role may not do before anything is sent',
  { tag: ['@S4'] },
  async ({ openAs, page, console: app }) => {
    const { control } = app.standin
    control.resetCounts()
    const editor = await openAs('editor')
    await openOperation(editor, 'createStatusGroup', createTitle)
    await editor.getByLabel(/^Body/).fill(groupBody('Never made'))
    await expect(editor.getByRole('button', { name: 'Review and send' })).toBeDisabled()
    await expect(editor.getByText('Your role cannot run this operation: it needs status-groups:write.')).toBeVisible()
    await openOperation(editor, 'archiveAsset', 'Archive an asset')
    await expect(editor.getByText('Only admins can run writes.')).toBeVisible()
    await editor.getByLabel('assetId').fill('7d444840-9dc0-41d1-b245-5ffdce74fad2')
    await editor.keyboard.press('Control+Enter')
    await expect(editor.getByRole('dialog')).toHaveCount(0)
    await expect(
      askConsole(app, '/api/service/assets/v1/status-groups', {
        role: 'editor',
        method: 'POST',
        body: JSON.parse(groupBody('Never made')) as unknown,
      }),
    ).rejects.toThrow('403')

    // No role can read the secret of webhooks here.
    await openOperation(page, 'getWebhookToken', 'Get the webhook signing secret')
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
    await expect(page.getByText(/^The response is a secret/)).toBeVisible()
    const { createStatusGroup = 0, archiveAsset = 0, getWebhookToken = 0 } = control.counts()
    expect([createStatusGroup, archiveAsset, getWebhookToken]).toEqual([0, 0, 0])
  },
)
