// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jobId } from '@/components/user-jobs/jobs/testing-jobs'
import {
  activeCell,
  BenchPage,
  bringIn,
  cellAt,
  eventually,
  grid,
  key,
  MemoryDrafts,
  press,
  shownAt,
} from '@/components/user-jobs/workbench/testing-workbench'
import type { RowIssue, UserFixSheet } from '@/lib/user-jobs/schema'

const drafts = vi.hoisted(() => ({ store: null as unknown }))
vi.mock('@/components/user-jobs/workbench/drafts/draft-store', () => ({ createDraftStore: () => drafts.store }))

const issue = (more: Partial<RowIssue>): RowIssue => ({
  reason: 'REASON_X',
  level: 'error',
  field: null,
  value: null,
  message: 'Try again',
  choices: [],
  ...more,
})
const makeFix = (): UserFixSheet => ({
  jobId,
  kind: 'run',
  sourceName: 'staff.csv',
  header: ['Who', 'Given', 'Family', 'Secret word', 'Where'],
  mapping: [
    { to: 'field', field: 'email' },
    { to: 'field', field: 'firstName' },
    { to: 'field', field: 'lastName' },
    { to: 'field', field: 'password' },
    { to: 'field', field: 'sitesAdd' },
  ],
  rows: [
    {
      line: 12,
      username: 'ann@x.test',
      state: 'failed',
      hadPassword: false,
      cells: ['ann@x.test', 'Ann', 'Lee', '', 'Leeds Depot'],
      issues: [issue({ level: 'fatal' })],
    },
    {
      line: 40,
      username: 'ben@x.test',
      state: 'warned',
      hadPassword: true,
      cells: ['ben@x.test', 'Ben', 'Kay', '', 'Atlantis Depot'],
      issues: [issue({ reason: 'REASON_SITE_NOT_FOUND', field: 'FIELD_SITES', value: 'Atlantis Depot' })],
    },
  ],
})

let page: BenchPage
let memory: MemoryDrafts
beforeEach(() => {
  memory = new MemoryDrafts()
  drafts.store = memory
  page = new BenchPage()
  page.fixSheet = makeFix()
})
afterEach(() => page.close())

const bodyText = () => document.body.textContent
const why = (line: number, column: number) =>
  document.getElementById(cellAt(line, column).getAttribute('aria-describedby') ?? '')?.textContent
const rowMarks = (line: number) =>
  document.querySelector(`[data-row-id="${line}"] [role=rowheader] [role=img]`)?.getAttribute('aria-label')
const fixSite = async (name: string) => {
  await key('F2')
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>('[role=grid] :is(textarea, input)')
  if (field === null) throw new Error('no editor')
  await act(async () => {
    // React overrides the setter of the element, so the setter of the prototype is called to make React see the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, name)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await key('Enter', {}, field)
}

describe('the rows that a job left to fix', () => {
  it(
    'open with each reason in its cell or row, with the first invalid cell active, and without passwords',
    { tags: ['full'] },
    async () => {
      await page.show('admin', jobId)
      await eventually(() => expect(activeCell()).toBe(cellAt(40, 4)))
      expect(document.activeElement).toBe(grid())
      expect(why(40, 4)).toBe('No site called “Atlantis Depot”. The user was imported without it.')
      expect(bodyText()).toContain('Rows to fix from staff.csv.')
      expect(bodyText()).toContain('1 password is missing')
      expect(why(40, 3)).toBe('The password was not saved. Enter it again, or this user gets none.')
      await press('Rows with errors (1)')
      await act(async () => document.querySelector<HTMLElement>('[role=menuitemradio]')?.click())
      await eventually(() => expect(rowMarks(12)).toBe('Try again.'))
    },
  )

  it('are sent as a job that is linked to the first job', async () => {
    await page.show('admin', jobId)
    await eventually(() => expect(activeCell()).toBe(cellAt(40, 4)))
    await fixSite('Leeds Depot')
    await press(/Confirm$/)
    await press('Create 2 users without testing')
    await eventually(() => expect(page.pushed).toHaveLength(1))
    const [sent] = page.started()
    expect(sent).toMatchObject({ kind: 'run', ofJobId: jobId, sourceName: 'staff.csv' })
    expect(sent?.users.map(({ line, username, sites }) => [line, username, sites?.add])).toEqual([
      [12, 'ann@x.test', [{ name: 'Leeds Depot' }]],
      [40, 'ben@x.test', [{ name: 'Leeds Depot' }]],
    ])
  })

  it(
    'continue from their draft after a reload, with the edits and with the reasons of unchanged rows',
    { tags: ['full'] },
    async () => {
      const cells = ['cy@x.test', 'Cy', 'Ray', '', 'Atlantis Depot']
      page.fixSheet = makeFix()
      for (const row of makeFix().rows.slice(1))
        page.fixSheet.rows.push(Object.assign(row, { line: 41, username: 'cy@x.test', cells }))
      await page.show('admin', jobId)
      await eventually(() => expect(activeCell()).toBe(cellAt(40, 4)))
      await fixSite('Oslo')
      await eventually(() => expect(JSON.stringify(memory.draft)).toContain('Oslo'))
      const { fixSheet } = page
      await page.close()

      page = new BenchPage()
      page.fixSheet = fixSheet
      await page.show('admin', jobId)
      await eventually(() => expect(activeCell()).toBe(cellAt(41, 4)))
      expect(why(41, 4)).toContain('No site called “Atlantis Depot”.')
      expect(bodyText()).toContain('2 passwords are missing')
      await press(/^Rows with errors/)
      await act(async () => document.querySelector<HTMLElement>('[role=menuitemradio]')?.click())
      await eventually(() => expect(shownAt(40, 4)).toBe('Oslo'))
      expect(cellAt(40, 4).getAttribute('aria-invalid')).toBeNull()
      await page.close()

      // The same draft, opened without the parameter in the address.
      page = new BenchPage()
      page.fixSheet = fixSheet
      await page.show()
      await press('Continue')
      await eventually(() => expect(why(41, 4)).toContain('No site called “Atlantis Depot”.'))
    },
  )

  it('replace the draft of other rows only after confirmation', { tags: ['full'] }, async () => {
    await page.show()
    await bringIn('E-mail\tFirst name\nzoe@x.test\tZoe')
    await eventually(() => expect(memory.draft?.rows).toHaveLength(1))
    await page.close()

    page = new BenchPage()
    page.fixSheet = makeFix()
    await page.show('admin', jobId)
    await press('Keep my rows')
    await eventually(() => expect(bodyText()).toContain('Continue where you left off: 1 row'))
    expect(document.querySelector('[role=grid]')).toBeNull()
  })

  it('are refused with a reason if none are left, the job cannot be read, or the permission is missing', async () => {
    page.fixSheet = { ...makeFix(), rows: [] }
    await page.show('admin', jobId)
    await eventually(() => expect(bodyText()).toContain('This import has no rows left to fix.'))
    await page.close()

    page = new BenchPage()
    await page.show('admin', jobId)
    await eventually(() => expect(bodyText()).toContain('The rows to fix could not be opened'))
    await page.close()

    page = new BenchPage()
    page.fixSheet = makeFix()
    await page.show('editor', jobId)
    expect(bodyText()).toContain('Only admins can import users')
    expect(bodyText()).not.toContain('ann@x.test')
  })
})
