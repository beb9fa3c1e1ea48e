// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, click, press, until } from '@/components/inspections/testing-list'
import { makeReview, QueuePage, version } from '@/components/review/queue/testing-queue'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { FollowUpsPage } from './follow-ups-page'

let page: QueuePage
beforeEach(() => {
  page = new QueuePage(3)
  stubTableLayout()
  for (const id of ['audit_0', 'audit_1', 'audit_2'])
    page.reviews.set(id, makeReview(id, { state: 'follow-up', note: `New lining of ${id}`, revision: 2 }))
})
afterEach(async () => {
  await page.close()
  vi.restoreAllMocks()
})

/** The bar with the actions for selected rows. */
const bar = () => document.querySelector('[role=toolbar][aria-label="Selected follow-ups"]')?.textContent
const words = () => document.body.textContent ?? ''
const asked = (start: string) => page.asked.filter((line) => line.startsWith(start))
const show = async (search = '', role: 'editor' | 'viewer' = 'editor') => {
  await page.show(search, role, <FollowUpsPage />)
  await until(() => expect(words()).toContain('New lining of audit_0'))
}

it(
  'marks a finished follow-up as reviewed at the version on screen, and removes it from the list',
  { tags: ['full'] },
  async () => {
    page.reviews.set(
      'audit_0',
      makeReview('audit_0', { state: 'follow-up', note: 'New lining of audit_0', revision: 2, isChangedSince: true }),
    )
    await show()
    expect(words()).toContain('3 follow-ups')
    await click(button('Mark Round 0 reviewed'))
    await until(() => expect(page.reviews.get('audit_0')).toMatchObject({ state: 'reviewed', revision: 3 }))
    expect(asked('PUT')[0]).toContain(`"version":"${version}"`)
    await until(() => expect(words()).toContain('2 follow-ups'))
    expect(words()).not.toContain('New lining of audit_0')
  },
)

it('marks selected follow-ups as done by a key, all at once', { tags: ['full'] }, async () => {
  await show()
  await press('j')
  await press('x')
  await press('j')
  await press('x')
  await until(() => expect(words()).toContain('2 selected'))
  await press('d')
  await until(() => expect(asked('POST /api/review/bulk')).toHaveLength(1))
  expect(asked('POST /api/review/bulk')[0]).toContain('"state":"reviewed"')
  // As the button of a row does, so that those that have changed since stay so.
  expect(asked('POST /api/review/bulk')[0]).toContain('"keepsVersion":true')
  await until(() => expect(words()).toContain('Marked 2 inspections as reviewed'))
  expect([...page.reviews.values()].filter(({ state }) => state === 'follow-up')).toHaveLength(1)
  // They are no longer in the list, so the next action must not include them.
  await until(() => expect(bar()).toBeUndefined())
})

it('no longer selects a follow-up that its own button has finished', async () => {
  await show()
  await press('j')
  await press('x')
  await press('j')
  await press('x')
  await until(() => expect(bar()).toContain('2 selected'))
  await click(button('Mark Round 0 reviewed'))
  await until(() => expect(bar()).toContain('1 selected'))
})

it('requests the follow-ups and the order that its address names', async () => {
  await show('?assignee=nobody&due=overdue&sort=due&site=Dock')
  const query = page.queries[page.asked.indexOf('GET /api/review/follow-ups')]
  expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
    site: 'Dock',
    assignee: 'nobody',
    due: 'overdue',
    sort: 'due',
  })
})

it('counts the follow-ups of the person with the filters of the list', async () => {
  await show('?site=Dock&archived=false')
  await until(() => expect(words()).toContain('My follow-ups3'))
  const queries = page.queries.filter((_, at) => page.asked[at] === 'GET /api/review/follow-ups')
  const mine = queries.map((query) => new URLSearchParams(query)).find((query) => query.get('assignee') === 'me')
  expect([mine?.get('site'), mine?.get('archived')]).toEqual(['Dock', 'false'])
})

it('shows viewers the follow-ups without controls that change them', async () => {
  await show('', 'viewer')
  expect(button('Mark Round 0 reviewed')).toBeUndefined()
  expect(document.querySelector('input[type=checkbox]')).toBeNull()
})

it('shows follow-ups below the headers of their groups, with counts from the server', { tags: ['full'] }, async () => {
  page.groups = new Map([
    ['audit_0', '1-overdue'],
    ['audit_1', '1-overdue'],
  ])
  await show('?groupBy=due')
  expect(new URLSearchParams(page.queries[page.asked.indexOf('GET /api/review/follow-ups')]).get('groupBy')).toBe('due')
  const lines = [...document.querySelectorAll('tbody tr')].map((line) => line.querySelector('th, a')?.textContent)
  expect(lines).toEqual(['Overdue2', 'Round 0', 'Round 1', 'No due date', 'Round 2'])
  expect(words()).toContain('Grouped by Due')
})

it('says whose follow-ups there are none of, not that all have an assignee', async () => {
  page.reviews.clear()
  const userId = '00000000-0000-4000-8000-000000000007'
  page.people = [{ userId, name: 'Robin', isMe: false }]
  await page.show(`?assignee=${userId}`, 'editor', <FollowUpsPage />)
  await until(() => expect(words()).toContain('No follow-ups assigned to Robin'))
  expect(button('Assignee: Robin')).toBeDefined()
  // Those of other people may be overdue.
  await page.show('?assignee=me&due=overdue', 'editor', <FollowUpsPage />)
  await until(() => expect(words()).toContain('No follow-ups match'))
  expect(words()).not.toContain('Nothing is overdue')
})

const counted = () =>
  page.queries
    .filter((_query, at) => page.asked[at] === 'GET /api/inspections')
    .map((query) => new URLSearchParams(query))
    .find((query) => query.getAll('include').includes('facets'))

it('counts the values of filters among follow-ups, in any order of the list', async () => {
  await show('?sort=due&site=Dock')
  await click(button('Template'))
  await until(() => expect(counted()).toBeDefined())
  expect([...(counted() ?? [])].filter(([name]) => name !== 'include')).toEqual([
    ['site', 'Dock'],
    ['review', 'follow-up'],
  ])
})

const linksIn = (place: string) =>
  [...document.querySelectorAll(`${place} a`)].map((link) => link.getAttribute('href') ?? '')

it('links every name to its page, in the list and beside it', async () => {
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await answer(...request)
    if (typeof request[0] !== 'string' || !request[0].includes('/api/review/follow-ups')) return response
    const text = await response.text()
    const named = text
      .replaceAll('"templateId":null', '"templateId":"template_1"')
      .replaceAll('"authorName":null', '"authorName":"Robin"')
    return new Response(named, { status: response.status, headers: response.headers })
  })
  await show('?row=audit_0&columns=title,template,site,author')
  await until(() => expect(linksIn('aside')).toContain('/inspections/sites/Cork'))
  expect(linksIn('aside')).toContain('/templates/template_1')
  expect(linksIn('tbody')).toEqual(
    expect.arrayContaining(['/templates/template_1', '/inspections/sites/Cork', '/users/named?name=Robin']),
  )
})
