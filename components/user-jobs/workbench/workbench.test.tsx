// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeRow } from '@/components/user-jobs/jobs/testing-jobs'
import {
  activeCell,
  BenchPage,
  bringIn,
  button,
  cellAt,
  clip,
  editor,
  eventually,
  grid,
  key,
  MemoryDrafts,
  press,
  shownAt,
} from './testing-workbench'

const drafts = vi.hoisted(() => ({ store: null as unknown }))
vi.mock('./drafts/draft-store', () => ({ createDraftStore: () => drafts.store }))

const table = [
  'E-mail\tFirst name\tLast name\tPassword\tGroups\tSeat type',
  'ann@x.test\tAnn\tLee\tSecret-one-1\tDrivers\tFull',
  'ben(at)x.test\tBen\tKay\t\tDrivers\tFull',
  'cy@x.test\tCy\tRay\t\tNight\tFul',
  'di(at)x.test\tDi\tMay\t\tNight\tFull',
].join('\n')

let page: BenchPage
let memory: MemoryDrafts
beforeEach(() => {
  memory = new MemoryDrafts()
  drafts.store = memory
  page = new BenchPage()
})
afterEach(() => page.close())

const choose = async (label: string, value: string) => {
  const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)
  await act(async () => {
    if (select !== null) select.value = value
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

const bodyText = () => document.body.textContent

describe('who may', () => {
  it.each(['viewer', 'editor'] as const)(
    'tells a %s who starts jobs, and shows no way to bring anything in',
    async (role) => {
      await page.show(role)
      expect(bodyText()).toContain('Only admins bring users in')
      expect(document.querySelector('input[type=file]')).toBeNull()
      await clip('paste', table, document.body)
      expect(bodyText()).not.toContain('rows,')
    },
  )
})

describe('the grid', () => {
  beforeEach(async () => {
    await page.show()
    await bringIn(table)
  })

  it('goes by arrows, Home and End, and tells which cell is active', async () => {
    await act(async () => grid().focus())
    expect(activeCell()).toBe(cellAt(1, 0))
    await key('ArrowDown')
    await key('ArrowRight')
    expect(activeCell()).toBe(cellAt(2, 1))
    await key('End')
    expect(activeCell()).toBe(cellAt(2, 5))
    await key('End', { ctrlKey: true })
    expect(activeCell()).toBe(cellAt(4, 5))
    await key('Home', { ctrlKey: true })
    expect(activeCell()).toBe(cellAt(1, 0))
    await key('ArrowUp')
    expect(activeCell()).toBe(cellAt(1, 0))
    expect(grid().getAttribute('aria-rowcount')).toBe('5')
    expect(cellAt(2, 1).closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('3')
  })

  it('replaces by typing, edits by Enter, moves by Enter and Tab, and leaves the cell alone on Escape', async () => {
    await act(async () => grid().focus())
    await key('ArrowRight')
    await key('Z')
    const field = editor()
    expect(field?.value).toBe('Z')
    if (field !== null) field.value = 'Zoe'
    await key('Enter', {}, field ?? grid())
    expect(shownAt(1, 1)).toBe('Zoe')
    expect(activeCell()).toBe(cellAt(2, 1))
    await key('F2')
    expect(editor()?.value).toBe('Ben')
    const second = editor()
    if (second !== null) second.value = 'Benno'
    await key('Tab', {}, second ?? grid())
    expect(shownAt(2, 1)).toBe('Benno')
    expect(activeCell()).toBe(cellAt(2, 2))
    await key('Enter')
    const third = editor()
    if (third !== null) third.value = 'lost'
    await key('Escape', {}, third ?? grid())
    expect(shownAt(2, 2)).toBe('Kay')
    expect(editor()).toBeNull()
    await key('z', { ctrlKey: true })
    expect(shownAt(2, 1)).toBe('Ben')
    await key('y', { ctrlKey: true })
    expect(shownAt(2, 1)).toBe('Benno')
  })

  it('masks passwords, shows one only while it is edited, and copies none', async () => {
    expect(bodyText()).not.toContain('Secret-one-1')
    await act(async () => grid().focus())
    for (let at = 0; at < 3; at += 1) await key('ArrowRight')
    await key('Enter')
    expect(editor()?.value).toBe('Secret-one-1')
    await key('Escape', {}, editor() ?? grid())
    expect(document.body.innerHTML).not.toContain('Secret-one-1')
    await key('a', { ctrlKey: true })
    const copied = await clip('copy')
    expect(copied).toContain('ann@x.test\tAnn\tLee\t\tDrivers')
    expect(copied).not.toContain('Secret')
  })

  it('pastes a block, and one value into all selected cells; Delete empties them', async () => {
    await act(async () => grid().focus())
    await key('ArrowRight')
    await clip('paste', 'Al\tOne\nBo\tTwo')
    await eventually(() => expect(shownAt(2, 2)).toBe('Two'))
    expect(shownAt(1, 1)).toBe('Al')
    await key('ArrowDown', { shiftKey: true })
    await key('ArrowDown', { shiftKey: true })
    await clip('paste', 'Same')
    await eventually(() => expect(shownAt(3, 1)).toBe('Same'))
    expect(shownAt(1, 1)).toBe('Same')
    expect(shownAt(4, 1)).toBe('Di')
    await key('Delete')
    expect([1, 2, 3].map((line) => shownAt(line, 1))).toEqual(['', '', ''])
  })

  it('goes from fault to fault, says what is wrong, and mends all alike in one step', async () => {
    await eventually(() => expect(cellAt(2, 0).getAttribute('aria-invalid')).toBe('true'))
    await act(async () => grid().focus())
    await key('F8')
    expect(activeCell()).toBe(cellAt(2, 0))
    const why = document.getElementById(cellAt(2, 0).getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('This is not an e-mail address.')
    await press(/^Fix all 2/)
    expect(shownAt(2, 0)).toBe('ben@x.test')
    expect(shownAt(4, 0)).toBe('di@x.test')
    await eventually(() => expect(cellAt(2, 0).getAttribute('aria-invalid')).toBeNull())
    await key('F8')
    expect(activeCell()).toBe(cellAt(3, 5))
    await key('.', { ctrlKey: true })
    expect(shownAt(3, 5)).toBe('Full')
    await key('z', { ctrlKey: true })
    await key('z', { ctrlKey: true })
    expect(shownAt(4, 0)).toBe('di(at)x.test')
  })

  it('goes to the first fault by its button, with no cell chosen before', async () => {
    await eventually(() => expect(cellAt(2, 0).getAttribute('aria-invalid')).toBe('true'))
    await press('Next fault')
    expect(activeCell()).toBe(cellAt(2, 0))
  })
})

describe('the check', () => {
  it('sends rows without errors, and puts what the service said into their cells until they change', async () => {
    await page.show()
    await bringIn(table)
    page.rows = [
      makeRow(0, {
        line: 1,
        username: 'ann@x.test',
        state: 'failed',
        faults: [
          {
            reason: 'REASON_GROUP_REFERENCE_AMBIGUOUS',
            level: 'fatal',
            field: 'FIELD_GROUPS',
            value: 'Drivers',
            message: 'Two groups are called Drivers',
            choices: [
              { id: 'role_1', name: 'Drivers' },
              { id: 'role_2', name: 'Drivers' },
            ],
          },
        ],
      }),
    ]
    await press('Continue to the check')
    await press('Test 1 row')
    await eventually(() => expect(bodyText()).toContain('1 row tested: 0 OK, 1 with errors.'))
    const [sent] = page.started()
    expect(sent?.kind).toBe('check')
    // The others have errors of their own.
    expect(sent?.users.map(({ username }) => username)).toEqual(['ann@x.test'])
    expect(sent?.users[0]?.password).toBe('Secret-one-1')
    expect(sent?.users[0]?.cells).not.toContain('Secret-one-1')
    expect(cellAt(1, 4).getAttribute('aria-invalid')).toBe('true')
    expect(() => button(/^Test/)).toThrow('No button')
    expect(activeCell()).toBe(cellAt(1, 4))
    await press(/Drivers \(role_2\)/)
    expect(shownAt(1, 4)).toBe('id:role_2')
    expect(cellAt(1, 4).getAttribute('aria-invalid')).toBeNull()
    page.rows = [makeRow(0, { line: 1, username: 'ann@x.test' })]
    await press('Test 1 row')
    await eventually(() => expect(bodyText()).toContain('1 row tested: 1 OK.'))
    expect(page.started()[1]?.users).toHaveLength(1)
    expect(page.started()[1]?.attemptId).not.toBe(sent?.attemptId)
  })
})

describe('the start', () => {
  beforeEach(async () => {
    page.known = [{ email: 'Ann@x.test', userId: 'user_1', firstName: 'Ann', lastName: 'Lee' }]
    await page.show()
    await bringIn(table)
    await press(/Plan and start/)
    await eventually(() => expect(bodyText()).toContain('3 rows are left out for errors.'))
    await eventually(() => expect(document.body.querySelector('dl')?.textContent).toMatch(/Changed1/))
  })

  it('asks once with the numbers, and two presses with a lost answer between are one attempt', async () => {
    await press('Start …')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain(
      'Bring in 1 user: 1 changed, 3 rows left out?',
    )
    page.lostAnswers = 1
    await act(async () => {
      button('Start').click()
      button('Start').click()
    })
    await eventually(() => expect(bodyText()).toContain('it is the same job, never a second one'))
    expect(page.started()).toHaveLength(1)
    await press('Start')
    await eventually(() => expect(page.pushed).toHaveLength(1))
    const runs = page.started()
    expect(runs).toHaveLength(2)
    expect(runs[0]?.attemptId).toBe(runs[1]?.attemptId)
    expect(runs[1]?.kind).toBe('run')
    expect(page.pushed[0]).toMatch(/^\/user-jobs\/6f1b/)
    expect(memory.draft).toBeNull()
  })

  it('says which columns made a row count as changed that could not be compared', async () => {
    expect(document.querySelector('dl')?.textContent).toContain(
      '1 of them may be so already: the service does not tell what stands in Password, Groups, Seat type.',
    )
    // The address is known of everybody, and the names were told and are so.
    expect(bodyText()).not.toContain('More could not be compared')
  })

  it('sends at most ten users at once when told so', async () => {
    const radio = document.querySelector<HTMLInputElement>('input[type=radio][value=immediate]')
    await act(async () => radio?.click())
    await press('Start …')
    await press('Start')
    await eventually(() => expect(page.pushed).toHaveLength(1))
    expect(page.started().map(({ way }) => way)).toEqual(['immediate'])
  })
})

describe('the draft', () => {
  it('is kept without passwords, offered with its numbers, and says what is missing', async () => {
    await page.show()
    await bringIn(table)
    await eventually(() => expect(memory.draft).not.toBeNull())
    expect(JSON.stringify(memory.draft)).not.toContain('Secret-one-1')
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('Secret-one-1')
    await page.close()

    page = new BenchPage()
    await page.show()
    await eventually(() => expect(bodyText()).toContain('Continue where you left: 4 rows, 4 faults'))
    expect(bodyText()).toContain('1 password is missing')
    await press('Continue')
    await eventually(() => expect(shownAt(1, 0)).toBe('ann@x.test'))
    expect(shownAt(1, 3)).toBe('')
  })
})

describe('the columns', () => {
  it('names what is not sent, remembers the choice, and refuses one attribute twice by the names of its columns', async () => {
    await page.show()
    const odd = 'E-mail\tShift A\tShift B\nann@x.test\tday\tnight'
    await clip('paste', odd, document.body)
    await press('Continue to the columns')
    expect(bodyText()).toContain('Not sent, because nobody has said what for: Shift A, Shift B.')
    await choose('Shift A is for', 'attribute')
    await choose('Shift B is for', 'attribute')
    const name = document.querySelector<HTMLInputElement>('input[aria-label="Name of the attribute of Shift B"]')
    await act(async () => {
      if (name !== null) name.value = 'Shift A'
      name?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    })
    expect(bodyText()).toContain('“Shift A” and “Shift B” are both the attribute “Shift A”')
    expect(button('Continue to the rows').disabled).toBe(true)
    await choose('Shift B is for', 'ignored')
    await press('Continue to the rows')
    expect(localStorage.getItem('sightline.user-columns')).toContain('ignored')
    expect(localStorage.getItem('sightline.user-columns')).not.toContain('ann@x.test')
  })
})
