import { addNotices } from '@/lib/inbox/store'
import { askConsole, expect, test } from '../fixtures'

test('a new notice is shown by the browser of a person who turned that on and looks at something else', async ({
  page,
  context,
  console: app,
}) => {
  const { userId } = await app.signIn('admin')
  const notify = (text: string) =>
    app.db.transaction((tx) =>
      addNotices(tx, [
        {
          userIds: [userId],
          kind: 'rule',
          cause: text,
          text,
          detail: 'Forklift 7',
          target: { kind: 'inspection', id: 'x' },
        },
      ]),
    )
  // What other tests left.
  const listed = { until: new Date().toISOString(), state: 'archived' }
  await askConsole(app, '/api/inbox/marks', { method: 'POST', body: listed })
  await context.grantPermissions(['notifications'])
  // Chromium shows no notification without a desktop, so the page's own calls are listed.
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

  // Who looks at the page sees the bell.
  await notify('A rule acted first')
  await expect(page.getByRole('link', { name: /^Inbox, 1 unread/ })).toBeVisible()
  expect(await readShown()).toEqual([])
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }))
  await notify('A rule acted again')
  await expect.poll(readShown).toEqual([['A rule acted again', 'Forklift 7', 'tag']])

  await part.getByRole('button', { name: 'Turn off' }).click()
  await notify('A rule acted once more')
  await expect(page.getByRole('link', { name: /^Inbox, 3 unread/ })).toBeVisible()
  expect(await readShown()).toHaveLength(1)
})
