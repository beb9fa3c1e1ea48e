// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLiveState } from '@/lib/browser/live/state'
import { overviewQueries } from '@/lib/overview/queries'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { ElsewhereJob } from '@/lib/user-jobs/elsewhere-schema'
import { ElsewhereJobPage } from './job-elsewhere-page'
import { UserJobsPage } from './job-list-page'
import { forgetOpenJob, noteOpenJob } from './job-open'
import { UserJobPage } from './job-page'
import { JobWatch } from './job-watch'
import {
  ambiguous,
  choose,
  click,
  find,
  jobId,
  makeJob,
  makeRow,
  nextId,
  oldId,
  open,
  Page,
  press,
  preview,
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

const choices = () => [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')]
const openMenu = (head: Element | null) =>
  act(async () => head?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))
const spoken = () => document.querySelector('[data-announcements]')?.textContent?.replaceAll('\u00a0', ' ')
const tab = () => document.querySelector('nav[aria-label=Users] li:last-child a')

describe('the list of user jobs', () => {
  it('shows state with numbers, type, source, person, duration and the import that each job retries', async () => {
    page.jobs = [
      makeJob({ ok: 9_843, failed: 37 }),
      makeJob(
        { ok: 8, failed: 2 },
        { jobId: nextId, kind: 'check', phase: 'validated', isMine: false, ofJobId: oldId },
      ),
    ]
    await page.show(<UserJobsPage />)
    await until(() => expect(text()).toContain('Completed: 9,843 of 9,880, 37 failed'))
    const [run, check] = [...document.querySelectorAll('[role=grid][aria-label="User imports"] tbody tr')]
    expect(run?.textContent).toContain('staff.csv')
    expect(run?.querySelector('[data-cell=users]')?.textContent).toBe('9,880')
    expect(run?.textContent).toContain('took 6 min')
    expect(run?.textContent).not.toContain('Nothing was changed')
    expect(check?.textContent).toContain('Tested: 8 of 10 OK, 2 would fail')
    expect(check?.querySelector('[data-cell=person]')?.textContent).toBe('Robin')
    expect(check?.textContent).toContain('Nothing was changed')
    expect(find('retry of an earlier import')?.getAttribute('href')).toBe(`/users/imports/${oldId}`)
    expect(find('Import users')?.getAttribute('href')).toBe('/users/imports/new')
    expect(text()).toContain('Bulk user imports and dry runs.')
  })

  it('requests jobs of the type and status in the address, and says when none match', { tags: ['full'] }, async () => {
    page.search = '?phase=open'
    await page.show(<UserJobsPage />)
    await choose('check')
    await until(() =>
      expect(page.sent.map(({ search }) => search)).toContain(
        '?phase=sending&phase=starting&phase=validating&phase=executing&kind=check',
      ),
    )
    await until(() => expect(text()).toContain('No imports match these filters'))
    await click('Show all imports')
    await until(() => expect(text()).toContain('No imports yet'))
  })

  it('has its filters in the menus of the headers too', { tags: ['full'] }, async () => {
    page.jobs = [makeJob({ ok: 8 })]
    await page.show(<UserJobsPage />)
    for (const [column, choice, search] of [
      ['type', 'Dry runs', 'kind=check'],
      ['result', 'Canceled', 'phase=cancelled'],
    ]) {
      await until(() => expect(document.querySelector(`th[data-column=${column}]`)).not.toBeNull())
      await openMenu(document.querySelector(`th[data-column=${column}]`))
      await until(() => expect(choices().map(({ textContent }) => textContent)).toContain(choice))
      await press(choices().find(({ textContent }) => textContent === choice))
      await until(() => expect(page.sent.map((one) => one.search).join(' ')).toContain(search))
    }
  })

  it('says that it could not be loaded', { tags: ['full'] }, async () => {
    page.failure = { path: /user-jobs$/, status: 409, code: 'conflict', detail: 'It does not go.' }
    await page.show(<UserJobsPage />)
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('It does not go.'))
    expect(text()).not.toContain('No imports yet')
  })

  it('is read-only for a viewer, and says who can start imports', { tags: ['full'] }, async () => {
    await page.show(<UserJobsPage />, 'viewer')
    await until(() => expect(text()).toContain('Only admins can start one.'))
    expect(find('Import users')?.hasAttribute('disabled')).toBe(true)
    expect(document.querySelector('a[href="/users/imports/new"]')).toBeNull()
  })

  it(
    'lists jobs started elsewhere separately with the same filters, and says when they are not available',
    { tags: ['full'] },
    async () => {
      const job: ElsewhereJob = {
        remoteId: 'remote_7',
        state: 'STATUS_COMPLETED',
        phase: 'completed',
        isCheck: null,
        createdAt: null,
        total: 40,
        failed: 3,
        by: null,
      }
      page.elsewhere = [
        job,
        {
          ...job,
          remoteId: 'remote_8',
          isCheck: true,
          phase: 'unknown',
          state: 'STATUS_NEW',
          total: null,
          failed: null,
        },
      ]
      await page.show(<UserJobsPage />)
      await until(() => expect(text()).toContain('Completed: 40 users, 3 failed'))
      expect(text()).toContain('STATUS_NEW: no numbers available')
      expect(find('remote_7')?.getAttribute('href')).toBe('/users/imports/elsewhere/remote_7')
      await choose('run')
      await until(() => expect(find('remote_8')).toBeUndefined())
      expect(find('remote_7')).toBeDefined()
      page.elsewhere = []
      page.elsewhereNote = 'The service does not show its list.'
      await page.turn()
      await until(() => expect(text()).toContain('The service does not show its list.'))
      expect(text()).not.toContain('None')
    },
  )
})

const elsewhere: ElsewhereJob = {
  remoteId: 'remote_7',
  state: 'STATUS_EXECUTING',
  phase: 'executing',
  isCheck: null,
  createdAt: null,
  total: 40,
  failed: 0,
  by: null,
}

describe.each([
  ['the list of jobs started elsewhere', <UserJobsPage key="list" />, userJobQueries.elsewhere().queryKey],
  [
    'the page of a job started elsewhere',
    <ElsewhereJobPage key="page" remoteId="remote_7" />,
    userJobQueries.elsewhereOne('remote_7').queryKey,
  ],
])('%s', (_, content, key) => {
  const show = async (...jobs: ElsewhereJob[]) => {
    page.elsewhere = jobs
    await page.show(content)
    await until(() => expect(page.queryClient.getQueryData(key)).toBeDefined())
  }

  it(
    'polls every five seconds while a job is running, more slowly while hidden, and never after all jobs have ended',
    { tags: ['full'] },
    async () => {
      await show(elsewhere, { ...elsewhere, remoteId: 'remote_8', phase: 'completed' })
      expect(page.intervalOf(key)).toEqual([5_000, true])
      // No event reports jobs started elsewhere, so polling continues while events report the console's own jobs.
      setLiveState('live')
      expect(page.intervalOf(key)).toEqual([5_000, true])
      setLiveState('off')
      const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      await act(async () => document.dispatchEvent(new Event('visibilitychange')))
      expect(page.intervalOf(key)).toEqual([60_000, true])
      hidden.mockRestore()
      await act(async () => document.dispatchEvent(new Event('visibilitychange')))
      expect(page.intervalOf(key)).toEqual([5_000, true])
      page.elsewhere = [{ ...elsewhere, phase: 'completed', state: 'STATUS_COMPLETED' }]
      await page.turn()
      await until(() => expect(text()).toContain('Completed: 40 users'))
      expect(page.intervalOf(key)).toEqual([false, true])
    },
  )

  it.each([
    ['completed', null, false],
    ['errored', null, false],
    ['cancelled', null, false],
    ['validated', true, false],
    ['validated', false, 5_000],
    ['starting', null, 5_000],
    // This may be the end of a dry run or a phase of a running import, so it is polled rarely.
    ['validated', null, 30_000],
    ['unknown', null, 30_000],
  ] as const)('polls a job in the phase %s (dry run: %s) with the interval %s', async (phase, isCheck, ms) => {
    await show({ ...elsewhere, phase, isCheck })
    expect(page.intervalOf(key)).toEqual([ms, true])
  })

  it('stops polling after a refusal', { tags: ['full'] }, async () => {
    page.failure = { path: /elsewhere/, status: 404, code: 'not_found', detail: 'It is gone.' }
    await page.show(content)
    await until(() => expect(text()).toContain('It is gone.'))
    expect(page.intervalOf(key)).toEqual([false, true])
  })
})

describe('the notice of an ended job', () => {
  it('requests nothing while no job is open', async () => {
    await page.show(<JobWatch />)
    expect(page.sent).toEqual([])
  })

  it('appears once on any page when the user’s own job ends, with a link', async () => {
    page.jobs = [makeJob({ sent: 9_880 }, { ...open, phase: 'executing' })]
    await page.show(<JobWatch />)
    await act(async () => noteOpenJob(jobId))
    await until(() => expect(page.sent).toHaveLength(1))
    expect(document.querySelector('[data-toasts]')?.textContent ?? '').not.toContain('staff.csv')
    await page.turn(makeJob({ ok: 9_843, failed: 37 }))
    await until(() => expect(text()).toContain('Import of staff.csv'))
    expect(text()).toContain('Completed: 9,843 of 9,880, 37 failed')
    expect(sessionStorage.getItem('sightline.open-user-jobs')).toBe('[]')
    const asked = page.sent.length
    await page.turn(makeJob({ ok: 9_843, failed: 37 }))
    expect(page.sent).toHaveLength(asked)
    await click('View details')
    expect(page.pushed).toEqual([`/users/imports/${jobId}`])
  })

  it('is only announced on the page of the job, which shows the result itself', async () => {
    page.pathname = `/users/imports/${jobId}`
    page.jobs = [makeJob({ sent: 9_880 }, { ...open, phase: 'executing' })]
    await page.show(<JobWatch />)
    await act(async () => noteOpenJob(jobId))
    await until(() => expect(page.sent).toHaveLength(1))
    await page.turn(makeJob({ ok: 9_843, failed: 37 }))
    await until(() => expect(spoken()).toContain('Import of staff.csv: Completed: 9,843 of 9,880, 37 failed'))
    expect(find('View details')).toBeUndefined()
  })

  it('is not shown for another person’s job or for a deleted job', async () => {
    noteOpenJob(jobId)
    noteOpenJob(nextId)
    page.jobs = [makeJob({ ok: 1 }, { isMine: false })]
    await page.show(<JobWatch />)
    await until(() => expect(sessionStorage.getItem('sightline.open-user-jobs')).toBe('[]'))
    expect(text()).not.toContain('staff.csv')
  })

  it('will appear for a running job whose page was opened', { tags: ['full'] }, async () => {
    page.jobs = [makeJob({ sent: 5 }, { ...open, phase: 'executing' })]
    await page.show(<UserJobPage jobId={jobId} />)
    await until(() => expect(sessionStorage.getItem('sightline.open-user-jobs')).toBe(JSON.stringify([jobId])))
  })
})

describe('a job started elsewhere', () => {
  it('shows its details, its rows with their outcomes, and unknown values unchanged', { tags: ['full'] }, async () => {
    page.elsewhere = [
      {
        remoteId: 'remote_7',
        state: 'STATUS_SLEEPING',
        phase: 'unknown',
        isCheck: null,
        createdAt: '2026-11-20T10:00:00.000Z',
        total: 2,
        failed: 1,
        by: 'Ada',
      },
    ]
    page.rows = [
      makeRow(0, { outcome: 'revived' }),
      makeRow(1, { state: 'failed', outcome: null, issues: [{ ...ambiguous, reason: 'odd reason' }] }),
    ]
    await page.show(<ElsewhereJobPage remoteId="remote_7" />)
    await until(() => expect(text()).toContain('STATUS_SLEEPING: 2 users, 1 failed'))
    expect(text()).toContain('Import or dry run, not known which')
    expect(text()).toContain('by Ada')
    expect(document.querySelector('[role=grid]')?.textContent).toContain('revived')
    expect(document.querySelector('[role=grid]')?.textContent).toContain('odd reason')
    await click('user1@x.test')
    await until(() => expect(preview()).toContain('odd reason · FIELD_GROUPS · fatal'))
    expect(document.querySelector('pre')?.textContent).toContain('"STATUS_SLEEPING"')
  })

  it('says that SafetyCulture refused', async () => {
    page.failure = { path: /elsewhere/, status: 502, code: 'upstream_refused', detail: 'The token may not.' }
    await page.show(<ElsewhereJobPage remoteId="remote_7" />)
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('The token may not.'))
  })
})

describe('the imports to fix', () => {
  it('are listed without jobs from elsewhere, and no list of these is requested', async () => {
    page.search = '?phase=needsFix'
    page.elsewhere = [elsewhere]
    page.jobs = [makeJob({ ok: 8, failed: 2 })]
    await page.show(<UserJobsPage />)
    await until(() => expect(text()).toContain('staff.csv'))
    expect(find('remote_7')).toBeUndefined()
    expect(page.sent.map(({ path }) => path)).not.toContain('/api/user-jobs/elsewhere')
  })

  it('have their number on the tab of imports, which leads to them', async () => {
    await page.show(<UserJobsPage />)
    expect(tab()?.getAttribute('href')).toBe('/users/imports')
    await act(async () =>
      page.queryClient.setQueryData(overviewQueries.attention('UTC').queryKey, {
        followUpsOverdue: 0,
        myFollowUpsOverdue: 0,
        importsWithErrors: 2,
        webhooksFailed: 0,
      }),
    )
    await until(() => expect(tab()?.textContent).toBe('Imports2'))
    expect(tab()?.getAttribute('href')).toBe('/users/imports?phase=needsFix')
    expect(tab()?.getAttribute('aria-description')).toBe('2 imports have errors')
  })
})
