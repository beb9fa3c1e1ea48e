// @vitest-environment jsdom
import { createTranslator } from 'next-intl'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  click,
  find,
  GroupServer,
  makeEntry,
  press,
  read,
  Screen,
  until,
} from '@/components/status-groups/list/testing-list'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { en } from '@/lib/testing/english'
import { defaultTimeStyle } from '@/lib/time/time-format'
import type { ActivityEntry } from '@/lib/activity/schema'
import type { Role } from '@/lib/access/permissions'
import { groupByDay } from './activity-list'
import { ActivityPage } from './activity-page'

let screen: Screen
beforeEach(() => stubTableLayout())
afterEach(() => screen.close())

const id = (number: number) => `6f1b2a52-1111-4222-8333-44445555${String(number).padStart(4, '0')}`

/** A fake server whose log has these entries, and counts that a test can set. */
class LogServer extends GroupServer {
  asked: URLSearchParams[] = []
  /** The steps of the only bulk change. */
  steps: Array<Partial<ActivityEntry>> = []
  counts = {
    matching: { total: 2, isExact: true },
    all: { total: 12_904, isExact: true },
    exported: { total: 500, isExact: true },
  }

  override async answer(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://console.test')
    if (pathname === '/api/activity/people')
      return Response.json({ people: [{ name: 'Ada', email: 'ada@example.org' }] })
    if (pathname !== '/api/activity' || this.next.get('GET /api/activity')?.[0] !== undefined)
      return super.answer(address, init)
    this.asked.push(searchParams)
    if (searchParams.has('parentId')) {
      const found = this.steps.filter(({ objectName = '' }) => objectName.includes(searchParams.get('q') ?? ''))
      return Response.json({ entries: found.map((step) => makeEntry(step)), after: null, counts: null })
    }
    return Response.json({ entries: this.entries, after: null, counts: this.counts })
  }
}

async function start(entries: Array<Partial<ActivityEntry>>, search = '', role: Role = 'admin') {
  const server = new LogServer([])
  server.entries = entries.map((entry, at) => makeEntry({ activityId: id(at), ...entry }))
  screen = new Screen(server)
  await screen.show(<ActivityPage />, { search, role })
  return server
}
/** Rows of entries, without the headers of days. */
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[role=grid] tr[aria-rowindex]')].filter(
    (row) => row.querySelector('th[scope=rowgroup], th[scope=col]') === null,
  )
const marked = {
  action: 'review.mark',
  objectKind: 'inspection',
  objectId: 'audit_1',
  before: null,
  after: { state: 'reviewed', note: '', version: 'v' },
} as const
/** Opens the preview of a row. */
const open = (at: number) => rows()[at]?.querySelector<HTMLElement>('td, th')?.click()
const sheet = () => document.querySelector('aside')?.textContent ?? ''

describe('the activity page', () => {
  it('requests the filter of the address, and shows how many of all entries match', { tags: ['full'] }, async () => {
    const server = await start([{}, {}], '?person=ada@example.org&action=review.mark&action=x.y&from=now/d&to=now/d')
    await until(() => expect(read()).toContain('2 of 12,904 entries'))
    await click('Export')
    await until(() => expect(read()).toContain('500 rows'))
    const asked = server.asked[0] ?? new URLSearchParams()
    expect(asked.getAll('action')).toEqual(['review.mark', 'x.y'])
    expect(Object.fromEntries(asked)).toMatchObject({
      person: 'ada@example.org',
      from: 'now/d',
      tz: 'UTC',
      include: 'counts',
    })
    await click('Clear filters')
    await until(() => expect(read()).toContain('12,904 entries'))
    expect(server.asked.at(-1)?.get('person')).toBeNull()
  })

  it('opens the details of an entry by keyboard', { tags: ['full'] }, async () => {
    await start([
      { action: 'session.sign-in', objectKind: 'session', objectId: null, objectName: '', before: null },
      {
        action: 'review.mark',
        objectKind: 'inspection',
        objectId: 'audit_1',
        objectName: 'Forklift 12',
        before: null,
        after: { state: 'reviewed', note: 'Fine.', version: 'v' },
        requestId: 'req_7',
        address: '198.51.100.4',
      },
    ])
    await until(() => expect(rows()).toHaveLength(2))
    expect(read()).toContain('Ada marked Forklift 12 as reviewed')
    expect(find('Forklift 12')?.getAttribute('href')).toBe('/inspections/audit_1')
    await press('j')
    await press('j')
    await press('j')
    await press(' ')
    await until(() => expect(sheet()).toContain('198.51.100.4'))
    expect(sheet()).toContain('req_7')
    expect(sheet()).toContain('“Fine.”')
  })

  it('says what Sightline does about an entry with an unknown outcome', { tags: ['full'] }, async () => {
    const lost = { outcome: 'unknown', finishedAt: null } as const
    await start([
      { ...lost, at: new Date().toISOString() },
      { ...lost, action: 'service.createThing', objectKind: 'service', objectId: null, at: new Date().toISOString() },
    ])
    await until(() => expect(rows()).toHaveLength(2))
    open(0)
    await until(() => expect(sheet()).toContain('Sightline checks with SafetyCulture for 24 hours'))
    open(1)
    await until(() => expect(sheet()).toContain('Sightline cannot check it'))
    expect(sheet()).not.toContain('no longer checks')
  })

  it('links an API call to its objects, and names the first of many', async () => {
    const called = { action: 'service.archiveAsset', objectKind: 'service', objectId: 'asset_1', before: null } as const
    await start([
      {
        ...called,
        objectName: 'Update assets in bulk',
        relatedCount: 7,
        relatedTo: [
          { objectKind: 'asset', objectId: 'asset_1' },
          { objectKind: 'asset-type', objectId: 'type_1' },
        ],
      },
      { ...called, objectName: 'Assign a course', relatedCount: 0, relatedTo: [] },
    ])
    await until(() => expect(rows()).toHaveLength(2))
    expect(find('Update assets in bulk')?.getAttribute('href')).toBe('/assets/asset_1')
    expect(document.body.textContent).toContain('Assign a course')
    // Its name is English in every language, and a screen reader should read it so.
    expect(find('Update assets in bulk')?.closest('[lang=en]')).not.toBeNull()
    expect([...document.querySelectorAll('a')].map(({ textContent }) => textContent)).not.toContain('Assign a course')
    open(0)
    await until(() => expect(read()).toContain('and 5 more; each one lists this entry in its own history'))
    const links = [...document.querySelectorAll('dd a')].map((link) => link.getAttribute('href'))
    expect(links).toContain('/activity?kind=asset&object=asset_1')
    expect(links).toContain('/activity?kind=asset-type&object=type_1')
  })

  it.each([
    ['admin', '/settings/people/u1'],
    ['viewer', '/settings/account'],
  ] as const)('links an account to the page that a %s can open', async (role, href) => {
    await start(
      [{ action: 'account.rename', objectKind: 'account', objectId: 'u1', objectName: 'Ada', before: null }],
      '',
      role,
    )
    await until(() => expect(find('Ada')?.getAttribute('href')).toBe(href))
  })

  const bulk = {
    things: 'asset',
    act: 'set-status',
    only: null,
    to: { id: 'o', name: 'Out of service', color: 'STATUS_BADGE_COLOR_RED' },
    total: 21,
    done: 20,
    unchanged: 0,
    failed: 1,
    unknown: 0,
    cancelled: 0,
    open: 0,
  } as const
  const parent = id(0)
  const change: Partial<ActivityEntry> = {
    action: 'asset-change.start',
    objectKind: 'asset-change',
    objectId: id(900),
    objectName: 'Set 21 assets to Out of service',
    before: null,
    bulk,
  }
  const steps: Array<Partial<ActivityEntry>> = [1, 2].map((number) => ({
    activityId: id(number),
    parentId: parent,
    action: 'asset.set-status',
    objectKind: 'asset',
    objectId: `a${number}`,
    objectName: `AED-${number}`,
    before: null,
    after: { name: 'Out of service', color: 'STATUS_BADGE_COLOR_RED' },
  }))

  it('shows the steps of a bulk change in its preview, also by keyboard', async () => {
    const server = await start([{ ...change, steps: { total: 2, matching: null } }])
    server.steps = steps
    await until(() => expect(read()).toContain('Ada set 21 assets to Out of service: 20 done, 1 failed'))
    expect(server.asked[0]?.get('steps')).toBe('nested')
    expect(read()).toContain('2 steps')
    expect(rows()).toHaveLength(1)
    await press('j')
    await press('j')
    await press('Enter')
    await until(() => expect(sheet()).toContain('Ada set AED-1 to Out of service (was No status)'))
    expect(server.asked.at(-1)?.get('parentId')).toBe(parent)
    expect(rows()).toHaveLength(1)
  })

  it(
    'shows the step that a search finds in a bulk change, and all of its steps on demand',
    { tags: ['full'] },
    async () => {
      const server = await start([{ ...change, steps: { total: 2, matching: 1 } }], '?q=AED-1')
      server.steps = steps
      await until(() => expect(read()).toContain('1 of 2 steps'))
      open(0)
      await until(() => expect(sheet()).toContain('AED-1'))
      expect(server.asked.at(-1)?.get('q')).toBe('AED-1')
      expect(sheet()).not.toContain('AED-2')
      await click('Show all 2 steps')
      await until(() => expect(sheet()).toContain('AED-2'))
    },
  )

  it('filters by the value of a cell', { tags: ['full'] }, async () => {
    const server = await start([{ actorId: id(77), outcome: 'failed' }])
    await until(() => expect(rows()).toHaveLength(1))
    await press('j')
    await press('j')
    await press('.')
    await until(() => expect(find('Only Failed')).toBeDefined())
    await click('Only Failed')
    await until(() => expect(server.asked.at(-1)?.getAll('outcome')).toEqual(['failed']))
  })

  it('has its order in a menu on phones, which have no headers', async () => {
    const server = await start([{}], '?sort=oldest')
    await until(() => expect(server.asked.at(-1)?.get('sort')).toBe('oldest'))
    await click('Sort: When, oldest first')
    await until(() => expect(document.querySelectorAll('[role=menuitemradio]')).toHaveLength(2))
    document.querySelector<HTMLElement>('[role=menuitemradio]')?.click()
    await until(() => expect(server.asked.at(-1)?.get('sort')).toBeNull())
  })

  it('copies selected entries as sentences', { tags: ['full'] }, async () => {
    const writeText = vi.fn<(lines: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { clipboard: { writeText } }))
    await start(
      ['Forklift 1', 'Forklift 2', 'Forklift 3'].map((objectName) => Object.assign({}, marked, { objectName })),
    )
    await until(() => expect(rows()).toHaveLength(3))
    await act(async () => rows()[1]?.querySelector('input')?.click())
    await click('Copy')
    await click('What happened')
    await until(() => expect(writeText).toHaveBeenLastCalledWith('Ada marked Forklift 2 as reviewed'))
    await click('Select all 3')
    await act(async () => rows()[0]?.querySelector('input')?.click())
    await click('Copy')
    await click('IDs')
    await until(() => expect(writeText).toHaveBeenLastCalledWith([id(1), id(2)].join('\n')))
  })

  it('says that no entries match, and that loading failed', async () => {
    const server = await start([], '?q=zzz')
    await until(() => expect(read()).toContain('No entries match'))
    server.fail('GET /api/activity', 500, 'internal', 'The log is not there.')
    await screen.queryClient.invalidateQueries({ queryKey: ['activity'] })
    await until(() => expect(read()).toContain('The log is not there.'))
    await click('Retry')
    await until(() => expect(read()).not.toContain('The log is not there.'))
  })
})

it('groups entries by the days of the chosen time zone', async () => {
  screen = new Screen(new GroupServer([]))
  const now = Date.parse('2026-11-22T01:00:00Z')
  const entries = ['2026-11-22T00:30:00Z', '2026-11-21T23:30:00Z', '2026-11-21T22:30:00Z', '2026-11-19T12:00:00Z'].map(
    (at) => makeEntry({ at }),
  )
  const t = createTranslator({ locale: 'en', messages: en, namespace: 'activity.days' })
  const labels = (zone: string) =>
    groupByDay(t, entries, now, zone, defaultTimeStyle).map((day) => [day.label, day.entries.length])
  expect(labels('UTC')).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['19 Nov 2026', 1],
  ])
  expect(labels('Europe/Berlin')).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['19 Nov 2026', 1],
  ])
})
