import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { canaries, type TestConsole } from '@/lib/testing/harness'
import type { Messages } from '@/lib/messages/catalog'
import { intlTag, type PageLanguage } from '@/lib/messages/languages'
import { nameService } from '@/lib/messages/service-name'
import { askConsole, expect, openWith, test } from '../fixtures'
import { addGroup, addTypes, expectTruth, readTruth, relist, setStatus } from './asset-world'
import { expectNoEnglish } from './language'
import { findQueue, readReview } from './review-world'
import { dropFile, typeOver } from './users-screens'
import { executionsAt, makeEmails } from './users-world'

/**
 * The main journeys with the words of a language: every text is looked for as the catalog has it, with its values. A text that
 * is missing, joined from parts or in another language is not found.
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
        // Browsers ask for real languages; the one for tests is chosen by its cookie.
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
      await page.getByRole('button', { name: t('userJobs.confirm.actions.create', { count: 2 }), exact: true }).click()
      const figures = { ok: 2, all: 2, warn: 0, bad: 0, lost: 0, open: 0 }
      const done = t('userJobStates.run', { state: t('userJobStates.phases.run.completed'), ...figures })
      await expect(page.getByText(done).first()).toBeVisible({ timeout: 60_000 })
      expect([...executionsAt(app, domain).keys()].toSorted()).toEqual([first, second].toSorted())
    })
  })
