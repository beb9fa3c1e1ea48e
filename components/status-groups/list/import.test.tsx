// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTranslator } from 'next-intl'
import { en } from '@/lib/testing/english'
import { portableFormat, portableGroupsMax, readPortable } from '@/lib/status-groups/portable'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { GroupListPage } from './group-list'
import { click, field, fill, find, GroupServer, makeGroup, read, Screen, until } from './testing-list'

let screen: Screen
beforeEach(() => stubTableLayout())
afterEach(() => screen.close())

const tools = makeGroup('a', 'Tools: 2026 / “Größe”', { description: 'All' })
const words = createTranslator({ locale: 'en', messages: en, namespace: 'statusGroups.portable' })
const rental = makeGroup('b', 'Rental')

async function start(groups = [tools, rental]) {
  const server = new GroupServer(groups)
  screen = new Screen(server)
  await screen.show(<GroupListPage />)
  await until(() => expect(find('Rental')).toBeDefined())
  return server
}
async function openImport() {
  const server = await start()
  await click('Import')
  await until(() => expect(read()).toContain('Import status groups'))
  return server
}
const write = (...names: string[]) =>
  JSON.stringify({
    format: portableFormat,
    version: 1,
    groups: names.map((name) => ({ name, description: '', statuses: [{ name: 'Free', color: 'BLUE' }] })),
  })
const paste = (text: string) => fill('Status groups as JSON', text)
const created = (server: GroupServer) => server.writes().map(({ body }) => (body as { name: string }).name)
const results = () =>
  [...document.querySelectorAll('[aria-label="Groups in the file"] > li')].map((item) => item.textContent ?? '')

async function choose(file: File) {
  const input = field('File with status groups')
  await act(async () => {
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

it('an export of more groups than the import accepts in one file has several files', async () => {
  const many = Array.from({ length: portableGroupsMax + 1 }, (_, at) => makeGroup(`g${at}`, `Z ${at}`))
  await start([rental, ...many.slice(1), tools])
  await click('Export all')
  const files = await Promise.all(screen.saved.map(async ({ name, text }) => [name, readPortable(words, await text())]))
  expect(files).toMatchObject([
    ['status-groups-1-of-2.json', { groups: { length: portableGroupsMax } }],
    ['status-groups-2-of-2.json', { groups: { length: 2 } }],
  ])
})

it('an export contains one group or all groups in a form that the import accepts', async () => {
  await start()
  await click('Export all')
  await click(`Actions for ${tools.name}`)
  await click('Export as JSON')
  expect(screen.saved.map(({ name }) => name)).toEqual(['status-groups.json', 'status-group-tools-2026-große.json'])
  const [all, one] = await Promise.all(screen.saved.map(async ({ text }) => readPortable(words, await text())))
  const plain = ({ name, description, options }: typeof tools) => ({
    name,
    description,
    options: options.map((option) => ({ name: option.name, color: option.color })),
  })
  expect(all).toEqual({ groups: [plain(rental), plain(tools)] })
  expect(one).toEqual({ groups: [plain(tools)] })
})

it(
  'an import previews groups, gives new names to those that exist, and creates the groups one after another',
  { tags: ['full'] },
  async () => {
    const server = await openImport()
    await choose(new File([write('Rental', 'Ladders', 'rental')], 'groups.json'))
    await until(() => expect(read()).toContain('3 groups found'))
    expect(read()).toContain(
      'A group called “Rental” already exists. It stays unchanged, and the new group gets this name.',
    )
    const willBe = ['Rental 2', 'Ladders', 'rental 3']
    expect(results().map((text, at) => text.startsWith(willBe[at] ?? '?'))).toEqual([true, true, true])
    expect(server.writes()).toEqual([])
    await click('Create 3 groups')
    await until(() => expect(read()).toContain('3 of 3 created'))
    expect(created(server)).toEqual(['Rental 2', 'Ladders', 'rental 3'])
    expect(server.board.groups[1]).toEqual(rental)
  },
)

it('an import creates only the selected groups', async () => {
  const server = await openImport()
  await paste(write('Ladders', 'Rental'))
  await click('Create Ladders')
  await click('Create 1 group')
  await until(() => expect(read()).toContain('1 of 1 created'))
  expect(created(server)).toEqual(['Rental 2'])
})

it('an import continues after a failed group, says why, and retries only that group', { tags: ['full'] }, async () => {
  const server = await openImport()
  await paste(write('One', 'Two', 'Three'))
  server.once('POST /api/status-groups', ({ body }) => server.written({ group: server.create(body as never) }))
  server.fail('POST /api/status-groups', 502, 'upstream_failed', 'The service refused the name.')
  await click('Create 3 groups')
  await until(() => expect(read()).toContain('2 of 3 created'))
  expect(results()[1]).toContain('The service refused the name.')
  await click('Retry 1 group')
  await until(() => expect(read()).toContain('3 of 3 created'))
  expect(created(server)).toEqual(['One', 'Two', 'Three', 'Two'])
})

it('an import stops when the next group would fail too, and says what was not tried', { tags: ['full'] }, async () => {
  const server = await openImport()
  await paste(write('One', 'Two', 'Three'))
  server.fail('POST /api/status-groups', 403, 'forbidden', 'Your role may not.')
  await click('Create 3 groups')
  await until(() => expect(results()[2]).toContain('Skipped'))
  expect(created(server)).toEqual(['One'])
  expect(read()).toContain('0 of 3 created')
})

it(
  'an import searches for a group when its response is lost, and never sends it again automatically',
  { tags: ['full'] },
  async () => {
    const server = await openImport()
    await paste(write('One', 'Two'))
    server.once('POST /api/status-groups', ({ body }) => {
      server.create(body as never)
      return 'lost'
    })
    server.once('POST /api/status-groups', () => 'lost')
    await click('Create 2 groups')
    await until(() => expect(results()[1]).toContain('Unknown'))
    expect(results()[0]).toContain('Created')
    expect(created(server)).toEqual(['One', 'Two'])
    expect(find('Retry 1 group')).toBeUndefined()
  },
)

it('an import of a file that is too large leaves no groups of an earlier file to create', async () => {
  await openImport()
  await choose(new File([write('Ladders')], 'groups.json'))
  await until(() => expect(find('Create 1 group')).toBeDefined())
  await choose(new File(['x'.repeat(5_000_000)], 'photo.json'))
  await until(() => expect(read()).toContain('photo.json: The file has 5 MB'))
  expect(find('Create 1 group')).toBeUndefined()
  expect((find('Create groups') as HTMLButtonElement).disabled).toBe(true)
})

it(
  'an import lists the errors of a file by line, creates nothing, and accepts the corrected file',
  { tags: ['full'] },
  async () => {
    const server = await openImport()
    await paste('{\n"format": "sightline-status-groups", "version": 1,\n"groups": [{"name": "", "statuses": []}]}')
    await until(() => expect(read()).toContain('Nothing was created. Correct these errors first'))
    expect(read()).toContain('Line 3: Group 1, “name” is empty.')
    expect((find('Create groups') as HTMLButtonElement).disabled).toBe(true)
    await choose(new File(['x'.repeat(5_000_000)], 'photo.json'))
    await until(() => expect(read()).toContain('photo.json: The file has 5 MB'))
    await choose(new File([''], 'nothing.json'))
    await until(() => expect(read()).toContain('nothing.json: The file is empty.'))
    await paste(write('Fine'))
    await until(() => expect(find('Create 1 group')).toBeDefined())
    expect(read()).not.toContain('Nothing was created')
    expect(server.writes()).toEqual([])
  },
)
