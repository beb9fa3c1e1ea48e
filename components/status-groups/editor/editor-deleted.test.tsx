// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { find, Page, press, text, until } from './testing-editor'

let page: Page
beforeEach(() => {
  page = new Page()
  page.group = null
})
afterEach(() => page.close())

const deletion = {
  activityId: '6f1b2a52-1111-4222-8333-444455557777',
  at: '2026-11-20T10:00:00.000Z',
  actorName: 'Robin',
  actorId: null,
  isWithheld: false,
  actorEmail: 'robin@example.org',
  action: 'status-group.delete',
  objectKind: 'status-group',
  objectId: 'g1',
  objectName: 'Vehicles',
  changeId: null,
  before: null,
  after: null,
  outcome: 'done',
  outcomeNote: null,
  finishedAt: null,
  snapshotCount: 34,
  relatedCount: 0,
  requestId: null,
  address: null,
}

it('a link to a deleted group says who deleted it, and recreates it', async () => {
  page.deletions = [{ ...deletion, outcome: 'failed', objectName: 'Not this' }, deletion]
  await page.show('admin', 'was deleted')
  expect(text()).toContain('Status group “Vehicles” was deleted')
  expect(text()).toContain('by Robin. 34 assets lost their status.')
  await press('Recreate Vehicles')
  await until(() => expect(page.pushed).toEqual(['/status-groups/g2']))
  expect(page.created).toHaveLength(1)
})

it('a group whose recreation got no response is reported as unknown', async () => {
  page.deletions = [deletion]
  page.next = 'unknown'
  await page.show('admin', 'was deleted')
  await press('Recreate Vehicles')
  await until(() => expect(page.pushed).toEqual(['/status-groups']))
  expect(document.querySelector('[data-toasts]')?.textContent).toContain('Unknown whether “Vehicles” was recreated')
})

it('a link to a deleted group does not let people without the permission recreate it', async () => {
  page.deletions = [deletion]
  await page.show('viewer', 'was deleted')
  expect(find('Recreate Vehicles').getAttribute('aria-disabled')).toBe('true')
})

it('a link to a group that was not deleted here says so', async () => {
  await page.show('admin', 'Status group not found')
  expect(text()).toContain('It was deleted outside Sightline, or the address is wrong.')
})
