import type { Page } from '@playwright/test'
import type { TestConsole } from '@/lib/testing/harness'
import { expect, expectAccessible, expectAccessibleInBoth, expectNoOverflow, openDialog, test } from '../fixtures'

const password = 'tidal-cobalt-fern-7-orbit'

/** Invites a person on the screen and returns the link from the mail. */
async function invite(page: Page, app: TestConsole, { email, role }: { email: string; role: string }): Promise<string> {
  await page.goto('/settings/people')
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByLabel('Email addresses').fill(email)
  await page.getByText(role, { exact: true }).last().click()
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  const results = page.getByRole('dialog', { name: 'Invited 1 person' })
  await expect(results.getByText('Emailed')).toBeVisible()
  await results.getByRole('button', { name: 'Done' }).click()
  const mail = app.mails().find(({ to }) => to.includes(email))
  const [link = ''] = /http:\S+\/invitation#\S+/.exec(mail?.text ?? '') ?? []
  expect(link).toContain(app.url)
  return link
}

async function accept(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
}

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

test(
  'an invited person gets an email, can accept the invitation once, and can work',
  { tag: ['@smoke', '@S34'] },
  async ({ page, openAs, console: app, tolerate }) => {
    tolerate(/status of (404|422) .*\/api\/people\/invitations/)
    const email = 'mail.person@sightline.test'
    const link = await invite(page, app, { email, role: 'Editor' })
    await expect(rowOf(page, email)).toContainText('Invited')

    const theirs = await openAs(null)
    await theirs.goto(link)
    await expect(theirs.getByText('Robin admin invited you as an editor')).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByLabel('Your name').fill('Maila Person')
    await theirs.getByLabel('Password', { exact: true }).fill('password1234')
    await theirs.getByRole('button', { name: 'Accept and sign in' }).click()
    await expect(theirs.getByRole('alert').filter({ hasText: 'easy to guess' })).toBeVisible()
    await accept(theirs, link, 'Maila Person')

    // The admin's list updates on its own.
    await expect(rowOf(page, email)).toContainText('Active')
    await expect(rowOf(page, email)).toContainText('Maila Person')
    const another = await openAs(null)
    await another.goto(link)
    await expect(another.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    // The token is never part of a request line, so no server can log it.
    expect(app.output()).not.toContain(new URL(link).hash.slice(1))
  },
)

test('changing a role or disabling an account takes effect at once for the person at work', async ({
  page,
  openAs,
  console: app,
  tolerate,
}) => {
  tolerate(/status of 401/)
  const email = 'working@sightline.test'
  const theirs = await openAs(null)
  await accept(theirs, await invite(page, app, { email, role: 'Editor' }), 'Wanda Working')
  await theirs.goto('/inspections')

  await page.getByRole('link', { name: 'Wanda Working' }).click()
  await expect(page.getByRole('list', { name: 'Sessions of Wanda Working' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('dialog').getByText('Viewer', { exact: true }).click()
  await page.getByRole('button', { name: 'Make viewer' }).click()
  await expect(page.getByText('Wanda Working is now a viewer; ended 1 session')).toBeVisible()
  await expect(page.getByText('Not signed in anywhere')).toBeVisible()

  await expect(theirs).toHaveURL(/\/sign-in/)
  await theirs.getByLabel(/^E-?mail/).fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.keyboard.press('Enter')
  await expect(theirs).toHaveURL(/\/inspections/)

  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable account' }).click()
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  await expect(theirs).toHaveURL(/\/sign-in/)
  await theirs.getByLabel(/^E-?mail/).fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('alert').filter({ hasText: /not right|Incorrect/ })).toBeVisible()
})

test('the dialogs of the people page are readable in both themes and on a phone', async ({
  page,
  openAs,
  console: app,
  tolerate,
}) => {
  tolerate(/status of 404 .*\/api\/people\/invitations/)
  const { userId } = await app.signIn('viewer')
  await page.goto('/settings/people')
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page
    .getByLabel('Email addresses')
    .fill('Kim <kim@sightline.test>; lee@sightline.test, lee@sightline.test, nobody')
  await expect(page.getByText('2 addresses · 2 duplicate or invalid')).toBeVisible()
  await expectAccessibleInBoth(page, { part: openDialog })
  await page.getByRole('button', { name: 'Invite 2 people' }).click()
  await expect(page.getByText('Not an email address')).toBeVisible()
  await expectAccessibleInBoth(page, { part: openDialog })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Actions for lee@sightline.test' }).click()
  await page.getByRole('menuitem', { name: 'Resend invitation' }).click()
  await page.getByRole('button', { name: 'Resend invitation' }).click()
  await expect(page.getByRole('dialog', { name: 'Invitation emailed again' })).toBeVisible()
  await expectAccessibleInBoth(page, { part: openDialog })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Actions for lee@sightline.test' }).click()
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await page.getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(page.getByText('Revoked the invitation of lee@sightline.test')).toBeVisible()

  await page.goto(`/settings/people/${userId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Create password link' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.locator('[data-link]')).toContainText('/reset-password#')
  await expectAccessibleInBoth(page, { part: openDialog })
  await expectNoOverflow(page)

  const stranger = await openAs(null)
  await stranger.setViewportSize({ width: 390, height: 844 })
  await stranger.goto('/invitation#made-up')
  await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectAccessibleInBoth(stranger)
  await expectNoOverflow(stranger)
})
