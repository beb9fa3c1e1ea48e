// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import {
  click,
  GroupServer,
  makeEntry,
  makeGroup,
  read,
  Screen,
  until,
} from '@/components/status-groups/list/testing-list'
import type { ActivityEntry } from '@/lib/activity/schema'
import { ObjectHistory } from './object-history'

let screen: Screen
afterEach(() => screen.close())

const before = makeGroup('a', 'Tools')
const id = (number: number) => `6f1b2a52-1111-4222-8333-44445555${String(number).padStart(4, '0')}`

async function start(entries: Array<Partial<ActivityEntry>>, server = new GroupServer([])) {
  server.entries = entries.map((entry, at) => makeEntry({ activityId: id(at), ...entry }))
  screen = new Screen(server)
  await screen.show(<ObjectHistory objectKind="status-group" objectId="a" />)
  return server
}
const items = () => [...document.querySelectorAll('ol[aria-label=History] > li')].map((item) => item.textContent ?? '')

describe('the history of an object', () => {
  it('shows who changed what, with before and after', async () => {
    const server = await start([
      {
        action: 'status-group.update',
        before,
        after: {
          ...before,
          name: 'Machines',
          options: [{ ...before.options[0], name: 'Fine' }],
          removed: { kind: 'move', optionId: 'a-1' },
        },
      },
      { action: 'status-group.create', before: null, after: before },
    ])
    await until(() => expect(items()).toHaveLength(2))
    const [changed, made] = items()
    expect(changed).toContain('Ada changed the status group Old tools')
    expect(changed).toContain('Name“Tools” to “Machines”')
    expect(changed).toContain('Renamed In service to Fine')
    expect(changed).toContain('Removed Broken; its assets moved to Fine')
    expect(made).toContain('Ada created the status group Old tools')
    expect(made).toContain('In service')
    expect(server.sent[0]?.path).toBe('/api/activity')
  })

  it('shows an unknown result, and polls until it is known', { tags: ['full'] }, async () => {
    const server = await start([
      {
        action: 'asset.set-status',
        before: null,
        after: null,
        outcome: 'unknown',
        outcomeNote: 'Its response was lost.',
      },
    ])
    await until(() => expect(items()[0]).toContain('the result is unknown'))
    expect(items()[0]).toContain('Its response was lost.')
    server.entries = [makeEntry({ action: 'asset.set-status', before: null, after: { name: 'Ready', color: 'GREEN' } })]
    await until(() => expect(items()[0]).toContain('to Ready (was No status)'))
    expect(items()[0]).not.toContain('unknown')
  })

  it('offers to restore as many statuses as can be restored now, and none after a change that failed', async () => {
    const [broken] = before.options.slice(1)
    if (broken === undefined) throw new Error('the group has two statuses')
    const server = new GroupServer([{ ...before, typeIds: ['t1'] }])
    const gone = { ...broken, optionId: 'gone', name: 'Gone' }
    server.kept = new Map([
      [
        id(0),
        [
          { ...broken, typeId: 't1', count: 40, bareCount: 30 },
          { ...gone, typeId: 't1', count: 1, bareCount: 1 },
        ],
      ],
      [id(1), [{ ...gone, typeId: 't1', count: 5, bareCount: 5 }]],
      [id(2), [{ ...broken, typeId: 't1', count: 3, bareCount: 3 }]],
    ])
    await start(
      [
        { before, snapshotCount: 41 },
        { before, snapshotCount: 5 },
        { before, snapshotCount: 3, outcome: 'failed' },
      ],
      server,
    )
    await until(() => expect(items()[0]).toMatch(/Restore 30 statuses/))
    expect(items()[0]).toContain('Sightline kept the previous statuses of 41 assets.')
    expect(items()[1]).toContain('Sightline kept the previous statuses of 5 assets.')
    expect(items()[1]).not.toMatch(/Restore/)
    expect(items()[2]).toContain('it failed')
    expect(items()[2]).not.toMatch(/Restore/)
  })

  it('of a recreated group offers to restore the statuses that its deletion cleared', async () => {
    const server = new GroupServer([{ ...before, typeIds: ['t1'] }])
    const kept = before.options
      .slice(1)
      .map((option) => Object.assign({}, option, { typeId: 't1', count: 12, bareCount: 12 }))
    server.kept = new Map([[id(9), kept]])
    await start(
      [
        { action: 'status-group.recreate', before: null, after: { ...before, ofActivityId: id(9) } },
        { action: 'status-group.recreate', before: null, after: { ...before, ofActivityId: id(9) }, outcome: 'failed' },
      ],
      server,
    )
    await until(() => expect(items()[0]).toMatch(/Restore 12 statuses/))
    expect(items()[1]).not.toMatch(/Restore 12/)
  })

  it('shows an unknown action by its name, with its raw values', async () => {
    await start([{ action: 'robot.dance', before: { step: 'one' }, after: { step: 'two' } }])
    await until(() => expect(items()[0]).toContain('robot.dance'))
    expect(document.querySelector('details')?.textContent).toContain('"step": "two"')
  })

  it('shows that there are no changes, and that loading failed', async () => {
    const server = await start([])
    await until(() => expect(read()).toContain('No changes yet'))
    server.fail('GET /api/activity', 500, 'internal', 'The log is not there.')
    await screen.queryClient.invalidateQueries()
    await until(() => expect(read()).toContain('The log is not there.'))
    await click('Retry')
    await until(() => expect(read()).not.toContain('The log is not there.'))
  })
})
