// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseOption } from '@/components/ui/inputs/testing-select'
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

const bodyText = () => document.body.textContent

describe('people without the permission', () => {
  it.each(['viewer', 'editor'] as const)('see who can import users, but no upload, with the role %s', async (role) => {
    await page.show(role)
    expect(bodyText()).toContain('Only admins can import users')
    expect(document.querySelector('input[type=file]')).toBeNull()
    await clip('paste', table, document.body)
    expect(bodyText()).not.toContain('rows,')
  })
})

describe('the grid', () => {
  beforeEach(async () => {
    await page.show()
    await bringIn(table)
  })

  it('moves with arrow keys, Home and End, and announces the active cell', { tags: ['full'] }, async () => {
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

  it(
    'replaces a value by typing, edits with Enter, moves with Enter and Tab, and leaves the cell unchanged on Escape',
    { tags: ['full'] },
    async () => {
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
    },
  )

  it('masks passwords, shows a password only while it is edited, and copies none', { tags: ['full'] }, async () => {
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

  it(
    'pastes a block, pastes one value into all selected cells, and clears them with Delete',
    { tags: ['full'] },
    async () => {
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
    },
  )

  it('goes from error to error, describes each, and fixes equal errors in one step', { tags: ['full'] }, async () => {
    await eventually(() => expect(cellAt(2, 0).getAttribute('aria-invalid')).toBe('true'))
    await act(async () => grid().focus())
    await key('F8')
    expect(activeCell()).toBe(cellAt(2, 0))
    const why = document.getElementById(cellAt(2, 0).getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('This is not an email address.')
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

  it('goes to the first error with a button when no cell is active', { tags: ['full'] }, async () => {
    await eventually(() => expect(cellAt(2, 0).getAttribute('aria-invalid')).toBe('true'))
    await press('Next issue')
    expect(activeCell()).toBe(cellAt(2, 0))
  })
})

describe('the dry run', () => {
  it(
    'sends rows without errors, and shows the returned errors in their cells until the cells change',
    { tags: ['full'] },
    async () => {
      await page.show()
      await bringIn(table)
      page.rows = [
        makeRow(0, {
          line: 1,
          username: 'ann@x.test',
          state: 'failed',
          issues: [
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
      await press('Test 1 row')
      await eventually(() => expect(bodyText()).toContain('1 row tested: 0 OK, 1 with errors.'))
      const [sent] = page.started()
      expect(sent?.kind).toBe('check')
      // The other rows have errors that Sightline has found itself.
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
    },
  )
})

describe('the start', () => {
  beforeEach(async () => {
    page.known = [{ email: 'Ann@x.test', userId: 'user_1', firstName: 'Ann', lastName: 'Lee' }]
    await page.show()
    await bringIn(table)
    await press(/Confirm$/)
    await eventually(() => expect(bodyText()).toContain('3 rows are skipped because of errors.'))
    await eventually(() => expect(document.body.querySelector('dl')?.textContent).toMatch(/Updated1/))
  })

  it('says what it will do, and treats presses before and after a lost response as one attempt', async () => {
    page.lostAnswers = 1
    await act(async () => {
      button('Update 1 user without testing').click()
      button('Update 1 user without testing').click()
    })
    await eventually(() => expect(bodyText()).toContain('this never starts a second import'))
    expect(page.started()).toHaveLength(1)
    await press('Update 1 user without testing')
    await eventually(() => expect(page.pushed).toHaveLength(1))
    const runs = page.started()
    expect(runs).toHaveLength(2)
    expect(runs[0]?.attemptId).toBe(runs[1]?.attemptId)
    expect(runs[1]?.kind).toBe('run')
    expect(page.pushed[0]).toMatch(/^\/users\/imports\/6f1b/)
    expect(memory.draft).toBeNull()
  })

  it('is secondary while rows are untested: the main action returns to the rows and tests them', async () => {
    const main = button('Test 1 row first')
    expect(main.className).toContain('bg-accent ')
    expect(button('Update 1 user without testing').className).not.toContain('bg-accent ')
    await act(async () => main.click())
    await eventually(() => grid())
    expect(page.started().map(({ kind, users }) => [kind, users.length])).toEqual([['check', 1]])
  })

  it('shows current and new values of an existing user, and needs no confirmation', { tags: ['full'] }, async () => {
    page.known = [{ email: 'Ann@x.test', userId: 'user_1', firstName: 'Anna', lastName: 'Lee' }]
    await press('Back to rows')
    await press(/Confirm$/)
    await eventually(() =>
      expect(document.querySelector('[aria-label="Changes of existing users"]')?.textContent).toContain('AnnaAnn'),
    )
    await press('Update 1 user without testing')
    await eventually(() => expect(page.pushed).toHaveLength(1))
  })

  it('names the columns that could not be compared', async () => {
    expect(document.querySelector('dl')?.textContent).toContain(
      '1 of them may be unchanged: SafetyCulture does not return Password, Groups, and Seat type.',
    )
  })

  it('sends a few users immediately if the person chooses to', async () => {
    const radio = document.querySelector<HTMLInputElement>('input[type=radio][value=immediate]')
    await act(async () => radio?.click())
    await press('Update 1 user without testing')
    await eventually(() => expect(page.pushed).toHaveLength(1))
    expect(page.started().map(({ way }) => way)).toEqual(['immediate'])
  })
})

describe('the draft', () => {
  it('is saved without passwords, is offered with numbers, and says what is missing', { tags: ['full'] }, async () => {
    await page.show()
    await bringIn(table)
    await eventually(() => expect(memory.draft).not.toBeNull())
    expect(JSON.stringify(memory.draft)).not.toContain('Secret-one-1')
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('Secret-one-1')
    await page.close()

    page = new BenchPage()
    await page.show()
    await eventually(() => expect(bodyText()).toContain('Continue where you left off: 4 rows, 4 issues'))
    expect(bodyText()).toContain('1 password is missing')
    await press('Continue')
    await eventually(() => expect(shownAt(1, 0)).toBe('ann@x.test'))
    expect(shownAt(1, 3)).toBe('')
  })
})

describe('the columns', () => {
  it(
    'are listed if they are not imported, keep their mapping for the next file, and cannot share an attribute',
    { tags: ['full'] },
    async () => {
      await page.show()
      const odd = 'E-mail\tShift A\tShift B\nann@x.test\tday\tnight'
      await clip('paste', odd, document.body)
      await press(/Confirm$/)
      expect(bodyText()).toContain('“Shift A” and “Shift B” will not be imported.')
      await press('Back to rows')
      await chooseOption('Field of Shift A', 'Attribute…')
      await chooseOption('Field of Shift B', 'Attribute…')
      const name = document.querySelector<HTMLInputElement>('input[aria-label="Attribute name of Shift B"]')
      await act(async () => {
        if (name !== null) name.value = 'Shift A'
        name?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
      })
      expect(bodyText()).toContain('“Shift A” and “Shift B” are both mapped to the attribute “Shift A”')
      expect(button(/Confirm$/).disabled).toBe(true)
      await chooseOption('Field of Shift B', 'Don’t import')
      await press(/Confirm$/)
      expect(localStorage.getItem('sightline.user-columns')).toContain('ignored')
      expect(localStorage.getItem('sightline.user-columns')).not.toContain('ann@x.test')
    },
  )
})
