import type { Page } from '@playwright/test'
import type { TestConsole } from '@/lib/testing/harness'
import { askConsole, expect, expectAccessible, test } from '../fixtures'
import { expectPlace, findQueue } from './review-world'

const password = 'tidal-cobalt-fern-7-orbit'

/** Adds a fourth person: a second editor, who accepts an invitation. */
async function join(admin: Page, theirs: Page, app: TestConsole, email: string, name: string): Promise<void> {
  await admin.goto('/settings/people')
  await admin.getByRole('button', { name: 'Invite people' }).click()
  await admin.getByLabel('Email addresses').fill(email)
  await admin.getByText('Editor', { exact: true }).last().click()
  await admin.getByRole('button', { name: 'Invite 1 person' }).click()
  await admin.getByRole('dialog', { name: 'Invited 1 person' }).getByRole('button', { name: 'Done' }).click()
  const mail = app.mails().find(({ to }) => to.includes(email))
  const [link = ''] = /http:\S+\/invitation#\S+/.exec(mail?.text ?? '') ?? []
  await theirs.goto(link)
  await theirs.getByLabel('Your name').fill(name)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(theirs.getByRole('navigation', { name: 'Pages' })).toBeVisible()
}

/** Mentions a person in a comment on an inspection, by keyboard. */
async function mention(page: Page, auditId: string, begin: string, rest: string): Promise<void> {
  await page.goto(`/inspections/${auditId}`)
  const field = page.getByLabel('Add a comment')
  await field.click()
  await page.keyboard.type(begin)
  await expect(page.getByRole('listbox', { name: 'People to mention' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.type(rest)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText(rest)
  await expect(field).toHaveValue('')
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })

test.describe('a team of four people and three roles', () => {
  test('reviews one queue: people assign, mention and share, and one of them is disabled', async ({
    page: admin,
    openAs,
    console: app,
    tolerate,
  }) => {
    tolerate(/status of 401/)
    const [editor, viewer, noor] = [await openAs('editor'), await openAs('viewer'), await openAs(null)]
    await join(admin, noor, app, 'noor.lind@sightline.test', 'Noor Lind')
    const queue = await findQueue(app, { min: 2, max: 32 })
    const [auditId = ''] = queue.ids

    // The editor assigns a follow-up without using the pointer.
    await editor.goto(queue.path)
    await expectPlace(editor, queue, 0)
    await editor.keyboard.press('f')
    await expect(editor.getByRole('textbox', { name: 'What needs doing?' })).toBeFocused()
    await editor.keyboard.type('Replace the chain')
    await editor.keyboard.press('Tab')
    await editor.keyboard.press('Enter')
    await expect(editor.getByRole('combobox', { name: 'Find a person' })).toBeFocused()
    await editor.keyboard.type('noor')
    await expect(editor.getByRole('option', { name: 'Noor Lind' })).toBeVisible()
    await editor.keyboard.press('Enter')
    await editor.getByLabel('Due date').fill('2020-01-31')
    await editor.keyboard.press('Enter')
    await expectPlace(editor, queue, 1)

    await noor.goto('/review/follow-ups?assignee=me')
    const item = noor.getByRole('grid').getByRole('row').filter({ hasText: 'Replace the chain' })
    await expect(item).toContainText('Noor Lind')
    await expect(item).toContainText('Overdue: 31 Jan 2020')
    await expectAccessible(noor)
    await viewer.goto('/review/follow-ups?assignee=me')
    await expect(viewer.getByText('No follow-ups assigned to you')).toBeVisible()

    // A mention appears on an open page, but only for the mentioned person.
    await noor.goto('/review/mentions')
    await expect(noor.getByText('No mentions yet')).toBeVisible()
    await mention(editor, auditId, 'Could @noo', 'order a new one?')
    await expect(noor.getByText('Could @Noor Lind order a new one?')).toBeVisible()
    await expect(noor.getByText('New', { exact: true })).toBeVisible()
    await noor.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(noor.getByText('New', { exact: true })).toHaveCount(0)
    await viewer.goto(`/inspections/${auditId}`)
    await expect(viewer.getByRole('list', { name: 'Comments' })).toContainText('order a new one?')
    await expect(viewer.getByLabel('Add a comment')).toHaveCount(0)

    // A view that is shared with one person appears only in that person's bar.
    await editor.goto('/inspections?result=failed&failed=2..')
    await editor.getByRole('button', { name: 'Save view' }).click()
    await editor.getByLabel('Name').fill('Two or more failures')
    await editor.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await editor.getByRole('button', { name: 'View options' }).click()
    await editor.getByRole('menuitem', { name: 'Share with people' }).click()
    await editor.getByRole('radio', { name: 'Selected people' }).check()
    await editor.getByRole('button', { name: 'Choose people' }).click()
    await editor.getByRole('combobox', { name: 'Find a person' }).fill('noor')
    await expect(editor.getByRole('option', { name: 'Noor Lind' })).toBeVisible()
    await editor.keyboard.press('Enter')
    await editor.keyboard.press('Escape')
    await editor.getByRole('button', { name: 'Save sharing' }).click()
    await expect(editor.getByRole('dialog')).toHaveCount(0)
    await noor.goto('/inspections')
    await expect(bar(noor).getByText('Two or more failures')).toBeVisible()
    for (const other of ['viewer', 'admin'] as const) {
      const { views } = await askConsole(app, '/api/saved-views', { role: other })
      expect(JSON.stringify(views)).not.toContain('Two or more failures')
    }

    // A person is disabled while working. The next request is refused, and the person's follow-ups can be assigned to
    // others.
    await app.db.query(`update users set disabled_at = now() where name = 'Noor Lind'`)
    // The open page may go there first, which aborts this.
    await noor.goto('/review/follow-ups').catch(() => undefined)
    await expect(noor).toHaveURL(/\/sign-in/)
    await editor.goto('/review/follow-ups')
    const theirs = editor.getByRole('grid').getByRole('row').filter({ hasText: 'Replace the chain' })
    await expect(theirs).toContainText('Noor Lind (disabled)')
    await theirs.getByRole('button', { name: /^Assign / }).click()
    await editor.getByRole('button', { name: /Assignee: Noor Lind/ }).click()
    await editor.getByRole('combobox', { name: 'Find a person' }).fill('robin editor')
    await expect(editor.getByRole('option', { name: 'Robin editor' })).toBeVisible()
    await editor.keyboard.press('Enter')
    await editor.getByRole('button', { name: 'Save assignment' }).click()
    await expect(theirs).toContainText('Robin editor')
  })
})
