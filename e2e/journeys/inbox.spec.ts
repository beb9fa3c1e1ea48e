import { askConsole, expect, test } from '../fixtures'

// Unlike an admin, an editor gets no notice when a busy machine makes the sync late.
test.use({ role: 'editor' })

test('a browser notification shows a new notice to a person who turned notifications on and is looking at something else', async ({
  page,
  context,
  console: app,
}) => {
  const { userId } = await app.signIn('editor')
  const { rows } = await app.db.query<{ id: string; title: string }>(
    'select audit_id as id, title from inspections where title is not null limit 1',
  )
  const [inspection] = rows
  /** A colleague mentions the person in a comment. */
  const mention = (text: string) =>
    askConsole(app, `/api/review/${inspection?.id}/comments`, {
      method: 'POST',
      body: { body: `@Robin editor ${text}`, mentions: [userId] },
    })
  // Archives the notices of other tests.
  const listed = { until: new Date().toISOString(), state: 'archived' }
  await askConsole(app, '/api/inbox/marks', { role: 'editor', method: 'POST', body: listed })
  await context.grantPermissions(['notifications'])
  // Chromium shows no notifications without a desktop, so the test records the page's calls instead.
  await page.addInitScript(() => {
    const shown: string[][] = []
    class Listed extends EventTarget {
      static permission = 'granted'
      static requestPermission = () => Promise.resolve('granted')
      constructor(title: string, { body = '', tag = '' }: { body?: string; tag?: string }) {
        super()
        shown.push([title, body, tag === '' ? 'no tag' : 'tag'])
      }
    }
    Object.assign(window, { Notification: Listed, shown })
  })
  const readShown = () => page.evaluate(() => (window as Window & { shown?: string[][] }).shown)
  await page.goto('/settings/account')
  const part = page.getByRole('region', { name: 'Browser notifications' })
  await part.getByRole('button', { name: 'Turn on' }).click()
  await expect(part.getByRole('status')).toHaveText('Turned on in this browser.')

  // A person who looks at the page sees only the bell.
  await mention('Look at this')
  await expect(page.getByRole('link', { name: /^Inbox, 1 unread/ })).toBeVisible()
  expect(await readShown()).toEqual([])
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }))
  await mention('And at this')
  await expect
    .poll(readShown)
    .toEqual([[`Robin admin mentioned you in ${inspection?.title}`, '@Robin editor And at this', 'tag']])

  await part.getByRole('button', { name: 'Turn off' }).click()
  await mention('Last one')
  await expect(page.getByRole('link', { name: /^Inbox, 3 unread/ })).toBeVisible()
  expect(await readShown()).toHaveLength(1)
})
