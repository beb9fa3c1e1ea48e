// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, click, press, until } from '@/components/inspections/testing-list'
import { reviewQueries } from '@/lib/review/queries'
import { makeReview, QueuePage, version } from './testing-queue'

let page: QueuePage
beforeEach(() => {
  page = new QueuePage()
})
afterEach(() => page.close())

const words = () => document.body.textContent ?? ''
const heading = () => document.querySelector('article h2')?.textContent ?? null
const said = () => document.querySelector('[data-announcements]')?.textContent ?? ''
const marks = () => page.asked.filter((line) => line.startsWith('PUT'))
const shows = (title: string) => until(() => expect(heading()).toBe(title))
const rail = () => Array.from(document.querySelectorAll('[aria-label="In this queue"] button'))
const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
/** Waits until the report of the inspection is loaded, so that it can be marked. */
const isRead = () => until(() => expect(document.querySelector('article')?.textContent).toContain('Door closes'))

async function write(text: string) {
  const field = document.querySelector<HTMLTextAreaElement>('textarea:not([aria-autocomplete])')
  if (field === null) throw new Error('There is nothing to write in')
  await act(async () => {
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return field
}

it(
  'reviews a batch by keyboard alone: reviewed, a follow-up with its note, and the summary at the end',
  { tags: ['full'] },
  async () => {
    await page.show()
    await shows('Round 0')
    await isRead()
    expect(button('ReviewedR')).toBeDefined()
    await press('r')
    await shows('Round 1')
    expect(said()).toContain('Reviewed. 2 of 3: Round 1, 2 failed')
    await isRead()
    await press('f')
    expect(words()).toContain('What needs doing?')
    await press('Enter', await write('New lining'))
    await shows('Round 2')
    await press('j')
    await until(() => expect(words()).toContain('End of this batch, 1 inspection not marked'))
    await until(() => expect(marks()).toHaveLength(2))
    expect(page.reviews.get('audit_0')).toMatchObject({ state: 'reviewed', version })
    expect(page.reviews.get('audit_1')).toMatchObject({ state: 'follow-up', note: 'New lining' })
  },
)

it(
  'shows failures first, moves through them with n and p, and opens and closes the photo with space',
  { tags: ['full'] },
  async () => {
    await page.show()
    await isRead()
    const text = document.querySelector('article')?.textContent ?? ''
    await until(() => expect(document.querySelector('article')?.textContent).toContain('Sign hangs'))
    expect(text.indexOf('Hose is whole')).toBeGreaterThan(-1)
    const all = document.querySelector('article')?.textContent ?? ''
    expect(all.indexOf('Hose is whole')).toBeLessThan(all.indexOf('Sign hangs'))
    await press('n')
    expect(document.activeElement?.textContent).toContain('Door closes')
    await press('n')
    expect(document.activeElement?.textContent).toContain('Hose is whole')
    await press('p')
    await press(' ', document.activeElement ?? document.body)
    await until(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Door closes'))
    await press(' ', document.querySelector('[role=dialog]') ?? document.body)
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  },
)

it('undoes marks one by one with u, and returns to the inspection of each', { tags: ['full'] }, async () => {
  await page.show()
  await isRead()
  await press('r')
  await shows('Round 1')
  await isRead()
  await press('r')
  await shows('Round 2')
  await press('u')
  await shows('Round 1')
  expect(said()).toContain('Undone: Round 1 is no longer reviewed')
  await press('u')
  await shows('Round 0')
  await until(() => expect(page.reviews.get('audit_0')?.state).toBe('unreviewed'))
  expect(page.reviews.get('audit_1')?.state).toBe('unreviewed')
  await press('u')
  expect(said()).toContain('Nothing to undo')
})

it(
  'bases a mark after an undo on the result of the undo, not on a review that was loading before',
  { tags: ['full'] },
  async () => {
    await page.show()
    await isRead()
    await press('r')
    await shows('Round 1')
    await until(() => expect(page.reviews.get('audit_0')?.revision).toBe(1))
    page.holdsNextReview = true
    // Like a live update.
    const early = page.queryClient.fetchQuery({ ...reviewQueries.detail('audit_0'), staleTime: 0 })
    await press('u')
    await shows('Round 0')
    await until(() => expect(page.reviews.get('audit_0')?.revision).toBe(2))
    page.letGo()
    await act(async () => early)
    await press('r')
    await until(() => expect(page.reviews.get('audit_0')).toMatchObject({ state: 'reviewed', revision: 3 }))
    expect(words()).not.toContain('was not marked')
  },
)

it(
  'shows a mark before it is stored; offline it says so and sends the mark after reconnecting',
  { tags: ['full'] },
  async () => {
    await page.show()
    await isRead()
    page.isOffline = true
    await press('f')
    await press('Enter', await write('New lining'))
    await shows('Round 1')
    await until(() => expect(words()).toContain('Round 0 was not marked'))
    expect(words()).toContain('“New lining”')
    expect(words()).toContain('3 left · 0 reviewed')
    page.isOffline = false
    await act(async () => window.dispatchEvent(new Event('online')))
    await until(() => expect(page.reviews.get('audit_0')).toMatchObject({ state: 'follow-up', note: 'New lining' }))
    await until(() => expect(button('Retry')).toBeUndefined())
    expect(said()).toContain('Round 0 is marked now')
  },
)

it('shows a conflicting review of another person beside mine, and asks which to keep', async () => {
  await page.show()
  await isRead()
  page.reviews.set('audit_0', makeReview('audit_0', { state: 'follow-up', note: 'Call the vendor', revision: 4 }))
  await press('r')
  await until(() => expect(words()).toContain('Someone else marked “Round 0”'))
  expect(words()).toContain('“Call the vendor”')
  expect(page.reviews.get('audit_0')?.reviewerName).toBe('Ana')
  await click(button('Use mine'))
  await until(() => expect(page.reviews.get('audit_0')).toMatchObject({ state: 'reviewed', reviewerName: 'I' }))
})

it('says when the inspection on screen leaves the queue, and does not skip it', { tags: ['full'] }, async () => {
  await page.show()
  await isRead()
  page.reviews.set('audit_0', makeReview('audit_0', { state: 'follow-up', note: 'Call the vendor' }))
  page.ids = page.ids.slice(1)
  await act(async () => page.queryClient.invalidateQueries({ queryKey: ['reviews', 'queue'] }))
  await until(() => expect(words()).toContain('No longer in this queue. Someone marked it'))
  // The person has not seen the mark that it got, so their own mark is still a conflict.
  await press('r')
  await until(() => expect(words()).toContain('Someone else marked “Round 0”'))
  await click(button('Keep Ana’s'))
  await press('k')
  await until(() => expect(words()).toContain('“Call the vendor”'))
  expect(words()).not.toContain('Someone marked it')
})

it('shows a note with the inspection it was written for', async () => {
  await page.show()
  await isRead()
  await press('e')
  await press('Enter', await write('Ask for a photo'))
  await until(() => expect(button('NoteE')).toBeDefined())
  expect(document.querySelector('section[aria-label=Inspection]')?.textContent).toContain('Ask for a photo')
  expect(words()).toContain('Note: Round 0')
})

it(
  'says after a batch how many inspections are left, and how many the next batch has',
  { tags: ['full'] },
  async () => {
    page.beyond = 2_500
    await page.show()
    await shows('Round 0')
    expect(words()).toContain('1 of 2,503')
    expect(words()).toContain('2,503 left')
    // Above the report on phones too.
    expect(words()).not.toMatch(/1 of 3\b|\b3 left/)
    await press('j')
    expect(said()).toContain('2 of 2,503: Round 1')
    for (let step = 0; step < 2; step += 1) await press('j')
    await until(() => expect(words()).toContain('Review next 1,000'))
  },
)

it(
  'keeps loading a long queue while people work on it, and does not call the rest of it new',
  { tags: ['full'] },
  async () => {
    page.beyond = 2
    await page.show()
    await isRead()
    expect(words()).toContain('1 of 5')
    await press('r')
    await shows('Round 1')
    // The marked one has left the queue, so the next response reaches further. One more inspection is really new.
    page.ids = ['audit_9', 'audit_1', 'audit_2', 'audit_3', 'audit_4']
    page.beyond = 0
    await act(async () => page.queryClient.invalidateQueries({ queryKey: ['reviews', 'queue'] }))
    await until(() => expect(words()).toContain('1 new since you started'))
    expect(words()).toContain('2 of 5')
    for (let step = 0; step < 3; step += 1) await press('j')
    await shows('Round 4')
    expect(words()).toContain('5 of 5')
  },
)

it('skips an inspection that another person has open, says who, and lets me take it over', async () => {
  page.others.set('audit_1', 'Ana')
  await page.show()
  await isRead()
  await press('j')
  await shows('Round 2')
  expect(said()).toContain('Skipped “Round 1” because Ana has it open')
  await press('k')
  await shows('Round 1')
  await until(() => expect(words()).toContain('Ana has this open'))
  await click(button('Take over'))
  await until(() => expect(words()).not.toContain('Ana has this open'))
  expect(page.asked.some((line) => line.includes('"audit_1"') && line.includes('"ifFree":false'))).toBe(true)
})

it(
  'claims the open inspection, and releases it when another is opened or the page is left',
  { tags: ['full'] },
  async () => {
    await page.show()
    const claims = () => page.asked.filter((line) => line.includes('/api/review/claims'))
    await until(() => expect(claims().at(-1)).toContain('POST'))
    expect(claims().at(-1)).toContain('audit_0')
    await press('j')
    await until(() => expect(claims().at(-1)).toMatch(/POST.*audit_1/))
    expect(claims().some((line) => line.startsWith('DELETE') && line.includes('audit_0'))).toBe(true)
    await act(async () => window.dispatchEvent(new Event('pagehide')))
    expect(claims().at(-1)).toMatch(/DELETE.*audit_1/)
  },
)

it('renews a claim before it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await page.show()
    const claims = () => page.asked.filter((line) => line.startsWith('POST /api/review/claims'))
    await until(() => expect(claims()).toHaveLength(1))
    await act(async () => vi.advanceTimersByTime(31_000))
    expect(claims()).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

it('keeps the draft of a note when it is closed', { tags: ['full'] }, async () => {
  await page.show()
  await isRead()
  await press('e')
  await press('Escape', await write('Half a thou'))
  expect(document.querySelector<HTMLTextAreaElement>('textarea:not([aria-autocomplete])')).toBeNull()
  await press('e')
  expect(document.querySelector<HTMLTextAreaElement>('textarea:not([aria-autocomplete])')?.value).toBe('Half a thou')
})

it('does not use keys that are typed into a focused field', async () => {
  await page.show()
  await isRead()
  await press('e')
  const field = await write('')
  await press('r', field)
  await press('j', field)
  expect(heading()).toBe('Round 0')
  expect(marks()).toEqual([])
})

it('does not mark an inspection before its report has loaded', async () => {
  page.holdsReports = true
  await page.show()
  await shows('Round 0')
  await press('r')
  expect(heading()).toBe('Round 0')
  expect(marks()).toEqual([])
  expect(said()).toContain('still loading')
})

it('shows the position and the marks in every part of a long queue', { tags: ['full'] }, async () => {
  await page.close()
  page = new QueuePage(44)
  await page.show('?at=audit_39')
  await shows('Round 39')
  await isRead()
  const place = () => rail().findIndex((row) => row.hasAttribute('aria-current'))
  expect(rail()).toHaveLength(44)
  expect(place()).toBe(39)
  await press('r')
  await shows('Round 40')
  expect(place()).toBe(40)
  await until(() => expect(rail()[39]?.textContent).toBe('Round 39Reviewed, number 402 failed'))
  await press('k')
  expect(place()).toBe(39)
  await press('u')
  await until(() => expect(rail()[39]?.textContent).not.toContain('Reviewed'))
})

it('asks before the page is left only while a mark is not stored', async () => {
  const listen = vi.spyOn(window, 'addEventListener')
  await page.show()
  await isRead()
  expect(listen.mock.calls.filter(([kind]) => kind === 'beforeunload')).toEqual([])
  page.isOffline = true
  await press('r')
  await until(() => expect(mayLeave()).toBe(false))
  page.isOffline = false
  await act(async () => window.dispatchEvent(new Event('online')))
  await until(() => expect(mayLeave()).toBe(true))
})

it('loads the next two reports and the previous one ahead, and then more of the following ones', async () => {
  await page.close()
  page = new QueuePage(6)
  await page.show('?at=audit_2')
  await shows('Round 2')
  const read = () => page.asked.filter((line) => line.endsWith('/report')).map((line) => line.split('/')[3])
  await until(() => expect(read()).toEqual(['audit_2', 'audit_3', 'audit_4', 'audit_1', 'audit_5']))
})

it('lets a viewer move through the queue without marks or claims', async () => {
  await page.show('', 'viewer')
  await isRead()
  await press('r')
  await press('f')
  expect(heading()).toBe('Round 0')
  await press('j')
  await shows('Round 1')
  // Recording that a person opened an inspection does not mark it.
  expect(page.asked.filter((line) => !line.startsWith('GET') && !line.includes('/opened'))).toEqual([])
  expect(button('ReviewedR')).toBeUndefined()
})

it('shows a review of an older version with its note', { tags: ['full'] }, async () => {
  const reviewedVersion = '2026-11-19T07:30:00.000Z'
  const review = { isChangedSince: true, note: 'Was fine then', version: reviewedVersion }
  page.reviews.set('audit_0', makeReview('audit_0', review))
  await page.show()
  await until(() => expect(words()).toContain('Changed since Ana’s review'))
  expect(words()).toContain('“Was fine then”')
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent?.includes('See what changed'))
  // The link shows the changes since the review, not since the version that was opened last.
  expect(link?.getAttribute('href')).toBe(
    `/inspections/audit_0?tab=changes&from=${encodeURIComponent(reviewedVersion)}`,
  )
  await isRead()
  expect(button('ReviewedR')?.getAttribute('aria-pressed')).toBe('false')
  await press('r')
  await until(() => expect(page.reviews.get('audit_0')?.revision).toBe(2))
})

it('continues where the person left the queue', { tags: ['full'] }, async () => {
  await page.show()
  await isRead()
  await press('r')
  await shows('Round 1')
  await press('o')
  expect(page.pushed).toEqual(['/inspections/audit_1'])
  await page.show()
  await shows('Round 1')
  expect(words()).toContain('2 left · 1 reviewed')
  await until(() => expect(words()).toContain('Today: 1 reviewed'))
})

it('opens the inspection of every link to a list that is already in review, also one that came later', async () => {
  await page.show('?review=follow-up&at=audit_1')
  await shows('Round 1')
  await page.show('?review=follow-up&at=audit_2')
  await shows('Round 2')
  await press('j')
  page.ids.push('audit_7')
  await page.show('?review=follow-up&at=audit_7')
  await shows('Round 7')
  // An address without an inspection continues.
  await page.show('?review=follow-up')
  await shows('Round 7')
})
