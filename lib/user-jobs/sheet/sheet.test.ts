import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { guessMapping } from './columns'
import { createSheet } from './sheet'
import { historyCellsMax } from './sheet-history'
import { makeDraft, openDraft, readDraft } from './draft'
import type { Sheet } from './types'

const make = (...rows: string[][]) => createSheet({ header: ['a', 'b', 'c'], rows })
const read = (sheet: Sheet) => sheet.rowIds.map((id) => [id, ...(sheet.row(id)?.cells ?? [])])

describe('editing', () => {
  it('replaces only the row that changed, and notifies listeners', () => {
    const sheet = make(['1', '', ''], ['2', '', ''])
    const told: unknown[] = []
    const stop = sheet.subscribe((change) => told.push(change))
    const [first, second, order] = [sheet.row(1), sheet.row(2), sheet.rowIds]
    expect(sheet.setCell(1, 0, 'x')).toBe(1)
    expect(sheet.row(1)).not.toBe(first)
    expect(sheet.row(2)).toBe(second)
    expect(sheet.rowIds).toBe(order)
    expect(told).toEqual([{ label: { key: 'edit' }, rowIds: [1], isOfRows: false }])
    stop()
    expect(sheet.setCell(1, 0, 'x')).toBe(0)
    expect(sheet.setCell(1, 3, 'x')).toBe(0)
    expect(sheet.setCell(9, 0, 'x')).toBe(0)
    expect(sheet.version).toBe(1)
  })

  it('keeps only text that can be stored', () => {
    const sheet = make(['', '', ''])
    sheet.setCell(1, 0, 'a\0b\uD800')
    sheet.setCell(1, 1, 'x'.repeat(10_001))
    expect(sheet.cell(1, 0)).toBe('ab\uFFFD')
    expect(sheet.cell(1, 1)).toHaveLength(10_000)
  })

  it('pastes a block, adds rows below the last and counts cells that did not fit', () => {
    const sheet = make(['1', '', ''], ['2', '', ''])
    expect(sheet.pasteBlock(2, 1, [['x', 'y', 'z'], ['p'], ['q', 'r', '']])).toEqual({
      cells: 2,
      addedRows: 2,
      leftOut: 1,
    })
    expect(read(sheet)).toEqual([
      [1, '1', '', ''],
      [2, '2', 'x', 'y'],
      [3, '', 'p', ''],
      [4, '', 'q', 'r'],
    ])
    sheet.undo()
    expect(sheet.rowIds).toEqual([1, 2])
  })

  it('fills down from the first of the rows, in the order of the sheet', () => {
    const sheet = make(['1', '', ''], ['2', '', ''], ['3', '', ''])
    expect(sheet.fillDown([3, 2], 0)).toBe(1)
    expect(read(sheet).map(([, a]) => a)).toEqual(['1', '2', '2'])
  })

  it('finds and replaces literal text', () => {
    const sheet = make(['a.b', 'A.B', 'aXb'], ['$&', '', 'Straße'])
    expect(sheet.find({ find: 'a.b' })).toEqual([
      { rowId: 1, column: 0 },
      { rowId: 1, column: 1 },
    ])
    expect(sheet.find({ find: 'a.b', isCaseSensitive: true })).toHaveLength(1)
    expect(sheet.find({ find: '', isWhole: true })).toEqual([{ rowId: 2, column: 1 }])
    expect(sheet.find({ find: '' })).toEqual([])
    expect(sheet.replace({ find: 'a.b', columns: [1] }, '$&')).toBe(1)
    expect(sheet.cell(1, 1)).toBe('$&')
    expect(sheet.replace({ find: '', isWhole: true, rowIds: [2] }, 'none')).toBe(1)
    expect(sheet.replace({ find: 'X', isWhole: true }, 'Y')).toBe(0)
    expect(sheet.undoLabel).toEqual({ key: 'replace' })
  })

  it('deletes rows and restores them at their position', () => {
    const sheet = make(['1', '', ''], ['2', '', ''], ['3', '', ''], ['4', '', ''])
    expect(sheet.deleteRows([2, 4, 9])).toBe(2)
    expect(sheet.rowIds).toEqual([1, 3])
    sheet.undo()
    expect(sheet.rowIds).toEqual([1, 2, 3, 4])
    expect(sheet.addRows([['n']], 2)).toEqual([5])
    expect(sheet.rowIds).toEqual([1, 2, 5, 3, 4])
    expect(sheet.row(5)?.cells).toEqual(['n', '', ''])
  })

  it('knows which rows changed since they were checked', () => {
    const sheet = make(['1', '', ''], ['2', '', ''])
    expect([...sheet.dirtyRowIds]).toEqual([1, 2])
    sheet.markClean([1, 2])
    expect([...sheet.dirtyRowIds]).toEqual([])
    sheet.setCell(2, 0, 'x')
    sheet.undo()
    expect([...sheet.dirtyRowIds]).toEqual([2])
  })

  it('drops the oldest steps, but never the last', { tags: ['full'] }, () => {
    const width = 30
    const rows = Array.from({ length: 10_000 }, () => Array.from<string>({ length: width }).fill('x'))
    const sheet = createSheet({ header: Array.from({ length: width }, (_, index) => `h${index}`), rows })
    for (let step = 0; step < 6; step += 1)
      sheet.replace({ find: step % 2 === 0 ? 'x' : 'y' }, step % 2 === 0 ? 'y' : 'x')
    let undone = 0
    while (sheet.undo() !== null) undone += 1
    expect(undone).toBe(Math.floor(historyCellsMax / (10_000 * width)))
  })
})

const text = fc.constantFrom('', 'a', 'b', 'ab', 'A', 'x y')
const row = fc.nat(8)
const edit: fc.Arbitrary<(sheet: Sheet) => unknown> = fc.oneof(
  fc.tuple(row, fc.nat(3), text).map(
    ([at, column, value]) =>
      (sheet: Sheet) =>
        sheet.setCell(sheet.rowIds[at] ?? 0, column, value),
  ),
  fc.tuple(row, fc.nat(3), fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 4 })).map(
    ([at, column, block]) =>
      (sheet: Sheet) =>
        sheet.pasteBlock(sheet.rowIds[at] ?? 0, column, block),
  ),
  fc.tuple(fc.array(row), fc.nat(2)).map(
    ([rows, column]) =>
      (sheet: Sheet) =>
        sheet.fillDown(
          rows.map((at) => sheet.rowIds[at] ?? 0),
          column,
        ),
  ),
  fc.tuple(text, text, fc.boolean()).map(
    ([find, by, isWhole]) =>
      (sheet: Sheet) =>
        sheet.replace({ find, isWhole }, by),
  ),
  fc.array(row).map((rows) => (sheet: Sheet) => sheet.deleteRows(rows.map((at) => sheet.rowIds[at] ?? 0))),
  fc.tuple(fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 3 }), row).map(
    ([rows, at]) =>
      (sheet: Sheet) =>
        sheet.addRows(rows, sheet.rowIds[at]),
  ),
)
const rowsOfText = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { maxLength: 6 })

describe('undo and redo', () => {
  it('return to the start and to the end of any edits', () => {
    fc.assert(
      fc.property(rowsOfText, fc.array(edit, { maxLength: 12 }), (rows, edits) => {
        const sheet = make(...rows)
        const before = read(sheet)
        let versions = sheet.version
        for (const run of edits) {
          run(sheet)
          expect(sheet.version - versions).toBeLessThanOrEqual(1)
          versions = sheet.version
          for (const id of sheet.rowIds) expect(sheet.row(id)?.cells).toHaveLength(3)
          expect(new Set(sheet.rowIds).size).toBe(sheet.rowIds.length)
        }
        const after = read(sheet)
        while (sheet.undo() !== null);
        expect(read(sheet)).toEqual(before)
        while (sheet.redo() !== null);
        expect(read(sheet)).toEqual(after)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('a draft', () => {
  const header = ['email', 'Password', 'first name', 'Kennwort neu', 'note']

  it('restores the sheet without passwords', () => {
    const sheet = createSheet({
      header,
      rows: [
        ['a@x.co', 'pw-one', 'Al', '', ''],
        ['b@x.co', '', 'Bo', '', ''],
      ],
      lines: [2, 7],
    })
    sheet.markClean([7])
    const draft = makeDraft(sheet, guessMapping(header), {
      sourceName: 'x.csv',
      savedAt: '2026-11-21T07:00:00.000Z',
      checkJobId: null,
    })
    const stored: unknown = JSON.parse(JSON.stringify(draft))
    const { facts, rows } = stored as typeof draft
    const again = readDraft(facts, rows)
    if (again === null) throw new Error('not read')
    const opened = openDraft(again)
    expect(read(opened)).toEqual([
      [2, 'a@x.co', '', 'Al', '', ''],
      [7, 'b@x.co', '', 'Bo', '', ''],
    ])
    expect([...opened.dirtyRowIds]).toEqual([2])
    expect(again.facts.blankedRowIds).toHaveLength(1)
    expect(readDraft(facts, rows.slice(1))).toBeNull()
    expect(readDraft({ ...facts, version: 2 }, rows)).toBeNull()
    expect(readDraft(facts, [...rows, ...rows])).toBeNull()
  })

  it('never contains the cells of a password column, whatever the columns are mapped to', () => {
    const head = fc.constantFrom(
      'email',
      'Password',
      'PASS WORD',
      'pwd',
      'Kennwort',
      'Mot de passe',
      'login secret',
      'x',
      'note',
    )
    const mapped = fc.constantFrom('guessed', 'password', 'unmapped', 'attribute')
    fc.assert(
      fc.property(fc.array(fc.tuple(head, mapped), { minLength: 1, maxLength: 5 }), fc.nat(4), (columns, rowsMore) => {
        const heads = columns.map(([name]) => name)
        const guessed = guessMapping(heads)
        const mapping = columns.map(([name, how], column) => {
          if (how === 'password') return { to: 'field', field: 'password' } as const
          if (how === 'attribute') return { to: 'attribute', name } as const
          return how === 'unmapped' ? ({ to: 'unmapped' } as const) : (guessed[column] ?? ({ to: 'unmapped' } as const))
        })
        const isSecret = columns.map(([name, how]) => how === 'password' || !['email', 'x', 'note'].includes(name))
        const rows = Array.from({ length: rowsMore + 1 }, (_, at) =>
          columns.map((_column, column) => `cell-${at}-${column}-end`),
        )
        const sheet = createSheet({ header: heads, rows })
        sheet.setCell(1, 0, `cell-edited-0-end`)
        const written = JSON.stringify(
          makeDraft(sheet, mapping, { sourceName: 's', savedAt: '2026-11-21T07:00:00.000Z', checkJobId: null }),
        )
        for (const [column, secret] of isSecret.entries())
          expect([column, written.includes(`-${column}-end`)]).toEqual([column, !secret])
      }),
      { numRuns: runs(300) },
    )
  })
})
