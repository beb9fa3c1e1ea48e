import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { canaries, type TestConsole } from '@/lib/testing/harness'
import type { Messages } from '@/lib/messages/catalog'
import { intlTag, type PageLanguage } from '@/lib/messages/languages'
import { nameService } from '@/lib/messages/service-name'
import { askConsole, expect, openWith, test } from '../fixtures'
import { addGroup, addTypes, expectTruth, readTruth, relist, setStatus } from './asset-world'
import { findFailed } from './finding'
import { expectNoEnglish } from './language'
import { findQueue, readReview } from './review-world'
import { findForklift } from './rules-world'
import { dropFile, typeOver } from './users-screens'
import { executionsAt, makeEmails } from './users-world'

/**
 * The main journeys in several languages. They find each text by its message in the catalog, filled in with its values.
 * A text that is missing, joined from parts or in another language is not found, and the journey fails.
 */

const languages = ['en', 'de', 'en-XA'] as const satisfies readonly PageLanguage[]
type Tested = (typeof languages)[number]

function speak(language: Tested) {
  const messages = JSON.parse(readFileSync(`lib/messages/${language}.json`, 'utf8')) as Messages
  const locale = intlTag(language) as Tested
  return createTranslator({ locale, messages: nameService(messages, 'SafetyCulture'), timeZone: 'UTC' })
}

const choose = (app: TestConsole, language: Tested) =>
  askConsole(app, '/api/account/preferences', { method: 'PATCH', body: { language } })

for (const language of languages)
  test.describe(`in ${language}`, () => {
    test.describe('signed out', () => {
      test.use({ role: null, locale: language === 'de' ? 'de-CH' : 'en-GB' })

      test('a person signs in after a wrong password, and signs out', async ({
        page,
        context,
        console: app,
        tolerate,
      }) => {
        tolerate(/status of 401|status of 422/)
        const t = speak(language)
        await choose(app, language)
        // Browsers request only real languages, so a cookie selects the language for tests.
        if (language === 'en-XA') await context.addCookies([{ name: 'language', value: language, url: app.url }])
        await page.goto('/inspections')
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectNoEnglish(page, language)
        const password = page.getByLabel(t('common.password'), { exact: true })
        await page.getByLabel(t('common.email'), { exact: true }).fill('robin.admin@sightline.test')
        await password.fill('wrong-password-here')
        await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
        await expect(page.getByRole('alert').filter({ hasText: t('signIn.problems.incorrect') })).toBeVisible()
        await password.fill(`admin-${canaries.password}`)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('navigation', { name: t('shell.pages') })).toBeVisible()
        const leave = page.getByRole('button', { name: t('shell.account.signOut') })
        await openWith(page.getByRole('button', { name: t('shell.account.named', { name: 'Robin admin' }) }), leave)
        await leave.click()
        await expect(page).toHaveURL(/\/sign-in/)
      })
    })

    test('many inspections are found, marked and unmarked', async ({ page, console: app }) => {
      await choose(app, language)
      const t = speak(language)
      const { ids } = await findQueue(app, { min: 3, max: 60 })
      const chosen = ids.slice(0, 3)
      const states = async () => await Promise.all(chosen.map(async (id) => (await readReview(app, id))?.state ?? null))
      const before = await states()
      await page.goto('/inspections')
      const search = page.getByRole('searchbox', { name: t('filters.search.label') })
      await search.fill('nothingiscalledso')
      await expect(page.getByText(t('filters.noMatch.title'))).toBeVisible()
      await search.fill(chosen.join(' '))
      await expect(page.getByRole('grid').locator('tbody tr[aria-rowindex]')).toHaveCount(3)
      await expectNoEnglish(page, language)
      await page.getByRole('checkbox', { name: t('shell.table.selection.actions.selectVisible') }).check()
      const bar = page.getByRole('toolbar', { name: t('inspections.bulk.label') })
      await expect(bar.getByText(t('shell.table.selection.some', { count: 3 }))).toBeVisible()
      await bar.getByRole('button', { name: t('inspections.marks.actions.open') }).click()
      await page.getByRole('menuitem', { name: t('inspections.marks.actions.reviewed'), exact: true }).click()
      await expect(page.getByText(t('review.bulkMarks.marked.reviewed', { count: 3 }))).toBeVisible()
      expect(await states()).toEqual(['reviewed', 'reviewed', 'reviewed'])
      await page.getByRole('button', { name: t('common.undo'), exact: true }).click()
      await expect(page.getByText(t('review.bulkMarks.undone', { count: 3 }))).toBeVisible()
      expect((await states()).map((state) => state ?? 'unreviewed')).toEqual(
        before.map((state) => state ?? 'unreviewed'),
      )
    })

    test("an asset's status is changed and restored", async ({ page, console: app }) => {
      await choose(app, language)
      const t = speak(language)
      const group = addGroup(app, `Lift states ${language}`, [
        ['Idle', 'GREY'],
        ['Busy', 'GREEN'],
      ])
      const { typeIds, assetIds } = addTypes(app, [`Lift ${language}`], group, { Idle: 1 })
      await relist(app, typeIds)
      const before = readTruth(app)
      await page.goto(`/assets?type=${typeIds[0]}`)
      const status = (name: string) =>
        page.getByRole('grid').getByRole('button', {
          name: t('assets.status.label.known', { name: `Lift ${language} Idle-1`, status: name }),
        })
      await status('Idle').click()
      await page.getByRole('menuitemradio', { name: 'Busy', exact: true }).click()
      await expect(page.getByText(t('assets.set.previous', { status: 'Idle' }))).toBeVisible()
      await expect(status('Busy')).toBeVisible()
      await expectTruth(app, before, (truth) => setStatus(truth, assetIds, group.statuses['Busy'] ?? ''))
      await expectNoEnglish(page, language)
      await page.getByRole('button', { name: t('assets.set.actions.undo') }).click()
      await expect(status('Idle')).toBeVisible()
      await expectTruth(app, before, () => undefined)
    })

    test('users are imported from a file with an error, which is fixed in its cell', async ({ page, console: app }) => {
      await choose(app, language)
      const t = speak(language)
      app.standin.control.users.setRules({ usersPerSecond: null, validatedMs: 0 })
      const domain = `${language.toLowerCase()}.example`
      const [first = '', second = ''] = makeEmails(domain, 2)
      const rows = [
        ['email', 'first name', 'last name'],
        [first, 'Pat', 'One'],
        [second.replace('@', '(at)'), 'Pat', 'Two'],
      ]
      await page.goto('/users/imports/new')
      await expect(page.getByRole('heading', { level: 1, name: t('userJobs.workbench.title') })).toBeVisible()
      await dropFile(page, { name: 'two.csv', type: 'text/csv', bytes: rows.map((row) => row.join(',')).join('\n') })
      const grid = page.getByRole('grid', { name: t('userJobs.grid.label') })
      await expect(page.getByText(t('userJobs.grid.summary', { rows: 2, errors: 1, badRows: 1 }))).toBeVisible()
      await expectNoEnglish(page, language)
      await grid.locator('[aria-invalid="true"]').first().click()
      await typeOver(page, second)
      await expect(page.getByText(t('userJobs.grid.summary', { rows: 2, errors: 0, badRows: 0 }))).toBeVisible()
      await page.getByRole('button', { name: t('userJobs.dryRun.actions.confirm') }).click()
      await expectNoEnglish(page, language)
      const action = t('userJobs.confirm.actions.create', { count: 2 })
      await page.getByRole('button', { name: t('userJobs.confirm.actions.untested', { action }), exact: true }).click()
      const figures = { ok: 2, all: 2, warn: 0, bad: 0, lost: 0, open: 0 }
      const done = t('userJobStates.run', { state: t('userJobStates.phases.run.completed'), ...figures })
      await expect(page.getByText(done).first()).toBeVisible({ timeout: 60_000 })
      expect([...executionsAt(app, domain).keys()].toSorted()).toEqual([first, second].toSorted())
    })

    test('a failed inspection is read, and its PDF is created and downloaded', async ({ page, console: app }) => {
      await choose(app, language)
      const t = speak(language)
      app.standin.control.exports.set({ takesMs: 0 })
      await page.goto(`/inspections/${await findFailed(app)}`)
      await expect(page.getByRole('heading', { name: t('report.body.failed') })).toBeVisible()
      await page.getByRole('radio', { name: t('report.toolbar.modes.failed-only') }).check()
      await expect(page).toHaveURL(/show=failed-only/)
      await page.getByRole('tab', { name: t('report.tabs.media') }).click()
      await page.getByRole('tab', { name: t('report.tabs.raw') }).click()
      await expect(page.getByLabel(t('report.raw.label'))).toBeVisible()
      await expectNoEnglish(page, language)
      const create = page.getByRole('menuitem', { name: t('exports.menu.actions.createPdf') })
      await openWith(page.getByRole('button', { name: t('exports.menu.actions.open'), exact: true }), create)
      await create.click()
      const format = t('exports.format.pdf')
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: t('exports.menu.actions.download', { format }), exact: true }).click()
      expect((await coming).suggestedFilename()).toMatch(/\.pdf$/)
    })

    test('a status group is created and deleted', async ({ page, console: app }) => {
      await choose(app, language)
      const t = speak(language)
      const name = `Crane states ${language}`
      await page.goto('/status-groups')
      await page.getByRole('button', { name: t('statusGroups.list.actions.create'), exact: true }).click()
      const creating = page.getByRole('dialog', { name: t('statusGroups.create.title') })
      await creating.getByRole('textbox', { name: t('statusGroups.create.name'), exact: true }).fill(name)
      await creating
        .getByRole('textbox', { name: t('statusGroups.create.statuses.nameOf', { place: 1 }) })
        .fill('Ready')
      await creating.getByRole('button', { name: t('statusGroups.create.statuses.actions.add') }).click()
      await page.keyboard.type('Parked')
      await expectNoEnglish(page, language)
      await creating.getByRole('button', { name: t('statusGroups.create.actions.create') }).click()
      await expect(page.getByText(t('statusGroups.outcome.done.create', { name }))).toBeVisible()
      const made = readTruth(app).groups.find((group) => group.name === name)
      expect(made?.options.at(-1)?.name).toBe('Parked')
      await page.goto(`/status-groups?q=${encodeURIComponent(name)}`)
      const open = page.getByRole('menuitem', { name: t('statusGroups.menu.actions.delete') })
      await openWith(page.getByRole('button', { name: t('statusGroups.menu.label', { name }) }), open)
      await open.click()
      const asking = page.getByRole('dialog', { name: t('statusGroups.delete.title', { name }) })
      await asking.getByRole('textbox').fill(name)
      await asking.getByRole('button', { name: t('statusGroups.delete.actions.delete') }).click()
      await expect.poll(() => readTruth(app).groups.some((group) => group.name === name)).toBe(false)
    })

    test('a rule is previewed and created', async ({ page, console: app }) => {
      await choose(app, language)
      const t = speak(language)
      const forklift = await findForklift(app)
      const name = `Mast wobbles ${language}`
      await page.goto(`/rules/new?q=nothingiscalledso`)
      await expect(page.getByRole('heading', { level: 1, name: t('rules.editor.new') })).toBeVisible()
      await page.getByLabel(t('rules.editor.name'), { exact: true }).fill(name)
      await page.getByLabel(t('rules.editor.status.label')).check()
      await page.getByRole('combobox', { name: t('rules.editor.status.choose') }).click()
      await page.getByRole('option', { name: forklift.status.name, exact: true }).first().click()
      const preview = page.getByRole('region', { name: t('rules.preview.title') })
      await expect(preview.getByText(t('rules.preview.total', { count: 0, days: 30 }))).toBeVisible()
      await expectNoEnglish(page, language)
      await page.getByRole('button', { name: t('rules.actions.create') }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByText(t('rules.noActs'))).toBeVisible()
      await expectNoEnglish(page, language)
    })
  })
