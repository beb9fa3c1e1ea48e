// @vitest-environment jsdom
import { act } from 'react'
import { chooseOption } from '@/components/ui/inputs/testing-select'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import { makeDraft, type SheetDraft } from '@/lib/user-jobs/sheet/draft'
import { readSheetFile } from '@/lib/user-jobs/parse/read'
import { makeRow } from '@/components/user-jobs/jobs/testing-jobs'
import {
  BenchPage,
  bringIn,
  cellAt,
  choiceEditor,
  clip,
  editor,
  eventually,
  grid,
  key,
  MemoryDrafts,
  press,
  shownAt,
} from './testing-workbench'

/** These tests check that no later step loses the work of people. */

const drafts = vi.hoisted(() => ({ store: null as unknown }))
vi.mock('./drafts/draft-store', () => ({ createDraftStore: () => drafts.store }))

const makeTable = (rows: number, columns = 4) =>
  [
    [
      'E-mail',
      'First name',
      'Last name',
      'Seat type',
      ...Array.from({ length: columns - 4 }, (_, at) => `Extra ${at}`),
    ],
    ...Array.from({ length: rows }, (_, at) => [
      `p${at}@x.test`,
      'Ann',
      'Smith',
      'Full',
      ...Array.from({ length: columns - 4 }, () => ''),
    ]),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')

async function readDraftOf(text: string): Promise<SheetDraft> {
  const { read } = await readSheetFile({ text })
  if (read === null) throw new Error('Not a table.')
  const savedAt = new Date(0).toISOString()
  return makeDraft(createSheet(read.table), read.mapping, { sourceName: 'kept.csv', savedAt, checkJobId: null })
}

let page: BenchPage
let memory: MemoryDrafts
beforeEach(() => {
  memory = new MemoryDrafts()
  drafts.store = memory
  page = new BenchPage()
})
afterEach(() => page.close())

const bodyText = () => document.body.textContent
const dialog = () => document.querySelector('[role=dialog]')
const question = 'Replace your rows?'
const cards = () => document.querySelectorAll('#draft-head')
const scrollTo = (to: { scrollTop?: number; scrollLeft?: number }) =>
  act(async () => {
    Object.assign(grid(), to)
    grid().dispatchEvent(new Event('scroll'))
  })
const wait = (ms: number) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))
/** A promise that the test settles. */
function promised<T>() {
  const settle: { resolve?: (value: T) => void; reject?: (reason: unknown) => void } = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  return {
    promise,
    resolve: (value: T) => settle.resolve?.(value),
    reject: (reason: unknown) => settle.reject?.(reason),
  }
}
async function startEdit(columns: number, rightBy = 2) {
  await page.show()
  await bringIn(makeTable(80, columns))
  await act(async () => grid().focus())
  for (let at = 0; at < rightBy; at += 1) await key('ArrowRight')
  await key('F2')
}

describe('a cell that is being edited', () => {
  it(
    'keeps its text and the focus when its row is scrolled out of view, and can be committed there',
    { tags: ['full'] },
    async () => {
      await startEdit(4)
      const field = editor()
      if (field !== null) field.value = 'Jones'
      await scrollTo({ scrollTop: 60 * 32 })
      expect(document.querySelector('[data-row-id="2"]')).toBeNull()
      expect(editor()).toBe(field)
      expect(document.activeElement).toBe(field)
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map(({ dataset }) =>
        Number(dataset['rowId']),
      )
      expect(rows).toEqual(rows.toSorted((one, other) => one - other))
      expect(document.querySelector<HTMLElement>('[data-row-id="1"]')?.style.top).toBe('44px')

      // The same events as for a press on another cell.
      await act(async () => {
        cellAt(70, 2).dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button: 0 }))
        field?.blur()
      })
      await act(async () => cellAt(70, 2).dispatchEvent(new MouseEvent('dblclick', { bubbles: true })))
      expect(editor()?.value).toBe('Smith')
      await key('Escape', {}, editor() ?? grid())
      expect(shownAt(70, 2)).toBe('Smith')
      await scrollTo({ scrollTop: 0 })
      expect(shownAt(1, 2)).toBe('Jones')
    },
  )

  it('stays open when its column is scrolled out of view', { tags: ['full'] }, async () => {
    await startEdit(40)
    const field = editor()
    if (field !== null) field.value = 'Jones'
    await scrollTo({ scrollLeft: 30 * 192 })
    expect(document.querySelector('[data-row-id="2"] [data-column="2"]')).toBeNull()
    expect(editor()).toBe(field)
    expect(document.activeElement).toBe(field)
    await key('Enter', {}, field ?? grid())
    await scrollTo({ scrollLeft: 0 })
    expect(shownAt(1, 2)).toBe('Jones')
  })

  it('keeps its text when values can be chosen from a list', { tags: ['full'] }, async () => {
    await startEdit(4, 3)
    const field = choiceEditor()
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'premium')
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await scrollTo({ scrollTop: 60 * 32 })
    expect(choiceEditor()).toBe(field)
    await act(async () => field?.blur())
    await scrollTo({ scrollTop: 0 })
    expect(shownAt(1, 3)).toBe('premium')
  })
})

describe('an earlier draft', () => {
  it('is replaced by new rows only after confirmation', { tags: ['full'] }, async () => {
    memory.draft = await readDraftOf(makeTable(3))
    const before = memory.draft
    await page.show()
    await eventually(() => expect(cards()).toHaveLength(1))
    await clip('paste', makeTable(2), document.body)
    await eventually(() => expect(dialog()?.textContent).toContain(question))
    expect(dialog()?.textContent).toContain('3 rows of kept.csv are saved as a draft')
    expect(dialog()?.textContent).toContain('The 2 rows of Pasted rows would replace it')
    await press('Keep my rows')
    await eventually(() => expect(dialog()).toBeNull())
    expect(cards()).toHaveLength(1)
    await wait(1_000)
    expect(memory.draft).toBe(before)

    await clip('paste', makeTable(2), document.body)
    await press('Replace my rows')
    await eventually(() => expect(memory.draft?.rows).toHaveLength(2))
  })

  it('is replaced only after confirmation when it was continued but not edited', { tags: ['full'] }, async () => {
    memory.draft = await readDraftOf(makeTable(3))
    await page.show()
    await press('Continue')
    await press(/Upload$/)
    await clip('paste', makeTable(2), document.body)
    await eventually(() => expect(dialog()?.textContent).toContain(question))
    expect(dialog()?.textContent).toContain('3 rows of kept.csv are open, from your draft')
    await press('Keep my rows')
    await eventually(() => expect(dialog()).toBeNull())
    expect(bodyText()).toContain('3 rows, 4 columns')
  })

  it(
    'is replaced only after confirmation when it is found after the new rows were read',
    { tags: ['full'] },
    async () => {
      const found = await readDraftOf(makeTable(3))
      memory.draft = found
      const loaded = promised<SheetDraft>()
      memory.load = () => loaded.promise
      await page.show()
      await clip('paste', makeTable(2), document.body)
      await wait(1_000)
      expect(memory.draft).toBe(found)
      loaded.resolve(found)
      await eventually(() => expect(dialog()?.textContent).toContain(question))
      await press('Keep my rows')
      await eventually(() => expect(cards()).toHaveLength(1))
    },
  )

  it(
    'requires no confirmation if it does not exist, even when rows are read again with another delimiter',
    { tags: ['full'] },
    async () => {
      await page.show()
      await clip('paste', makeTable(2), document.body)
      await eventually(() => expect(memory.draft).not.toBeNull())
      await press(/Upload$/)
      await eventually(() => expect(bodyText()).toContain('2 rows, 4 columns'))
      await chooseOption('Delimiter', 'Comma')
      await eventually(() => expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Fix'))
      await press(/Upload$/)
      await eventually(() => expect(bodyText()).toContain('2 rows, 1 column'))
      expect(dialog()).toBeNull()
    },
  )

  it('is not reported as saved when another tab has its own draft', { tags: ['full'] }, async () => {
    memory.save = async () => 'elsewhere'
    await page.show()
    await bringIn(makeTable(2))
    await eventually(() => expect(bodyText()).toContain('another tab has its own draft'))
    expect(bodyText()).not.toContain('Saved as a draft')
    await wait(1_000)
    expect(bodyText()).not.toContain('Saved as a draft')
  })
})

describe('a dry run that is being sent', () => {
  it('is dropped when the mapping of columns changes', { tags: ['full'] }, async () => {
    page.rows = [
      makeRow(0, {
        line: 1,
        username: 'p0@x.test',
        cells: ['p0@x.test', 'Ann', 'Smith', 'Full'],
        state: 'failed',
        issues: [
          {
            reason: 'REASON_X',
            level: 'error',
            field: 'FIELD_LAST_NAME',
            value: null,
            message: 'Of the old',
            choices: [],
          },
        ],
      }),
    ]
    const answer = promised<void>()
    page.hold = answer.promise
    await page.show()
    await bringIn(makeTable(2))
    await press('Test 2 rows')
    await eventually(() => expect(page.started()).toHaveLength(1))
    await chooseOption('Field of Seat type', 'Don’t import')
    // Another dry run may begin before the first one gets its response.
    page.hold = null
    await act(async () => answer.resolve())
    await wait(300)
    expect(bodyText()).not.toContain('tested:')
    expect(bodyText()).toContain('Dry run: test 2 rows without changing anything.')
    expect(cellAt(1, 2).getAttribute('aria-invalid')).toBeNull()
    await wait(1_000)
    expect(memory.draft?.facts.checkJobId).toBeNull()
    expect(memory.draft?.facts.cleanRowIds).toEqual([])
  })

  it(
    'neither delays the dry run after a change of the mapping nor shows its own failure there',
    { tags: ['full'] },
    async () => {
      const first = promised<void>()
      page.hold = first.promise
      await page.show()
      await bringIn(makeTable(2))
      await press('Test 2 rows')
      await eventually(() => expect(page.started()).toHaveLength(1))
      await chooseOption('Field of Seat type', 'Don’t import')
      const second = promised<void>()
      page.hold = second.promise
      await press('Test 2 rows')
      await eventually(() => expect(page.started()).toHaveLength(2))
      await act(async () => first.reject(new TypeError('fetch failed')))
      await wait(100)
      expect(bodyText()).not.toContain('The dry run was not started')
      expect(bodyText()).toContain('Sending 2 rows')
      page.rows = [0, 1].map((at) => makeRow(at, { line: at + 1, username: `p${at}@x.test` }))
      await act(async () => second.resolve())
      await eventually(() => expect(bodyText()).toContain('2 rows tested: 2 OK.'))
      const [one, other] = page.started()
      expect(one?.attemptId).not.toBe(other?.attemptId)
    },
  )
})
