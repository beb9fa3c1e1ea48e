// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { forgetOpenJob } from './job-open'
import { UserJobPage } from './job-page'
import {
  ambiguous,
  choose,
  click,
  dialog,
  find,
  jobId,
  makeJob,
  makeRow,
  nextId,
  oldId,
  open,
  Page,
  phase,
  preview,
  press,
  text,
  until,
} from './testing-jobs'

let page: Page
beforeEach(() => {
  document.title = 'Console'
  page = new Page()
})
afterEach(async () => {
  await page.close()
  for (const id of [jobId, nextId]) forgetOpenJob(id)
  sessionStorage.clear()
})

const noSeat = {
  ...ambiguous,
  reason: 'REASON_SEAT_LIMIT_REACHED',
  field: 'FIELD_SEAT_TYPE',
  value: 'SUBSCRIPTION_SEAT_TYPE_PREMIUM',
  choices: [],
}

const isPrimary = (name: string) => find(name)?.className.includes('bg-accent ')

describe('the page of a job', () => {
  const failing = makeJob(
    { ok: 9_800, warned: 43, failed: 37 },
    {
      outcomes: { created: 9_000, updated: 800, unchanged: 40 },
      reasons: [
        { reason: 'REASON_SEAT_LIMIT_REACHED', level: 'fatal', count: 7 },
        { reason: ambiguous.reason, level: 'fatal', count: 30 },
      ],
    },
  )

  it('shows the result by outcome, with numbers that add up', { tags: ['full'] }, async () => {
    page.jobs = [failing]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('Completed: 9,843 of 9,880, 43 with warnings, 37 failed'))
    const numbers = document.querySelector('dl[aria-label="Numbers of the import"]')?.textContent
    expect(numbers).toBe(
      '9,000created800updated40unchanged3done, outcome unknown37failedTotal9,880 users43with warnings',
    )
    expect(document.title).toBe('✓ 9,843 of 9,880 · staff.csv')
    expect(page.interval()).toEqual([false, true])
    expect(find('Download 37 failed')?.getAttribute('href')).toBe(`/api/user-jobs/${jobId}/failed-rows`)
    expect(text()).toContain('STATUS_COMPLETED_WITH_ERRORS')
  })

  it('shows its steps, polls slowly while hidden, and shows the result in the title', { tags: ['full'] }, async () => {
    page.jobs = [makeJob({ waiting: 7_880, sent: 2_000 }, { ...open, phase: 'sending', sent: 2_000 })]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(phase('Sending 2,000 of 9,880')?.getAttribute('aria-current')).toBe('step'))
    expect(document.title).toBe('2,000 of 9,880 sent · staff.csv')
    expect(page.interval()).toEqual([2_000, true])

    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    expect(page.interval()).toEqual([15_000, true])
    hidden.mockRestore()
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))

    await page.turn(makeJob({ ok: 3_000, failed: 12, sent: 6_868 }, { ...open, phase: 'executing' }))
    await until(() => expect(phase('Importing 3,012 of 9,880')?.getAttribute('aria-current')).toBe('step'))
    expect(phase('Sent 9,880')?.textContent).toContain('done:')
    expect(document.title).toBe('Importing: 3,012 of 9,880 · staff.csv')
    expect(text()).toContain('Importing: 3,000 of 9,880, 12 failed')

    await page.turn(makeJob({ ok: 9_843, failed: 37 }))
    await until(() => expect(document.title).toBe('✓ 9,843 of 9,880 · staff.csv'))
    expect(page.interval()).toEqual([false, true])
  })

  it('refreshes its rows when the numbers change', { tags: ['full'] }, async () => {
    page.rows = [makeRow(0, { state: 'sent', outcome: null })]
    page.jobs = [makeJob({ sent: 1 }, { ...open, phase: 'executing' })]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('user0@x.test'))
    page.rows = [makeRow(0)]
    page.jobs = [makeJob({ ok: 1 })]
    // Only the job is requested again, as polling does.
    await act(async () => page.queryClient.refetchQueries({ queryKey: userJobQueries.one(jobId).queryKey }))
    await until(() => expect(document.querySelector('[role=grid]')?.textContent).toContain('Created'))
  })

  it('says when a response was lost, and when the job failed', async () => {
    page.jobs = [makeJob({ unknown: 10 }, { ...open, phase: 'unknown', sent: 10 })]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('Unknown: the response about 10 users was lost'))
    expect(phase('Starting')?.textContent).toContain('unknown:')
    expect(text()).toContain('does not send them again before it knows.')
    await page.turn(makeJob({ ok: 4, sent: 6 }, { phase: 'errored', note: 'The service gave up.' }))
    await until(() => expect(text()).toContain('Failed: 4 of 10, 6 with no result'))
    expect(text()).toContain('The service gave up.')
    expect(document.title).toBe('✕ 4 of 10 · staff.csv')
  })

  it('says that a dry run changed nothing', async () => {
    page.jobs = [makeJob({ ok: 8, failed: 2 }, { kind: 'check', phase: 'validated', outcomes: { valid: 8 } })]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('This was a dry run: nothing was changed.'))
    expect(text()).toContain('Tested: 8 of 10 OK, 2 would fail')
    expect(text()).not.toContain('Completed')
    expect(phase('Importing')).toBeUndefined()
  })

  it('shows rows with a reason, as readable text and as SafetyCulture reported it', { tags: ['full'] }, async () => {
    page.jobs = [failing]
    page.rows = [makeRow(0), makeRow(1, { state: 'failed', outcome: null, issues: [ambiguous, noSeat] })]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('Groups “Drivers”: Several groups have this name'))
    expect(document.querySelectorAll('tbody input[type=checkbox]')).toHaveLength(2)
    expect(text()).toContain('Seat type “Full”: Seat limit reached')
    const reasons = [...document.querySelectorAll<HTMLElement>('button[aria-pressed]')]
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      '30Several groups have this nameREASON_GROUP_REFERENCE_AMBIGUOUSSkipped user',
      '7Seat limit reachedREASON_SEAT_LIMIT_REACHEDSkipped user',
    ])
    await press(reasons[0])
    await until(() => expect(page.rowSearches()).toContain(`?reason=${ambiguous.reason}&after=-1`))
    await until(() => expect(find('user0@x.test')).toBeUndefined())
    await click('user1@x.test')
    await until(() => expect(preview()).toContain('FIELD_GROUPS · fatal · Drivers'))
    expect(preview()).toContain('role_1')
    expect(preview()).toContain('first_nameAnn')
    await click('Close')
    await click('Clear filter: Several groups have this name')
    await choose('failed')
    await until(() => expect(page.rowSearches()).toContain('?state=failed&after=-1'))
  })

  it(
    'filters rows by the result in links of earlier versions, and ignores a row height in the same parameter',
    { tags: ['full'] },
    async () => {
      page.jobs = [failing]
      page.rows = [makeRow(0)]
      page.search = 'rows=failed'
      await page.show(<UserJobPage jobId={jobId} />)
      await until(() => expect(page.rowSearches()).toEqual(['?state=failed&after=-1']))
      await page.close()
      page = new Page()
      page.jobs = [failing]
      page.rows = [makeRow(0)]
      page.search = 'rows=compact&result=warned'
      await page.show(<UserJobPage jobId={jobId} />)
      await until(() => expect(page.rowSearches()).toEqual(['?state=warned&after=-1']))
    },
  )

  it('renders only the visible rows, and loads more at their end', { tags: ['full'] }, async () => {
    page.jobs = [makeJob({ ok: 1_000 })]
    page.rows = Array.from({ length: 1_000 }, (_, position) => makeRow(position))
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(find('user0@x.test')).toBeDefined())
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(60)
    expect(page.rowSearches()).toEqual(['?after=-1'])
    const scroller = document.querySelector('[role=grid]')?.parentElement
    await act(async () => {
      if (scroller != null) scroller.scrollTop = 40 * 95
      scroller?.dispatchEvent(new Event('scroll', { bubbles: true }))
    })
    await until(() => expect(page.rowSearches()).toEqual(['?after=-1', '?after=99']))
  })

  it('retries failed rows as a new job, after a warning that passwords are missing', async () => {
    page.jobs = [failing]
    page.rows = [
      makeRow(0),
      makeRow(1, { state: 'failed', outcome: null, hadPassword: true }),
      ...Array.from({ length: 36 }, (_, at) => makeRow(at + 2, { state: 'failed', outcome: null })),
    ]
    await page.show(<UserJobPage jobId={jobId} />)
    await click('Retry 37 unchanged')
    await until(() => expect(dialog()).toContain('1 of them had a password. Passwords are not kept'))
    expect(page.posts()).toEqual([])
    await click('Retry 37 failed')
    await until(() => expect(page.pushed).toEqual([`/users/imports/${nextId}`]))
    expect(page.posts()).toEqual([`/api/user-jobs/${jobId}/retry`])
    expect(sessionStorage.getItem('sightline.open-user-jobs')).toContain(nextId)
  })

  it('makes fixing rows the main action if a field is wrong, and retrying otherwise', async () => {
    page.jobs = [{ ...failing, toFix: { rows: 2, withField: 2 } }]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(find('Fix 2 rows')?.getAttribute('href')).toBe(`/users/imports/new?fix=${jobId}`))
    expect([isPrimary('Fix 2 rows'), isPrimary('Retry 37 unchanged')]).toEqual([true, false])
    await page.turn({ ...failing, toFix: { rows: 37, withField: 0 } })
    await until(() => expect([isPrimary('Fix 37 rows'), isPrimary('Retry 37 unchanged')]).toEqual([false, true]))
    await page.turn({ ...failing, toFix: { rows: 1, withField: 1 }, mayChange: false })
    await until(() => expect(find('Fix 1 row')?.hasAttribute('disabled')).toBe(true))
    await page.turn({ ...failing, toFix: { rows: 0, withField: 0 } })
    await until(() => expect(find('Fix 1 row')).toBeUndefined())
  })

  it('offers nothing that needs the rows after their cells were removed, and says so', async () => {
    page.jobs = [failing]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(find('Download 37 failed')).toBeDefined())
    await page.turn({ ...failing, rowsRemovedAt: '2026-11-27T10:00:00.000Z' })
    await until(() => expect(text()).toContain('The contents of the rows were removed'))
    for (const name of ['Fix 37 rows', 'Retry 37 unchanged', 'Download 37 failed']) expect(find(name)).toBeUndefined()
  })

  it('does not mention passwords if there were none, and keeps the dialog open when the retry is refused', async () => {
    page.jobs = [failing]
    page.rows = Array.from({ length: 37 }, (_, at) => makeRow(at, { state: 'failed', outcome: null }))
    page.failure = { path: /POST/, status: 409, code: 'conflict', detail: 'Too much is open.' }
    await page.show(<UserJobPage jobId={jobId} />)
    await click('Retry 37 unchanged')
    await click('Retry 37 failed')
    await until(() => expect(dialog()).toContain('Too much is open.'))
    expect(dialog()).not.toContain('password')
    expect(page.pushed).toEqual([])
  })

  it('cancels after saying which users are already imported', async () => {
    page.jobs = [
      makeJob({ ok: 3_000, sent: 6_880 }, { ...open, phase: 'executing', outcomes: { created: 2_800, updated: 200 } }),
    ]
    await page.show(<UserJobPage jobId={jobId} />)
    await click('Cancel import')
    expect(dialog()).toContain('3,000 of 9,880 users are already imported (2,800 created, 200 updated).')
    expect(page.posts()).toEqual([])
    await click('Cancel import')
    await until(() => expect(page.posts()).toEqual([`/api/user-jobs/${jobId}/cancel`]))
    await page.turn(
      makeJob({ ok: 3_000, sent: 6_880 }, { ...open, phase: 'executing', cancelAskedAt: '2026-11-20T10:03:00.000Z' }),
    )
    await until(() => expect(find('Canceling…')?.hasAttribute('disabled')).toBe(true))
    await page.turn(
      makeJob({ ok: 3_100, cancelled: 6_780 }, { phase: 'cancelled', cancelAskedAt: '2026-11-20T10:03:00.000Z' }),
    )
    await until(() => expect(text()).toContain('Canceled: 3,100 created, 6,780 not created'))
    expect(document.title).toBe('✕ 3,100 of 9,880 · staff.csv')
  })

  it('says with numbers when the job was canceled too late', { tags: ['full'] }, async () => {
    const late = { phase: 'cancelled', cancelAskedAt: '2026-11-20T10:03:00.000Z' } as const
    page.jobs = [makeJob({ ok: 4_000 }, { ...late, outcomes: { created: 4_000 } })]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('Canceled too late: all 4,000 users were created'))
    expect(text()).not.toContain('Completed')
    expect(document.querySelector('[aria-label=Steps]')?.textContent).toMatch(/Canceled too late$/)
  })

  describe('of an immediate import', () => {
    const now = { ...open, way: 'immediate' } as const
    const waiting = makeJob({ waiting: 3 }, { ...now, phase: 'sending', sent: 0, note: 'It waits for room.' })
    const out = makeJob({ waiting: 3 }, { ...now, phase: 'executing' })

    it('can be canceled while it waits, after saying that no users were sent', { tags: ['full'] }, async () => {
      page.jobs = [waiting]
      await page.show(<UserJobPage jobId={jobId} />)
      await click('Cancel import')
      expect(dialog()).toContain('None of the 3 users has been sent yet. If you cancel now, none is imported.')
      expect(dialog()).not.toContain('asks SafetyCulture to stop')
      await click('Cancel import')
      await until(() => expect(page.posts()).toEqual([`/api/user-jobs/${jobId}/cancel`]))
      await until(() => expect(dialog()).toBe(''))
      await page.turn({ ...waiting, cancelAskedAt: '2026-11-20T10:03:00.000Z' })
      await until(() => expect(find('Canceling…')?.hasAttribute('disabled')).toBe(true))
      await page.turn(makeJob({ cancelled: 3 }, { way: 'immediate', phase: 'cancelled', sent: 0 }))
      await until(() => expect(text()).toContain('Canceled: 0 imported, 3 not sent'))
    })

    it('cannot be canceled after it was sent', { tags: ['full'] }, async () => {
      page.jobs = [out]
      await page.show(<UserJobPage jobId={jobId} />)
      await until(() => expect(text()).toContain('Importing: 0 of 3'))
      expect(find('Cancel import')).toBeUndefined()
    })

    it(
      'says in the dialog that the users were sent before the cancellation, and shows the result',
      { tags: ['full'] },
      async () => {
        page.jobs = [waiting]
        await page.show(<UserJobPage jobId={jobId} />)
        await click('Cancel import')
        page.failure = { path: /cancel$/, status: 409, code: 'conflict', detail: 'They are on their way already.' }
        page.jobs = [out]
        await press([...document.querySelectorAll('[role=dialog] button')].at(-1))
        await until(() =>
          expect(dialog()).toContain('The users were already sent in one request, which cannot be canceled.'),
        )
        expect(dialog()).not.toContain('If you cancel now')
        expect(find('Cancel import')).toBeUndefined()
        await page.turn(makeJob({ ok: 3 }, { way: 'immediate' }))
        await until(() => expect(dialog()).toContain('Completed: 3 of 3'))
        await click('Close')
        expect(dialog()).toBe('')
      },
    )
  })

  it('disables its actions for people who may only view it, and says why', { tags: ['full'] }, async () => {
    page.jobs = [{ ...failing, mayChange: false, isMine: false }]
    await page.show(<UserJobPage jobId={jobId} />, 'viewer')
    await until(() => expect(find('Retry 37 unchanged')?.hasAttribute('disabled')).toBe(true))
    expect(text()).toContain('You can view this import. Only admins can cancel or retry it.')
    await page.turn(makeJob({ sent: 5 }, { ...open, phase: 'executing', mayChange: false }))
    await until(() => expect(find('Cancel import')?.hasAttribute('disabled')).toBe(true))
  })

  it('links the jobs that it retries and that retry it, with their results', async () => {
    page.jobs = [
      makeJob({ ok: 1 }, { ofJobId: oldId, retryJobIds: [nextId] }),
      makeJob({ ok: 9, failed: 1 }, { jobId: oldId, sourceName: 'first.csv' }),
    ]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(find('first.csv')?.getAttribute('href')).toBe(`/users/imports/${oldId}`))
    expect(text()).toContain('(Completed: 9 of 10, 1 failed)')
    expect(find('import 6f1b2a52')?.getAttribute('href')).toBe(`/users/imports/${nextId}`)
  })

  it('says when the job cannot be loaded, and stops polling a job that does not exist', async () => {
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('Gone.'))
    expect(page.interval()).toEqual([false, true])
  })
})
