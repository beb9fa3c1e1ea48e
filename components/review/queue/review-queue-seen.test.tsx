// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press } from '@/components/inspections/testing-list'
import { reportQueries } from '@/lib/report/queries'
import { reviewQueries } from '@/lib/review/queries'
import { makeReview, QueuePage, version } from './testing-queue'
import { seenMs } from '@/components/review/session/use-seen'

// These tests are about how long something has been on screen, so the clock moves only when a test moves it.
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

/** Shows the queue and moves to its second inspection. Its review was loaded ahead and is loaded again on arrival. */
async function goToSecond() {
  await page.show()
  await pass(200)
  expect(page.asked).toContain('GET /api/review/audit_1')
  page.reviews.set('audit_1', theirs('audit_1'))
  await press('j')
}

it('asks before a key replaces a review of another person that has just appeared', { tags: ['full'] }, async () => {
  await goToSecond()
  await pass(20)
  expect(words()).toContain('“Call the vendor”')
  await press('r')
  await pass(20)
  expect(marks()).toHaveLength(1)
  expect(page.reviews.get('audit_1')).toEqual(theirs('audit_1'))
  expect(words()).toContain('Someone else marked “Round 1”')
})

it('replaces a review of another person without asking after it has been on screen for a while', async () => {
  await goToSecond()
  await pass(20 + seenMs)
  await press('r')
  await pass(20)
  expect(page.reviews.get('audit_1')).toMatchObject({ state: 'reviewed', reviewerName: 'I', revision: 5 })
  expect(words()).not.toContain('Someone else marked')
})

it(
  'asks before a note replaces a review that appeared after the note was begun, however long the note takes',
  { tags: ['full'] },
  async () => {
    await goToSecond()
    await press('f')
    await pass(10 * seenMs)
    expect(words()).toContain('“Call the vendor”')
    await press('Enter', document.querySelector<HTMLTextAreaElement>('textarea:not([aria-autocomplete])') ?? undefined)
    await pass(20)
    expect(page.reviews.get('audit_1')).toEqual(theirs('audit_1'))
    expect(words()).toContain('Someone else marked “Round 1”')
  },
)

it('shows and uses the review that came with the queue until the current one is loaded', async () => {
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

it(
  'asks before replacing a review of another person that was stored after my own mark',
  { tags: ['full'] },
  async () => {
    await page.show()
    await pass(20)
    await press('r')
    await pass(20)
    page.reviews.set('audit_0', theirs('audit_0'))
    await press('k')
    // The screen shows my own mark.
    await pass(10 * seenMs)
    await press('r')
    await pass(20)
    expect(page.reviews.get('audit_0')).toEqual(theirs('audit_0'))
    expect(words()).toContain('Someone else marked “Round 0”')
  },
)

it(
  'asks before replacing a review that another person changed after it was shown, however long it has been on screen',
  { tags: ['full'] },
  async () => {
    await page.show()
    await pass(10 * seenMs)
    page.reviews.set('audit_0', theirs('audit_0'))
    await act(async () => page.queryClient.invalidateQueries({ queryKey: reviewQueries.detail('audit_0').queryKey }))
    await pass(10 * seenMs)
    expect(words()).toContain('“Call the vendor”')
    await press('r')
    await pass(20)
    expect(page.reviews.get('audit_0')).toEqual(theirs('audit_0'))
  },
)

it('marks the previous version when a key is pressed just as a newer version appears', { tags: ['full'] }, async () => {
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
