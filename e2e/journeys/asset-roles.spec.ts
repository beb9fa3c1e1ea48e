import type { Role } from '@/lib/access/permissions'
import type { TestConsole } from '@/lib/testing/harness'
import { askConsole, expect, expectAccessibleInBoth, test } from '../fixtures'
import { addGroup, addTypes, expectTruth, findGroup, relist, readTruth, recordWrites, setStatus } from './asset-world'

const ferry = [
  ['Afloat', 'GREEN'],
  ['Ashore', 'RED'],
] as const

async function prepare(app: TestConsole, name: string) {
  const group = addGroup(app, `${name} states`, ferry)
  const { typeIds, assetIds } = addTypes(app, [name], group, { Afloat: 2 })
  await relist(app, typeIds)
  return { group, typeId: typeIds[0] ?? '', assetIds }
}

for (const [role, maySet] of [
  ['viewer', false],
  ['editor', true],
] as const)
  test.describe(`a ${role}`, () => {
    test.use({ role })

    test(
      'can read everything and sees why disabled actions are disabled',
      { tag: ['@smoke', '@S4'] },
      async ({ page, console: app }) => {
        const { group, typeId, assetIds } = await prepare(app, `Ferry of ${role}`)
        const before = readTruth(app)
        const reason = 'Your role can view status groups but not change them.'
        const writes = await recordWrites(app, async () => {
          await page.goto('/status-groups?q=Ferry')
          for (const name of ['New group', 'Import']) {
            const button = page.getByRole('button', { name, exact: true })
            await expect(button).toHaveAttribute('aria-disabled', 'true')
            await expect(button).toHaveAccessibleDescription(new RegExp(reason))
            await button.click({ force: true })
          }
          await expect(page.getByRole('dialog')).toHaveCount(0)
          await page.getByRole('button', { name: `Actions for Ferry of ${role} states` }).click()
          for (const name of ['Delete', 'Duplicate'])
            await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
          await expect(page.getByRole('menu')).toContainText(reason)
          await page.keyboard.press('Escape')

          await page.goto(`/status-groups/${group.id}`)
          await expect(page.getByRole('main')).toContainText(reason)
          for (const name of ['Afloat', 'Ashore']) await expect(page.getByRole('main')).toContainText(name)
          await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
          await expectAccessibleInBoth(page)

          await page.goto(`/status-groups/types?q=Ferry of ${role}`)
          await expect(page.getByRole('main')).toContainText(reason)
          const none = page.getByRole('radio', { name: `Ferry of ${role}: No group` })
          await expect(none).toHaveAttribute('aria-disabled', 'true')
          await none.click({ force: true })
          await page.keyboard.press('Space')
          await expect(page.getByRole('button', { name: /^Review/ })).toHaveCount(0)
        })
        expect(writes).toEqual([])
        expect(readTruth(app)).toEqual(before)

        await page.goto(`/assets?type=${typeId}`)
        const code = `Ferry of ${role} Afloat-1`
        await page
          .getByRole('grid')
          .getByRole('button', { name: `Status of ${code}: Afloat` })
          .click()
        const menu = page.getByRole('menu')
        if (maySet) {
          await menu.getByRole('menuitemradio', { name: 'Ashore' }).click()
          await expectTruth(app, before, (truth) =>
            setStatus(truth, assetIds.slice(0, 1), group.statuses['Ashore'] ?? ''),
          )
        } else {
          await expect(menu).toContainText('Your role can view statuses but not set them.')
          await page.keyboard.press('Escape')
          await page.getByRole('checkbox', { name: `Select ${code}` }).check()
          const set = page.getByRole('button', { name: 'Set status…' })
          await expect(set).toHaveAttribute('aria-disabled', 'true')
          await expect(set).toHaveAccessibleDescription(/Your role can view statuses but not set them/)
          expect(readTruth(app)).toEqual(before)
        }
      },
    )
  })

test(
  'forged requests from viewers, editors and other sites never reach the service',
  { tag: ['@smoke', '@S4', '@S9'] },
  async ({ console: app }) => {
    const { group, typeId, assetIds } = await prepare(app, 'Barge')
    const { group: base } = (await askConsole(app, `/api/status-groups/${group.id}`)) as { group: { name: string } }
    // A change by another person, which could be undone, retried or canceled.
    const { change } = (await askConsole(app, '/api/asset-changes/set-status', {
      method: 'POST',
      body: { selection: { kind: 'ids', ids: assetIds }, optionId: null },
    })) as { change: { changeId: string } }
    const path = `/api/asset-changes/${change.changeId}`
    await expect.poll(async () => (await askConsole(app, path))['done']).toBe(2)
    const { entries } = (await askConsole(app, `/api/activity?changeId=${change.changeId}`)) as {
      entries: Array<{ activityId: string }>
    }
    const activityId = entries[0]?.activityId ?? ''
    const before = readTruth(app)
    const ofAdmins = [
      ['POST', '/api/status-groups', { name: 'Forged', options: [] }],
      ['PATCH', `/api/status-groups/${group.id}`, { base, name: 'Forged' }],
      ['DELETE', `/api/status-groups/${group.id}`, { base, confirmedName: base.name }],
      ['POST', '/api/status-groups/recreate', { activityId }],
      ['POST', '/api/asset-changes/assign-types', { moves: [{ typeId, fromGroupId: group.id, toGroupId: null }] }],
      ['POST', `${path}/undo`, {}],
      ['PATCH', `/api/service/assets/v1/status-groups/${group.id}`, { status_group: {}, update_mask: 'name' }],
    ] as const
    const ofEditors = [
      ['POST', '/api/asset-changes/set-status', { selection: { kind: 'ids', ids: assetIds }, optionId: null }],
      ['POST', '/api/asset-changes/restore', { activityId }],
      ['POST', `${path}/retry`, { states: ['failed'] }],
      ['POST', `${path}/cancel`, {}],
    ] as const

    const statuses: number[] = []
    const forge = async (
      role: Role,
      routes: ReadonlyArray<readonly [string, string, unknown]>,
      headers: Readonly<Record<string, string>> = {},
    ) => {
      const { cookie } = await app.signIn(role)
      for (const [method, to, body] of routes) {
        const { status } = await fetch(app.url + to, {
          method,
          headers: {
            cookie: `${cookie.name}=${cookie.value}`,
            origin: app.url,
            'x-requested-with': 'sightline',
            'content-type': 'application/json',
            ...headers,
          },
          body: JSON.stringify(body),
        })
        statuses.push(status)
        expect([method, to, status]).toEqual([method, to, 403])
      }
    }
    const writes = await recordWrites(app, async () => {
      await forge('viewer', [...ofAdmins, ...ofEditors])
      await forge('editor', ofAdmins)
      await forge('admin', [...ofAdmins, ...ofEditors], {
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      })
    })
    expect(statuses).toHaveLength(29)
    expect(writes).toEqual([])
    expect(readTruth(app)).toEqual(before)
  },
)

const otherPermissions = ['View all data', 'Manage all data', 'Platform management: Users']

test('a missing “Assets: Settings” or “Assets: Access” permission of the token is explained, and nothing is lost', async ({
  page,
  tolerate,
  console: app,
}) => {
  tolerate(/status of (403|50\d)/)
  const { group, typeId, assetIds } = await prepare(app, 'Punt')
  const before = readTruth(app)
  const { control } = app.standin
  try {
    control.setPermissions([...otherPermissions, 'Assets: Access'])
    await page.goto(`/status-groups/${group.id}`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Punt states of ours')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The group was not saved')).toBeVisible()
    await expect(page.getByText('is not allowed to do this in SafetyCulture')).toBeVisible()
    await expect(name).toHaveValue('Punt states of ours')
    expect(readTruth(app)).toEqual(before)
    // From then on the screen explains it before anyone tries.
    await page.goto('/status-groups')
    await expect(page.getByRole('button', { name: 'New group' })).toHaveAccessibleDescription(/“Assets: Settings”/)

    control.setPermissions(otherPermissions)
    await askConsole(app, '/api/assets/refresh', { method: 'POST', body: {} }).catch(() => null)
    await page.goto('/status-groups')
    await expect(page.getByText('The status groups could not be loaded')).toBeVisible()
    await expect(page.getByText('is not allowed to do this in SafetyCulture').first()).toBeVisible()
    await page.goto(`/assets?type=${typeId}`)
    await expect(page.getByText('The API token lacks the permission “Assets: Access”')).toBeVisible()
    // Data listed before can still be read.
    await expect(page.getByRole('grid').getByRole('link', { name: 'Punt Afloat-2' })).toBeVisible()
    expect(readTruth(app)).toEqual(before)
  } finally {
    control.setPermissions('all')
  }

  // The first write that the service accepts clears the notice.
  const { group: base } = await askConsole(app, `/api/status-groups/${group.id}`)
  await askConsole(app, `/api/status-groups/${group.id}`, {
    method: 'PATCH',
    body: { base, name: 'Punt states again' },
  })
  await askConsole(app, '/api/asset-changes/set-status', {
    method: 'POST',
    body: { selection: { kind: 'ids', ids: assetIds.slice(0, 1) }, optionId: group.statuses['Ashore'] },
  })
  await askConsole(app, '/api/assets/refresh', { method: 'POST', body: {} })
  await expectTruth(app, before, (truth) => {
    findGroup(truth, 'Punt states').name = 'Punt states again'
    setStatus(truth, assetIds.slice(0, 1), group.statuses['Ashore'] ?? '')
  })
  await page.goto('/status-groups')
  await expect(page.getByRole('button', { name: 'New group' })).not.toHaveAttribute('aria-disabled')
  await page.goto(`/assets?type=${typeId}`)
  await expect(page.getByText('The API token lacks the permission')).toHaveCount(0)
})
