// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserJobRow } from '@/lib/user-jobs/schema'
import { jobId, makeJob, makeRow } from '@/components/user-jobs/jobs/testing-jobs'
import {
  activeCell,
  BenchPage,
  bringIn,
  button,
  cellAt,
  choiceEditor,
  choicesShown,
  editor,
  eventually,
  grid,
  key,
  MemoryDrafts,
  press,
  shownAt,
} from '@/components/user-jobs/workbench/testing-workbench'

const drafts = vi.hoisted(() => ({ store: null as unknown }))
vi.mock('@/components/user-jobs/workbench/drafts/draft-store', () => ({ createDraftStore: () => drafts.store }))

const table = [
  'E-mail\tFirst name\tLast name\tGroups\tSeat type',
  'ann@x.test\tAnn\tLee\tDrivers\tFull',
  'ben(at)x.test\tBen\tKay\tDrivers\tFull',
  'cy@x.test\tCy\tRay\tNight\tFul',
].join('\n')

let page: BenchPage
let memory: MemoryDrafts
beforeEach(() => {
  memory = new MemoryDrafts()
  drafts.store = memory
  page = new BenchPage()
})
afterEach(() => page.close())

const bodyText = () => document.body.textContent
const write = (field: HTMLInputElement, value: string) =>
  act(async () => {
    // React overrides the setter of the element, so the setter of the prototype is called to make React see the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
const wanted = <T,>(found: T | null): T => {
  if (found === null) throw new Error('it is not there')
  return found
}

const openSeatType = async () => {
  await page.show()
  await bringIn(table)
  await act(async () => grid().focus())
  await key('End')
  await key('ArrowDown')
  await key('ArrowDown')
  await key('Enter')
  return wanted(choiceEditor())
}

describe('a cell with known values', () => {
  it('shows all values, and takes the value that the arrow keys have highlighted', { tags: ['full'] }, async () => {
    const field = await openSeatType()
    expect(field.value).toBe('Ful')
    expect(choicesShown()).toEqual(['Full', 'Lite', 'Guest', 'Service user', 'Support'])
    expect(field.getAttribute('aria-activedescendant')).toBeNull()
    await key('ArrowDown', {}, field)
    await key('ArrowDown', {}, field)
    const marked = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
    expect(marked?.textContent).toBe('Lite')
    await key('Enter', {}, field)
    expect(shownAt(3, 4)).toBe('Lite')
  })

  it(
    'filters by the typed text and takes the first match, but keeps other known spellings as typed',
    { tags: ['full'] },
    async () => {
      const field = await openSeatType()
      await write(field, 'se')
      expect(choicesShown()).toEqual(['Service user'])
      await key('Tab', {}, field)
      expect(shownAt(3, 4)).toBe('Service user')
      await act(async () => grid().focus())
      await key('End')
      await key('Enter')
      await write(wanted(choiceEditor()), 'premium')
      await key('Enter', {}, wanted(choiceEditor()))
      expect(shownAt(3, 4)).toBe('premium')
    },
  )

  it(
    'takes the clicked value, keeps the focus in the grid, and is left unchanged by Escape',
    { tags: ['full'] },
    async () => {
      const field = await openSeatType()
      const guest = [...document.querySelectorAll('[role=option]')].find(({ textContent }) => textContent === 'Guest')
      await act(async () => guest?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true })))
      expect(shownAt(3, 4)).toBe('Guest')
      expect(document.activeElement).toBe(grid())
      expect(field.isConnected).toBe(false)
      await key('L')
      expect(choicesShown()[0]).toBe('Lite')
      await key('Escape', {}, wanted(choiceEditor()))
      expect(shownAt(3, 4)).toBe('Guest')
      expect(choicesShown()).toEqual([])
    },
  )
})

describe('n and p', () => {
  it(
    'go from error to error after the first one, and are typed as letters again after an arrow key',
    { tags: ['full'] },
    async () => {
      await page.show()
      await bringIn(table)
      await eventually(() => expect(cellAt(2, 0).getAttribute('aria-invalid')).toBe('true'))
      await key('n', {}, document.body)
      await eventually(() => expect(activeCell()).toBe(cellAt(2, 0)))
      await key('n')
      expect(activeCell()).toBe(cellAt(3, 4))
      await key('p')
      expect(activeCell()).toBe(cellAt(2, 0))
      expect(editor()).toBeNull()
      await key('ArrowRight')
      await key('n')
      expect(editor()?.value).toBe('n')
    },
  )
})

const whole = () =>
  [...document.querySelectorAll<HTMLLabelElement>('[role=dialog] label')]
    .find(({ textContent }) => textContent === 'Whole cell')
    ?.querySelector('input')

describe('find and replace', () => {
  it('resets the options of the last search', { tags: ['full'] }, async () => {
    await page.show()
    await bringIn(table)
    await press('Find and replace')
    await act(async () => whole()?.click())
    expect(whole()?.checked).toBe(true)
    await key('Escape', {}, document.querySelector('[role=dialog]') ?? grid())
    await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    await press('Find and replace')
    expect(whole()?.checked).toBe(false)
  })
})

describe('a dry run after a reload of the page', () => {
  it('continues, and shows its results in unchanged rows', { tags: ['full'] }, async () => {
    await page.show()
    await bringIn(table)
    await eventually(() => expect(memory.draft).not.toBeNull())
    await page.close()
    const draft = wanted(memory.draft)
    memory.draft = { ...draft, facts: { ...draft.facts, checkJobId: jobId } }

    page = new BenchPage()
    page.jobs = [makeJob({ failed: 2 }, { kind: 'check', phase: 'validated' })]
    const told: Pick<UserJobRow, 'state' | 'issues'> = {
      state: 'failed',
      issues: [
        {
          reason: 'REASON_X',
          level: 'error',
          field: 'FIELD_GROUPS',
          value: null,
          message: 'No such group',
          choices: [],
        },
      ],
    }
    page.rows = [
      makeRow(0, {
        ...told,
        line: 1,
        username: 'ann@x.test',
        cells: ['ann@x.test', 'Ann', 'Lee', 'Drivers', 'Full'],
      }),
      makeRow(1, { ...told, line: 3, username: 'cy@x.test', cells: ['cy@x.test', 'Cy', 'Ray', 'Night', 'Full'] }),
    ]
    await page.show()
    await press('Continue')
    await eventually(() => expect(bodyText()).toContain('1 row tested: 0 OK, 1 with errors.'))
    expect(bodyText()).toContain('1 row changed during the dry run')
    expect(cellAt(1, 3).getAttribute('aria-invalid')).toBe('true')
    expect(cellAt(3, 3).getAttribute('aria-invalid')).toBeNull()
    await eventually(() => expect(memory.draft?.facts.checkJobId).toBeNull())
  })
})

describe('the plan', () => {
  beforeEach(async () => {
    await page.show()
    await bringIn(table)
  })

  it(
    'counts rows that would be imported in part, and includes them if the person chooses to send them',
    { tags: ['full'] },
    async () => {
      page.rows = [
        makeRow(0, {
          line: 1,
          username: 'ann@x.test',
          state: 'warned',
          issues: [
            {
              reason: 'REASON_X',
              level: 'error',
              field: 'FIELD_GROUPS',
              value: 'Drivers',
              message: 'None',
              choices: [],
            },
          ],
        }),
      ]
      await press('Test 1 row')
      await eventually(() => expect(bodyText()).toContain('1 row tested'))
      await press('Continue without 3 rows')
      await eventually(() =>
        expect(bodyText()).toContain('1 row has a site, group or other value that does not exist and is skipped.'),
      )
      // The row is not counted a second time among the rows with errors.
      expect(bodyText()).toContain('2 rows are skipped because of errors.')
      expect(button('Import 0 users').disabled).toBe(true)
      await act(async () => document.querySelector<HTMLInputElement>('main input[type=checkbox]')?.click())
      await press('Create 1 user')
      await eventually(() => expect(page.pushed).toHaveLength(1))
      expect(
        page
          .started()
          .at(-1)
          ?.users.map(({ username }) => username),
      ).toEqual(['ann@x.test'])
    },
  )

  it('asks before it sends the same users a second time', async () => {
    page.hasSameJob = true
    await press(/Confirm$/)
    await press('Create 1 user without testing')
    await eventually(() => expect(bodyText()).toContain('You started these a moment ago.'))
    expect(page.pushed).toEqual([])
    await press('Import again')
    await eventually(() => expect(page.pushed).toHaveLength(1))
    expect(page.started().map(({ again }) => again)).toEqual([false, true])
  })
})
