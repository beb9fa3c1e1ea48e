// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GroupEditorPage } from '@/components/status-groups/editor/editor-page'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { GroupListPage } from './group-list'
import {
  activityId,
  click,
  field,
  fill,
  find,
  GroupServer,
  makeEntry,
  makeGroup,
  press,
  read,
  Screen,
  until,
} from './testing-list'

let screen: Screen
beforeEach(() => stubTableLayout())
afterEach(() => screen.close())

const types = [
  { typeId: 't1', name: 'Forklift', groupId: 'a', assetCount: 9, counts: { 'a-1': 4, 'a-2': 3 } },
  { typeId: 't2', name: 'Van', groupId: 'a', assetCount: 2, counts: { 'a-1': 1 } },
]
const tools = makeGroup('a', 'Tools', { typeIds: ['t1', 't2'], counts: { 'a-1': 5, 'a-2': 3 } })
const rental = makeGroup('b', 'Rental', { description: 'What is lent' })

async function open(server: GroupServer, given: Parameters<Screen['show']>[1] = {}) {
  screen = new Screen(server)
  await screen.show(<GroupListPage />, given)
  return server
}
const names = () =>
  [...document.querySelectorAll('[role=grid] a[href^="/status-groups/"]')].map((link) => link.textContent)
const start = async (given: Parameters<Screen['show']>[1] = {}) => {
  const server = await open(new GroupServer([tools, rental], { types }), given)
  await until(() => expect(names()).toHaveLength(2))
  return server
}

const findCountLink = (text: string) =>
  [...document.querySelectorAll('[role=grid] a')].find((link) => link.textContent === text)

it('the number of assets of a group is no link if an address cannot name all of its types', async () => {
  const many = Array.from({ length: 101 }, (_, at) => ({
    typeId: `m${at}`,
    name: `Type ${at}`,
    groupId: 'b',
    assetCount: 7,
    counts: {},
  }))
  const groups = [tools, { ...rental, typeIds: many.map(({ typeId }) => typeId) }]
  await open(new GroupServer(groups, { types: [...types, ...many] }))
  await until(() => expect(names()).toHaveLength(2))
  expect(findCountLink('11')?.getAttribute('href')).toContain('type=t1&type=t2')
  expect(read()).toContain('707')
  expect(findCountLink('707')).toBeUndefined()
})

const openForm = async () => {
  const server = await start()
  await click('New group')
  await until(() => expect(read()).toContain('Created immediately'))
  return server
}

const ask = async (server: GroupServer) => {
  await click('Actions for Tools')
  await click('Delete')
  await until(() => expect(read()).toContain('Type the name to confirm: Tools'))
  return server
}
const deleteButton = () => find('Delete group') as HTMLButtonElement | undefined
const confirm = async (name = 'Tools') => {
  await fill('Type the name to confirm: Tools', name)
  await until(() => expect(deleteButton()?.disabled).toBe(false))
  await click('Delete group')
}

describe('the list of status groups', () => {
  it(
    'shows statuses in their order with their numbers of assets, types, and links to assets and types',
    { tags: ['full'] },
    async () => {
      await start()
      const [first] = document.querySelectorAll('[aria-label="Statuses of Tools, in order"]')
      expect([...(first?.children ?? [])].map((item) => item.textContent)).toEqual(['In service5', 'Broken3'])
      expect(find('5 assets are In service')?.getAttribute('href')).toBe('/assets?status=a-1&state=all')
      expect(find('8 assets have a status of Tools')?.textContent).toBe('8')
      expect(find('8 assets have a status of Tools')?.getAttribute('href')).toBe('/assets?group=a&state=all')
      expect(find('11 assets of the types that use Tools')?.textContent).toBe('11')
      expect(find('11 assets of the types that use Tools')?.getAttribute('href')).toBe(
        '/assets?type=t1&type=t2&state=all',
      )
      expect(read()).toContain('Forklift, Van')
      expect(find('Tools')?.getAttribute('href')).toBe('/status-groups/a')
      expect(read()).toContain('2 groups')
      expect(read()).toContain('Each asset type can use one group.')
    },
  )

  it('says that assets are being counted in place of unknown numbers', { tags: ['full'] }, async () => {
    const counting = { counts: null, isCounting: true } as const
    const server = new GroupServer([{ ...tools, ...counting }], {
      types: types.map((type) => Object.assign({}, type, counting)),
    })
    await open(server)
    await until(() => expect(read()).toMatch(/11\s*counting/))
    expect(find('8 assets have a status of Tools')).toBeUndefined()
  })

  it('says that it is loading, that there are no groups, and what to do next', { tags: ['full'] }, async () => {
    const server = new GroupServer([])
    const held: Array<(answer: Response) => void> = []
    server.once('GET /api/status-groups', () => new Promise((resolve) => held.push(resolve)))
    await open(server)
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
    for (const resolve of held) resolve(Response.json(server.board))
    await until(() => expect(read()).toContain('No status groups yet'))
    expect(read()).toContain('Each asset type can use one group.')
    await click('New group')
    await until(() => expect(read()).toContain('New status group'))
  })

  it('says why it could not be loaded, loads on retry, and stays if a refresh fails', { tags: ['full'] }, async () => {
    const server = new GroupServer([tools])
    server.fail('GET /api/status-groups', 502, 'upstream_refused', 'The token may not read status groups.')
    await open(server)
    await until(() => expect(read()).toContain('The token may not read status groups.'))
    await click('Retry')
    await until(() => expect(names()).toEqual(['Tools']))
    server.fail('GET /api/status-groups', 502, 'upstream_failed', 'It is down.')
    await screen.queryClient.invalidateQueries()
    await until(() => expect(read()).toContain('It is down.'))
    expect(names()).toEqual(['Tools'])
  })

  it('says what is missing and why, and shows no number that is unknown', { tags: ['full'] }, async () => {
    const reach = { types: 'refused', assets: 'refused', assetsAsOf: null, areWritesRefused: false } as const
    await open(new GroupServer([{ ...tools, counts: null }], { types: [], reach }))
    await until(() => expect(read()).toContain('The API token may not list assets'))
    expect(read()).toContain('The API token may not list asset types')
    expect(read()).toContain('assets not counted')
    expect(find('Recount')).toBeUndefined()
    // Only the ids of the group's types are known.
    expect(read()).toContain('t1, t2')
  })

  it('searches and sorts, and keeps both in the address', { tags: ['full'] }, async () => {
    await start({ search: '?sort=-name' })
    expect(names()).toEqual(['Tools', 'Rental'])
    await fill('Search groups, statuses and types', 'lent')
    await until(() => expect(names()).toEqual(['Rental']))
    expect(read()).toContain('1 of 2 groups')
    await fill('Search groups, statuses and types', 'nowhere')
    await until(() => expect(read()).toContain('No groups match'))
    await click('Clear search')
    await until(() => expect(names()).toEqual(['Tools', 'Rental']))
  })

  it('sorts by the names of the types that use a group', { tags: ['full'] }, async () => {
    await start({ search: '?sort=types' })
    // A group that no type uses comes last, as in every order.
    expect(names()).toEqual(['Tools', 'Rental'])
  })

  it('recounts on demand, and says when that fails', { tags: ['full'] }, async () => {
    const server = await start()
    expect(read()).toContain('Assets counted 4 min ago')
    server.board = { ...server.board, groups: [{ ...tools, counts: { 'a-1': 6 } }, rental] }
    await click('Recount')
    await until(() => expect(find('6 assets are In service')).toBeDefined())
    server.fail('POST /api/assets/refresh', 502, 'upstream_failed', 'It is down.')
    await click('Recount')
    await until(() => expect(read()).toContain('The assets were not recounted'))
    expect(read()).toContain('The earlier numbers are still shown.')
  })

  it('supports the keys n, /, j and k, and opens with Enter', async () => {
    await start()
    await press('j')
    await press('j')
    await press('Enter')
    expect(screen.pushed).toEqual(['/status-groups/a'])
    await press('/')
    expect(document.activeElement).toBe(field('Search groups, statuses and types'))
    field('Search groups, statuses and types').blur()
    await press('n')
    await until(() => expect(read()).toContain('New status group'))
  })
})

it('exports the selected groups', { tags: ['full'] }, async () => {
  await start()
  await press('j')
  await press('x')
  await until(() => expect(read()).toContain('1 selected'))
  await press('e')
  await until(() => expect(screen.saved).toHaveLength(1))
  const saved = (await screen.saved[0]?.text()) ?? ''
  expect(['Rental', 'Tools'].filter((name) => saved.includes(`"${name}"`))).toHaveLength(1)
})

it('offers older deletions when the newest ones failed', async () => {
  const server = new GroupServer([tools, rental], { types })
  server.once('GET /api/activity', () =>
    Response.json({ entries: [makeEntry({ activityId: crypto.randomUUID(), outcome: 'failed' })], after: 'older' }),
  )
  server.entries = [makeEntry()]
  await open(server)
  await click('Show older groups')
  await until(() => expect(find('Recreate Old tools')).toBeDefined())
})

describe('without the right to change groups', () => {
  it.each([
    ['a viewer', 'viewer', false, 'Your role can view status groups'],
    ['an editor', 'editor', false, 'Your role can view status groups'],
    ['an admin whose token was refused', 'admin', true, 'the permission “Assets: Settings”'],
  ] as const)('%s sees everything, with the reason for disabled buttons', async (_, role, areWritesRefused, reason) => {
    const server = new GroupServer([tools, rental], { types })
    server.board.reach.areWritesRefused = areWritesRefused
    server.entries = [makeEntry()]
    await open(server, { role })
    await until(() => expect(find('Recreate Old tools')).toBeDefined())
    expect(read()).toContain(reason)
    for (const name of ['New group', 'Import', 'Recreate Old tools']) {
      const button = find(name)
      expect(button?.getAttribute('aria-disabled'), name).toBe('true')
      expect(button?.hasAttribute('disabled'), name).toBe(false)
      expect(document.querySelector(`[id="${button?.getAttribute('aria-describedby') ?? ''}"]`)?.textContent).toContain(
        reason,
      )
      await click(name)
    }
    await press('n')
    await click('Actions for Tools')
    await until(() => expect(find('Delete')?.getAttribute('aria-disabled')).toBe('true'))
    await click('Delete')
    expect(find('Duplicate')?.getAttribute('aria-disabled')).toBe('true')
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(server.writes()).toEqual([])
    expect(find('Export as JSON')?.getAttribute('aria-disabled')).not.toBe('true')
  })
})

describe('creating a group', () => {
  it(
    'sends name, description and statuses in their order, and then offers to assign types',
    { tags: ['full'] },
    async () => {
      const server = await openForm()
      await fill('Name', '  Ladders ')
      await fill('Description', 'All of them')
      await fill('Name of status 1', 'Safe')
      await click('Add status')
      await fill('Name of status 2', 'Unsafe')
      await click('Add status')
      await fill('Name of status 3', 'Gone')
      await click('Move Gone up')
      await click('Remove Unsafe')
      await click('Create group')
      await until(() => expect(read()).toContain('Created “Ladders”'))
      expect(server.writes()).toEqual([
        {
          method: 'POST',
          path: '/api/status-groups',
          body: {
            name: 'Ladders',
            description: 'All of them',
            options: [
              { name: 'Safe', color: 'STATUS_BADGE_COLOR_GREEN' },
              { name: 'Gone', color: expect.stringContaining('STATUS_BADGE_COLOR_') },
            ],
          },
        },
      ])
      expect(names()).toContain('Ladders')
      expect(find('Assign to types')?.getAttribute('href')).toBe('/status-groups/types')
    },
  )

  it('moves a status with Alt and arrow keys and announces its position', { tags: ['full'] }, async () => {
    await openForm()
    await click('Vehicle')
    await until(() => expect(field('Name of status 1').value).toBe('Roadworthy'))
    field('Name of status 1').focus()
    await press('ArrowDown', { altKey: true })
    expect([field('Name of status 1').value, field('Name of status 2').value]).toEqual(['Service due', 'Roadworthy'])
    expect(document.querySelector('[data-announcements]')?.textContent).toContain('Roadworthy is now 2 of 5')
  })

  it('says what is missing without sending anything', async () => {
    const server = await openForm()
    await click('Add status')
    await fill('Name of status 2', 'Safe')
    await click('Create group')
    await until(() => expect(read()).toContain('Enter a name'))
    expect(read()).toContain('Enter a name, or remove the status')
    expect(server.writes()).toEqual([])
  })

  it('stops at ten statuses and says why', { tags: ['full'] }, async () => {
    await openForm()
    await click('Operational')
    for (let at = 0; at < 5; at += 1) await click('Add status')
    expect(read()).toContain('10 of 10')
    expect(find('Add status')?.getAttribute('aria-disabled')).toBe('true')
    expect(read()).toContain('A group can have at most 10 statuses. Remove one to add another.')
    await click('Add status')
    expect(read()).toContain('10 of 10')
  })

  it('warns about existing and duplicate names, and gives a copy an unused name', { tags: ['full'] }, async () => {
    await start()
    await click('Actions for Tools')
    await click('Duplicate')
    await until(() => expect(field('Name').value).toBe('Tools 2'))
    expect(field('Name of status 2').value).toBe('Broken')
    await fill('Name', 'tools')
    await until(() => expect(read()).toContain('A group with this name already exists.'))
    await fill('Name of status 2', 'in service')
    await until(() => expect(read()).toContain('Two statuses are called “In service”'))
  })

  it('can restore what a starter set replaced, and asks before discarding the draft', { tags: ['full'] }, async () => {
    await openForm()
    await fill('Name', 'Mine')
    await click('Cleaning')
    await until(() => expect(field('Name').value).toBe('Cleaning'))
    await click('Restore it')
    await until(() => expect(field('Name').value).toBe('Mine'))
    await click('Cancel')
    await until(() => expect(read()).toContain('Discard what you typed?'))
    await click('Keep editing')
    expect(field('Name').value).toBe('Mine')
    await click('Cancel')
    await click('Discard')
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  it('keeps the draft and shows the reason when it is refused', { tags: ['full'] }, async () => {
    const server = await openForm()
    server.fail('POST /api/status-groups', 502, 'upstream_failed', 'The service refused the name.')
    await fill('Name', 'Ladders')
    await click('Create group')
    await until(() => expect(read()).toContain('The group was not created'))
    expect(read()).toContain('The service refused the name. What you typed is kept.')
    expect(field('Name').value).toBe('Ladders')
    expect(names()).toEqual(['Rental', 'Tools'])
  })

  it('searches the list for the group when no response arrives, and sends it once', { tags: ['full'] }, async () => {
    const server = await openForm()
    server.once('POST /api/status-groups', () => {
      server.create({ name: 'Ladders', options: [] })
      return 'lost'
    })
    await fill('Name', 'Ladders')
    await click('Create group')
    await until(() => expect(read()).toContain('Created “Ladders”'))
    expect(read()).toContain('The response was lost, but Sightline confirmed the result')
    expect(server.writes()).toHaveLength(1)
  })

  it('says that the outcome is unknown when the list does not show the group either', async () => {
    const server = await openForm()
    server.once('POST /api/status-groups', () => 'lost')
    await fill('Name', 'Ladders')
    await click('Create group')
    await until(() => expect(read()).toContain('Unknown whether the group was created'))
    expect(server.writes()).toHaveLength(1)
    expect(field('Name').value).toBe('Ladders')
  })

  it(
    'waits for the log when SafetyCulture’s response was lost, and then shows the outcome',
    { tags: ['full'] },
    async () => {
      const server = await openForm()
      server.entries = [makeEntry({ action: 'status-group.create', objectId: null, outcome: 'unknown' })]
      server.once('POST /api/status-groups', () => server.written({ outcome: 'unknown' }))
      await fill('Name', 'Ladders')
      await click('Create group')
      await until(() => expect(read()).toContain('Unknown whether “Ladders” was created'))
      server.entries = [
        makeEntry({ action: 'status-group.create', outcome: 'failed', outcomeNote: 'It was not done.' }),
      ]
      await until(() => expect(read()).toContain('“Ladders” was not created'))
      expect(read()).toContain('It was not done.')
      expect(server.writes()).toHaveLength(1)
    },
  )
})

describe('deleting a group', () => {
  it('recounts what it affects, and requires the name of the group', { tags: ['full'] }, async () => {
    const server = await start()
    server.once('POST /api/assets/refresh', (sent) => {
      expect(sent.body).toEqual({ typeIds: ['t1', 't2'] })
      server.board = { ...server.board, groups: [{ ...tools, counts: { 'a-1': 10 } }, rental] }
      return Response.json({ assetsAsOf: new Date().toISOString(), count: 12 })
    })
    await ask(server)
    await until(() => expect(read()).toContain('10 assets (2 types) will lose their status.'))
    expect(read()).toContain('SafetyCulture cannot undo this.')
    await until(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Counted now'))
    await fill('Type the name to confirm: Tools', 'Tool')
    expect(deleteButton()?.disabled).toBe(true)
    await confirm(' Tools ')
    await until(() => expect(read()).toContain('Deleted “Tools”'))
    const { counts: _counts, ...base } = { ...tools, counts: null }
    expect(server.writes()).toEqual([
      {
        method: 'DELETE',
        path: '/api/status-groups/a',
        body: { base: expect.objectContaining(base), confirmedName: 'Tools' },
      },
    ])
    expect(names()).toEqual(['Rental'])
    expect(read()).toContain('7 assets lost their status.')
  })

  it(
    'says that the number of assets is unknown when they cannot be listed, and does not recount',
    { tags: ['full'] },
    async () => {
      const reach = { types: 'listed', assets: 'refused', assetsAsOf: null, areWritesRefused: false } as const
      const server = await open(new GroupServer([{ ...tools, counts: null }], { types: [], reach }))
      await until(() => expect(names()).toEqual(['Tools']))
      await ask(server)
      expect(read()).toContain('so their number is unknown')
      expect(server.sent.filter(({ path }) => path === '/api/assets/refresh')).toEqual([])
      await confirm()
      await until(() => expect(read()).toContain('Deleted “Tools”'))
    },
  )

  it('shows the earlier numbers when the recount fails, and says so', { tags: ['full'] }, async () => {
    const server = await start()
    server.fail('POST /api/assets/refresh', 502, 'upstream_failed', 'It is down.')
    await ask(server)
    await until(() => expect(read()).toContain('The assets could not be recounted'))
    expect(read()).toContain('8 assets (2 types) will lose their status.')
  })

  it('shows what another person has changed and asks again about the current group', { tags: ['full'] }, async () => {
    const server = await start()
    await ask(server)
    const now = { ...tools, name: 'Tools', options: [...tools.options, { optionId: 'x', name: 'Lent', color: 'BLUE' }] }
    server.fail('DELETE /api/status-groups/a', 409, 'conflict', 'It changed.', { current: now })
    await confirm()
    await until(() => expect(read()).toContain('Someone else changed the group, so it was not deleted'))
    expect(read()).toContain('Added Lent')
    expect(field('Type the name to confirm: Tools').value).toBe('')
    await confirm()
    await until(() => expect(read()).toContain('Deleted “Tools”'))
    expect(server.writes().at(-1)?.body).toMatchObject({ base: { options: now.options } })
  })

  it('refreshes the group even if an editor has it open, and keeps the edits there', { tags: ['full'] }, async () => {
    const server = new GroupServer([tools, rental], { types })
    screen = new Screen(server)
    await screen.show(<GroupEditorPage groupId="a" />)
    await until(() => expect(field('Name of status 2').value).toBe('Broken'))
    const truck = { typeId: 't3', name: 'Truck', groupId: 'a', assetCount: 4, counts: { 'a-1': 4 } }
    const options = tools.options.map((option) => ({ ...option, name: `${option.name} now` }))
    server.board = {
      ...server.board,
      groups: [{ ...tools, options, typeIds: ['t1', 't2', 't3'], counts: { 'a-1': 9, 'a-2': 3 } }, rental],
      types: [...types, truck],
    }
    await click('Actions for Tools')
    await click('Delete')
    await until(() => expect(read()).toContain('12 assets (3 types) will lose their status.'))
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Truck')
    expect(field('Name of status 2').value).toBe('Broken')
    await confirm()
    await until(() => expect(server.writes()).toHaveLength(1))
    expect(server.writes()[0]?.body).toMatchObject({ base: { options, typeIds: ['t1', 't2', 't3'] } })
  })

  it('keeps the group in the list when it is refused', { tags: ['full'] }, async () => {
    const server = await start()
    await ask(server)
    server.fail('DELETE /api/status-groups/a', 502, 'upstream_refused', 'The token may not.')
    await confirm()
    await until(() => expect(read()).toContain('The group was not deleted'))
    expect(read()).toContain('Types and assets did not change.')
    expect(names()).toEqual(['Rental', 'Tools'])
  })

  it('says when another person has already deleted the group', { tags: ['full'] }, async () => {
    const server = await start()
    server.board = { ...server.board, groups: [rental] }
    await click('Actions for Tools')
    await click('Delete')
    await until(() => expect(read()).toContain('Someone else deleted it.'))
    expect(deleteButton()).toBeUndefined()
  })

  it(
    'says that the outcome is unknown when SafetyCulture’s response is lost, until the log has it',
    { tags: ['full'] },
    async () => {
      const server = await start()
      await ask(server)
      server.entries = [makeEntry({ objectName: 'Tools', outcome: 'unknown' })]
      server.once('DELETE /api/status-groups/a', () => server.written({ outcome: 'unknown' }))
      await confirm()
      await until(() => expect(read()).toContain('Unknown whether “Tools” was deleted'))
      expect(names()).toEqual(['Rental', 'Tools'])
      server.entries = [makeEntry({ objectName: 'Tools', outcome: 'done', snapshotCount: 7 })]
      server.board = { ...server.board, groups: [rental] }
      await until(() => expect(read()).toContain('Deleted “Tools”'))
      await until(() => expect(names()).toEqual(['Rental']))
      expect(server.writes()).toHaveLength(1)
    },
  )

  it(
    'finds the deletion in the log when this page got no response, and sends nothing twice',
    { tags: ['full'] },
    async () => {
      const server = await start()
      await ask(server)
      server.once('DELETE /api/status-groups/a', () => {
        server.board = { ...server.board, groups: [rental] }
        server.entries = [makeEntry({ objectId: 'a', objectName: 'Tools', snapshotCount: 3 })]
        return 'lost'
      })
      await confirm()
      await until(() => expect(read()).toContain('3 assets lost their status.'))
      expect(server.writes()).toHaveLength(1)
    },
  )

  it(
    'can be reverted from the notice, and at any time from the list of deleted groups',
    { tags: ['full'] },
    async () => {
      const server = await start()
      await ask(server)
      await confirm()
      await until(() => expect(find('Recreate Tools')).toBeDefined())
      await click('Recreate Tools')
      await until(() => expect(read()).toContain('Recreated “Tools”'))
      expect(server.writes().at(-1)).toMatchObject({ path: '/api/status-groups/recreate', body: { activityId } })
      // The notice about the recreated group has replaced the notice about the deletion.
      expect(read()).not.toContain('Deleted “Tools”')
      expect(names()).toEqual(['Rental', 'Tools'])
      expect(read()).toContain('A group with this name exists again.')
    },
  )

  it('gives the reason for each type that was not assigned again', async () => {
    const server = await start()
    server.entries = [makeEntry({ before: { ...rental, typeIds: ['t1', 't2', 't3', 't4', 't5', 't6'] } })]
    await screen.queryClient.invalidateQueries()
    const failed = { kind: 'failed', message: 'The service does not know this type.' } as const
    server.once('POST /api/status-groups/recreate', () =>
      server.written({
        group: { ...makeGroup('c', 'Old tools'), typeIds: ['t1'] },
        unassigned: [
          { typeId: 't2', name: 'Van', why: { kind: 'other-group', groupName: 'Rental' } },
          { typeId: 't3', name: 'Cart', why: { kind: 'gone' } },
          { typeId: 't4', name: 'Crane', why: failed },
          { typeId: 't5', name: 'Digger', why: failed },
          { typeId: 't6', name: 'Lift', why: { kind: 'unknown' } },
        ],
      }),
    )
    await click('Recreate Old tools')
    await until(() => expect(read()).toContain('Recreated “Old tools”'))
    expect(read()).toContain('It is confirmed as reassigned to 1 of its 6 types.')
    const said = [...document.querySelectorAll('[aria-label="Types that were not reassigned"] li')]
    expect(said.map((item) => item.textContent)).toEqual([
      'Van now uses the group “Rental” and keeps it.',
      'Cart was deleted.',
      'Crane and Digger could not be assigned: The service does not know this type.',
      'Lift: the response was lost, so the result is unknown. It appears in the activity log when SafetyCulture confirms it.',
    ])
    expect(find('Assign to types')?.getAttribute('href')).toBe('/status-groups/types')
  })

  it('lists no unassigned types when all types have the recreated group', { tags: ['full'] }, async () => {
    const server = await start()
    server.entries = [makeEntry()]
    await screen.queryClient.invalidateQueries()
    server.once('POST /api/status-groups/recreate', () =>
      server.written({ group: { ...makeGroup('c', 'Old tools'), typeIds: ['t1'] }, unassigned: [] }),
    )
    await click('Recreate Old tools')
    await until(() => expect(read()).toContain('1 type uses it.'))
    expect(document.querySelector('[aria-label="Types that were not reassigned"]')).toBeNull()
  })

  it(
    'says that types were not reassigned when only the log shows the recreated group, and links to the type board',
    { tags: ['full'] },
    async () => {
      const server = await start()
      const deletion = makeEntry({ before: { ...rental, typeIds: ['t1', 't2'] } })
      server.entries = [deletion]
      await screen.queryClient.invalidateQueries()
      const again = '6f1b2a52-1111-4222-8333-444455556669'
      server.once('POST /api/status-groups/recreate', () => {
        server.entries = [
          deletion,
          makeEntry({ activityId: again, action: 'status-group.recreate', objectId: null, outcome: 'unknown' }),
        ]
        return server.written({ outcome: 'unknown', activityId: again })
      })
      await click('Recreate Old tools')
      await until(() => expect(read()).toContain('Unknown whether “Old tools” was recreated'))
      expect(read()).toContain('If it was, assign its 2 types')
      const after = makeGroup('c', 'Old tools')
      server.entries = [
        deletion,
        makeEntry({ activityId: again, action: 'status-group.recreate', objectId: 'c', after, outcome: 'done' }),
      ]
      await until(() => expect(read()).toContain('Recreated “Old tools”'))
      expect(read()).toContain('2 types were not reassigned')
      expect(find('Assign to types')?.getAttribute('href')).toBe('/status-groups/types')
      expect(server.writes()).toHaveLength(1)
    },
  )

  it('is listed with who and when, and with the reason when a group cannot be recreated', async () => {
    const server = new GroupServer([rental])
    server.entries = [
      makeEntry({ snapshotCount: 41 }),
      makeEntry({ activityId: '6f1b2a52-1111-4222-8333-444455556667', objectName: 'Never', outcome: 'failed' }),
      makeEntry({ activityId: '6f1b2a52-1111-4222-8333-444455556668', objectName: 'Perhaps', outcome: 'unknown' }),
    ]
    await open(server)
    await until(() => expect(read()).toContain('Recently deleted'))
    expect(read()).toContain('by Ada')
    expect(read()).toContain('41 assets lost their status')
    expect(read()).not.toContain('Never')
    expect(find('Recreate Perhaps')).toBeUndefined()
    server.fail('POST /api/status-groups/recreate', 409, 'conflict', 'This group was created again already.')
    await click('Recreate Old tools')
    await until(() => expect(read()).toContain('“Old tools” was not recreated'))
    expect(read()).toContain('This group was created again already.')
    expect(names()).toEqual(['Rental'])
  })
})
