import { makeWorkbook } from '@/lib/user-jobs/parse/testing-files'
import { expect, expectAccessible, expectNoOverflow, expectReadable, test } from '../fixtures'
import {
  cellAt,
  check,
  continueTo,
  showUpload,
  dropFile,
  expectJob,
  goToRows,
  gridOf,
  openWorkbench,
  planned,
  readStores,
  start,
  typeOver,
} from './users-screens'
import { bringIn, executionsAt, makeEmails, makePassword } from './users-world'

const siteName = 'Dublin Port Depot'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('a workbook is read, tested and imported', async ({ page, console: app }) => {
  const { control } = app.standin
  control.users.setRules({ usersPerSecond: null, validatedMs: 0 })
  const domain = 'workbook.example'
  const emails = makeEmails(domain, 12)
  const bytes = makeWorkbook([
    { name: 'Lists', rows: [['Full'], ['Lite']], isHidden: true },
    {
      name: 'People',
      rows: [
        ['Login', 'Vorname', 'Nachname', 'License', 'attribute: Employee number', 'Teams'],
        ...emails.map((email, at) => [email, 'Søren', `Ågård ${at}`, 'lite', 7_000 + at, 'Maintenance']),
      ],
    },
  ])
  await openWorkbench(page)
  await dropFile(page, { name: 'people.xlsx', type: xlsx, bytes })
  // Only one sheet is visible, so there is no sheet to choose.
  await expect(page.getByText('12 rows · no errors')).toBeVisible()
  await expect(await cellAt(page, 3, 'attribute: Employee number')).toHaveText('7003')
  await check(page, '12 rows', '12 OK')
  await continueTo(page, 'confirm')
  await expect(planned(page, 'New')).toHaveText('12')
  await start(page, 'Create 12 users')
  await expectJob(page, 'Completed: 12 of 12')
  expect([...executionsAt(app, domain)]).toEqual(emails.map((email) => [email, 1]))
  const made = control.users.state().users.find(({ email }) => email === emails[3])
  expect(made).toMatchObject({
    firstName: 'Søren',
    lastName: 'Ågård 3',
    seatType: 'SUBSCRIPTION_SEAT_TYPE_LITE',
    attributes: { 'Employee number': ['7003'] },
  })
})

test(
  'pasted rows are imported immediately, a refused user is shown, and a retry imports that user',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const { control } = app.standin
    const domain = 'pasted.example'
    const emails = makeEmails(domain, 4)
    control.users.failUsers([emails[2] ?? ''])
    const lines = emails.map((email, at) => [email, 'Pat', `Number ${at}`, at === 1 ? 'Contractors' : ''].join('\t'))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openWorkbench(page)
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      [['E-mail', 'First name', 'Last name', 'Groups'].join('\t'), ...lines].join('\n'),
    )
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Control+v')
    await showUpload(page)
    await expect(page.getByRole('heading', { name: 'Pasted rows' })).toBeVisible()
    await goToRows(page)
    await expect(page.getByText('4 rows · no errors')).toBeVisible()
    await continueTo(page, 'confirm')
    await expect(page.getByText('4 rows have not been tested since they changed.')).toBeVisible()
    await page.getByRole('radio', { name: 'Immediately' }).click()
    const before = control.counts()
    await start(page, 'Create 4 users without testing')
    await expectJob(page, 'Completed: 3 of 4, 1 failed')
    const after = control.counts()
    const asked = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect([asked('upsertUsers'), asked('createUpsertJob')]).toEqual([1, 0])
    expect([...executionsAt(app, domain)]).toEqual(emails.filter((_, at) => at !== 2).map((email) => [email, 1]))

    // The user fails only once. The retry imports that one row.
    await page.getByRole('button', { name: 'Retry 1 unchanged' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Retry 1 failed/ })
      .click()
    await expectJob(page, 'Completed: 1 of 1')
    expect(new Set(executionsAt(app, domain))).toEqual(new Set(emails.map((email) => [email, 1])))
  },
)

test(
  'a reloaded page offers the draft with rows and edits, but without passwords',
  { tag: ['@S5'] },
  async ({ page }) => {
    const password = makePassword(1)
    const rows = makeEmails('drafted.example', 8).map((email, at) =>
      [email, 'Renée', `Number ${at}`, password].join(';'),
    )
    const csv = [['email', 'first name', 'last name', 'password'].join(';'), ...rows].join('\r\n')
    await openWorkbench(page)
    // The encoding and the delimiter that spreadsheets with European settings use.
    await dropFile(page, { name: 'drafted.csv', type: 'text/csv', bytes: Buffer.from(csv, 'latin1') })
    await showUpload(page)
    await expect(page.getByLabel('Encoding')).toHaveText('Western European (Windows-1252)')
    await goToRows(page)
    await (await cellAt(page, 2, 'last name')).click()
    await typeOver(page, 'Edited by hand')
    await expect(page.getByText('Saved as a draft in this browser, without passwords.')).toBeVisible()
    // Leaving the page would lose the passwords, so the page asks first.
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await expect(page.getByRole('heading', { name: 'Continue where you left off: 8 rows' })).toBeVisible()
    await expect(page.getByText('8 passwords are missing: passwords are never saved.')).toBeVisible()
    const kept = await readStores(page)
    expect([kept.includes('Edited by hand'), kept.includes(password)]).toEqual([true, false])
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(await cellAt(page, 2, 'last name')).toHaveText('Edited by hand')
    await expect(await cellAt(page, 2, 'first name')).toHaveText('Renée')
    // The cell is empty. This text is its description.
    await expect(await cellAt(page, 2, 'password')).toHaveText(/^The password was not saved\./)
    await expect(page.getByRole('note')).toContainText('8 passwords are missing')

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL(/\/sign-in/)
    const left = await readStores(page)
    expect([left.includes('Edited by hand'), left.includes('drafted.example')]).toEqual([false, false])
  },
)

test('every step and page is accessible and fits, in both themes, on a desktop and on a phone', async ({
  page,
  console: app,
}) => {
  const { control } = app.standin
  control.users.setRules({ usersPerSecond: null, validatedMs: 0 })
  const domain = 'looked-at.example'
  const emails = makeEmails(domain, 6)
  const save = async (scheme: string, shot?: string) => {
    if (process.env['SCREENSHOTS'] === 'yes' && shot !== undefined)
      await page.screenshot({ path: `e2e/screenshots/${shot}-${scheme}.png` })
  }
  const capture = (name: string, shot?: string) =>
    test.step(name, async () => {
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await expectNoOverflow(page)
      // Only `main`: the frame around it is always the same, and other tests check it.
      await expectAccessible(page, 'main')
      await save('light', shot)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectReadable(page, 'main')
      await save('dark', shot)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1_024, height: 900 })
      await expectNoOverflow(page)
      await page.setViewportSize({ width: 390, height: 900 })
      await expectNoOverflow(page)
      await expectAccessible(page, 'main')
      await page.setViewportSize({ width: 1_440, height: 900 })
    })
  await openWorkbench(page)
  await capture('upload')
  const rows = emails.map((email, at) => [
    email,
    at === 1 ? '' : 'Lou',
    `N ${at}`,
    at === 2 ? 'Dubln' : 'Europe/Dublin',
    'x',
    at === 3 ? 'Atlantis Depot' : '',
  ])
  const csv = [
    ['email', 'first name', 'last name', 'time zone', 'notes', 'sites'],
    ...rows,
    [emails[0] ?? '', 'Lou', 'N', '', '', ''],
  ]
  await dropFile(page, {
    name: 'looked at.csv',
    type: 'text/csv',
    bytes: csv.map((cells) => cells.join(',')).join('\n'),
  })
  await showUpload(page)
  await expect(page.getByRole('heading', { name: 'looked at.csv' })).toBeVisible()
  await continueTo(page, 'rows')
  await expect(gridOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Next issue' }).click()
  await capture('fix', 'user-import')
  await check(page, '4 rows', '2 OK, 2 with errors')
  await expect(page.getByText('5 of 7 rows have errors')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rows with errors (5)' })).toBeVisible()
  await expect(gridOf(page)).toBeFocused()
  await (await cellAt(page, 3, 'sites')).click()
  const issues = page.getByRole('region', { name: 'Issues' })
  await expect(issues).toContainText('No site called “Atlantis Depot”.')
  const replacement = issues.getByLabel('Replace “Atlantis Depot” with')
  await replacement.fill(siteName)
  // While suggestions are open, the library hides everything else from assistive technology, which axe cannot judge.
  await expect(page.getByRole('option', { name: siteName })).toBeVisible()
  await replacement.press('Escape')
  await expect(page.getByRole('option', { name: siteName })).toHaveCount(0)
  await capture('dry run', 'user-dry-run')
  await issues.getByRole('button', { name: `Use “${siteName}”` }).click()
  await page.getByRole('button', { name: 'Continue without 4 rows' }).click()
  await expect(planned(page, 'New')).toHaveText('3')
  await capture('plan')
  control.users.failUsers([emails[3] ?? ''], { reason: 'REASON_SITE_NOT_FOUND', field: 'FIELD_SITES' })
  await start(page, 'Create 3 users without testing')
  await expectJob(page, 'Completed: 2 of 3, 1 failed')
  await capture('job', 'user-job')
  await page.getByRole('link', { name: 'Fix 1 row' }).click()
  await expect(page.getByRole('note').first()).toContainText('Rows to fix from looked at.csv.')
  await expect(gridOf(page)).toBeFocused()
  await expect(await cellAt(page, 0, 'sites')).toHaveAttribute('aria-invalid', 'true')
  await capture('rows to fix', 'user-fix')
  await bringIn(app, emails, { kind: 'check', sourceName: 'checked.csv' })
  await page.goto('/users/imports')
  await expect(page.getByRole('grid', { name: 'User imports', exact: true })).toContainText('Tested: 6 of 6 OK')
  await capture('list')
})
