// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press } from '@/components/inspections/testing-list'
import { reportQueries } from '@/lib/report/queries'
import { reviewQueries } from '@/lib/review/queries'
import { makeReview, QueuePage, version } from './testing-queue'
import { seenMs } from '@/components/review/session/use-seen'

// What counts here is how long something has been on screen: the clock moves only when a test says so.
let page: QueuePage
beforeEach(() => {
  page = new QueuePage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

const newer = '2026-11-21T10:00:00.000Z'
const words = () => document.body.textContent ?? ''
const marks = () => page.asked.filter((line) => line.startsWith('PUT'))
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const theirs = (id: string) => makeReview(id, { state: 'follow-up', note: 'Call the vendor', revision: 4 })

/** Shows the queue and moves on to its second inspection, whose review was read ahead and is read again on arrival. */
async function goToSecond() {
  await page.show()
  await pass(200)
  expect(page.asked).toContain('GET /api/review/audit_1')
  page.reviews.set('audit_1', theirs('audit_1'))
  await press('j')
}

it('a key pressed just as a review of somebody else appears does not replace it, and asks', async () => {
  await goToSecond()
  await pass(20)
  expect(words()).toContain('“Call the vendor”')
  await press('r')
  await pass(20)
  expect(marks()).toHaveLength(1)
  expect(page.reviews.get('audit_1')).toEqual(theirs('audit_1'))
  expect(words()).toContain('Someone else marked “Round 1”')
})

it('a review of somebody else that has been on screen for a while is replaced without asking', async () => {
  await goToSecond()
  await pass(20 + seenMs)
  await press('r')
  await pass(20)
  expect(page.reviews.get('audit_1')).toMatchObject({ state: 'reviewed', reviewerName: 'I', revision: 5 })
  expect(words()).not.toContain('Someone else marked')
})

it('a note that was begun before a review of somebody else appeared does not replace it, however long it takes', async () => {
  await goToSecond()
  await press('f')
  await pass(10 * seenMs)
  expect(words()).toContain('“Call the vendor”')
  await press('Enter', document.querySelector<HTMLTextAreaElement>('textarea:not([aria-autocomplete])') ?? undefined)
  await pass(20)
  expect(page.reviews.get('audit_1')).toEqual(theirs('audit_1'))
  expect(words()).toContain('Someone else marked “Round 1”')
})

it('the review that the queue had is on screen and counts until the inspection’s own is read', async () => {
  const review = makeReview('audit_0', { isChangedSince: true, note: 'Was fine then' })
  page.reviews.set('audit_0', review)
  page.holdsNextReview = true
  await page.show()
  await pass(20)
  expect(words()).toContain('“Was fine then”')
  await press('r')
  await pass(20)
  expect(page.reviews.get('audit_0')).toMatchObject({ state: 'reviewed', reviewerName: 'I', revision: 2 })
})

it('what somebody else made of an inspection after my own mark of it is not replaced unasked', async () => {
  await page.show()
  await pass(20)
  await press('r')
  await pass(20)
  page.reviews.set('audit_0', theirs('audit_0'))
  await press('k')
  // My own mark is what the screen shows.
  await pass(10 * seenMs)
  await press('r')
  await pass(20)
  expect(page.reviews.get('audit_0')).toEqual(theirs('audit_0'))
  expect(words()).toContain('Someone else marked “Round 0”')
})

it('a change of a review while it is on screen is not replaced unasked, however long it has been there', async () => {
  await page.show()
  await pass(10 * seenMs)
  page.reviews.set('audit_0', theirs('audit_0'))
  await act(async () => page.queryClient.invalidateQueries({ queryKey: reviewQueries.detail('audit_0').queryKey }))
  await pass(10 * seenMs)
  expect(words()).toContain('“Call the vendor”')
  await press('r')
  await pass(20)
  expect(page.reviews.get('audit_0')).toEqual(theirs('audit_0'))
})

it('a key pressed just as a newer version appears marks the version that was on screen before', async () => {
  await page.show()
  await pass(20)
  page.reportVersion = newer
  await act(async () => page.queryClient.invalidateQueries({ queryKey: reportQueries.report('audit_0').queryKey }))
  await pass(20)
  expect(page.queryClient.getQueryData(reportQueries.report('audit_0').queryKey)?.modifiedAt).toBe(newer)
  await press('r')
  expect(marks().at(-1)).toContain(`"version":"${version}"`)
  await press('k')
  await pass(seenMs)
  await press('r')
  await pass(20)
  expect(marks().at(-1)).toContain(`"version":"${newer}"`)
})
