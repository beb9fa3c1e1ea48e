import * as fc from 'fast-check'
import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { en } from '@/lib/testing/english'
import { runs } from '@/lib/testing/random-runs'
import { guessMapping } from '@/lib/user-jobs/sheet/columns'
import { describeIssue } from '@/lib/user-jobs/sheet/issue-view'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import type { CellIssue, IssueCode, Known, Sheet } from '@/lib/user-jobs/sheet/types'
import { createValidator, validateSheet } from './validate'

const header = ['email', 'first_name', 'last_name', 'password', 'seat_type', 'status', 'language', 'timezone']
const more = ['permission_set', 'groups', 'groups_to_remove', 'sites', 'sites_to_remove', 'attribute: Shift', 'notes']
const heads = [...header, ...more]
const mapping = guessMapping(heads)

const t = createTranslator({ locale: 'en', messages: en, namespace: 'userJobs', onError: fail })
const say = (issue: CellIssue | undefined) => (issue === undefined ? null : describeIssue(t, issue))
function fail(error: Error): never {
  throw error
}

const isOfSeat = ({ code }: { code: IssueCode }) => code === 'unknown-seat-type'
const good: Record<string, string> = { email: 'a@x.co', first_name: 'Al', last_name: 'Bo' }
const rowOf = (cells: Record<string, string>) => heads.map((head) => ({ ...good, ...cells })[head] ?? '')
const sheetOf = (...rows: Record<string, string>[]) => createSheet({ header: heads, rows: rows.map(rowOf) })
const codesOf = (cells: Record<string, string>, known?: Known) =>
  validateSheet(sheetOf(cells), mapping, known).map(({ code, column, level }) => [code, heads[column ?? -1], level])

describe('validating a cell', () => {
  it('finds no error in a good row, in every common spelling of values', () => {
    const spellings = {
      seat_type: ['Full', 'premium', 'SUBSCRIPTION_SEAT_TYPE_LITE', 'guest', 'Service-User', 'lite'],
      status: ['active', 'Deactivated', 'USER_ACTIVE_STATUS_ACTIVE', 'inactive', 'TRUE'],
      language: ['en', 'English (US)', 'LANGUAGE_EN_US', 'en-gb', 'de_DE', 'Français', 'LANGUAGE_XX_YY'],
      timezone: [
        'Europe/London',
        'europe/london',
        'UTC',
        'US/Eastern',
        'Asia/Calcutta',
        'America/Argentina/Buenos_Aires',
      ],
      password: ['long enough', ' with blanks '],
      groups: ['A', 'A; B', 'A, B', '"Smith, Ltd"; B', 'id:role_1; A'],
      groups_to_remove: ['*', 'all', 'C|D'],
      permission_set: ['Admins', 'id:role_77'],
      'attribute: Shift': ['Night', 'Night\nDay'],
      notes: ['\u0001 whatever '],
    }
    for (const [head, values] of Object.entries(spellings))
      for (const value of values) expect([value, codesOf({ [head]: value })]).toEqual([value, []])
  })

  const bad: [IssueCode, string, string, string][] = [
    ['missing-email', 'email', '', 'error'],
    ['bad-email', 'email', 'al at x.co', 'error'],
    ['bad-email', 'email', 'al@x', 'error'],
    ['bad-email', 'email', 'a..l@x.co', 'error'],
    ['missing-name', 'first_name', '', 'warning'],
    ['missing-name', 'last_name', ' ', 'info'],
    ['unknown-seat-type', 'seat_type', 'Premum', 'error'],
    ['unknown-status', 'status', 'retired', 'error'],
    ['unknown-language', 'language', 'Elvish', 'error'],
    ['unknown-zone', 'timezone', 'Europe/Londn', 'error'],
    ['unknown-zone', 'timezone', '+01:00', 'error'],
    ['short-password', 'password', 'short', 'error'],
    ['too-long', 'first_name', 'x'.repeat(201), 'error'],
    ['too-long', 'attribute: Shift', 'x'.repeat(1_001), 'error'],
    ['control-characters', 'first_name', 'A\u0007l', 'error'],
    ['spreadsheet-error', 'first_name', '#N/A', 'error'],
    ['spreadsheet-error', 'groups', ' #ref! ', 'error'],
    ['spreadsheet-error', 'attribute: Shift', '#UNREADABLE!', 'error'],
    ['control-characters', 'last_name', 'B\no', 'error'],
    ['control-characters', 'first_name', 'M\uFFFDller', 'error'],
    ['bad-list', 'groups', '"open; B', 'error'],
    ['bad-list', 'sites', ' ; ; ', 'error'],
    ['bad-list', 'groups', '*; B', 'error'],
    ['too-many-references', 'sites', Array.from({ length: 201 }, (_, index) => `s${index}`).join(';'), 'error'],
    ['outer-blanks', 'email', ' a@x.co', 'info'],
  ]
  it.each(bad)('finds %s in %s', (code, head, value) => {
    const found = codesOf({ [head]: value })
    expect(found.map(([one]) => one)).toContain(code)
    if (code !== 'missing-name') expect(found.find(([one]) => one === code)?.[1]).toBe(head)
  })

  it('reports a group that is both added and removed, and offers to only add it', () => {
    const [issue] = validateSheet(sheetOf({ groups: 'North; South', groups_to_remove: 'north; East' }), mapping)
    expect(issue).toMatchObject({ code: 'added-and-removed', level: 'error', fixes: [{ value: 'East' }] })
    expect(codesOf({ groups: 'North', groups_to_remove: 'all' })).toEqual([])
  })

  it('does not require names of existing users', () => {
    const cells = { first_name: '', last_name: '' }
    expect(codesOf(cells)).toEqual([['missing-name', 'first_name', 'warning']])
    expect(codesOf(cells, { emails: new Set(['a@x.co']) })).toEqual([])
    const [issue] = validateSheet(sheetOf(cells), mapping, { emails: new Set() })
    expect(say(issue)).toBe('This user does not exist yet and needs a first and a last name.')
  })

  it('fixes a cell with its first suggestion', () => {
    const cells: [string, string, string][] = [
      ['email', 'Al Bo <al@x.co>', 'al@x.co'],
      ['email', 'al @x.co', 'al@x.co'],
      ['email', 'al@x,co', 'al@x.co'],
      ['email', 'mailto:al@x.co', 'al@x.co'],
      ['email', ' al@x.co ', 'al@x.co'],
      ['seat_type', 'Premum', 'Full'],
      ['status', 'actve', 'Active'],
      ['language', 'Germn', 'German'],
      ['timezone', 'London', 'Europe/London'],
      ['timezone', 'Europe/Londn', 'Europe/London'],
      ['timezone', 'PST', 'America/Los_Angeles'],
      ['first_name', 'A\u200Bl\u0007', 'Al'],
      ['last_name', 'Bo\nJr', 'Bo Jr'],
    ]
    for (const [head, value, wanted] of cells) {
      const sheet = sheetOf({ [head]: value })
      const [issue] = validateSheet(sheet, mapping)
      expect([value, issue?.fixes?.[0]?.value]).toEqual([value, wanted])
      sheet.setCell(1, heads.indexOf(head), wanted)
      expect([wanted, validateSheet(sheet, mapping)]).toEqual([wanted, []])
    }
  })
})

const said = (rowId: number) =>
  ({
    rowId,
    column: 9,
    code: 'service',
    level: 'error',
    text: { key: 'said', values: { text: 'No.', part: 'none' } },
  }) as const

describe('validating a sheet', () => {
  it('names the other rows with the same email', () => {
    const rows = Array.from({ length: 8 }, (_, index) => ({
      email: index === 7 ? 'other@x.co' : index === 2 ? 'A@X.co ' : 'a@x.co',
    }))
    const messages = validateSheet(sheetOf(...rows), mapping).filter(({ code }) => code === 'duplicate-email')
    expect(messages).toHaveLength(7)
    expect(say(messages[0])).toBe('Duplicate email (rows 2, 3, 4, 5, 6 and 1 more).')
    expect(say(validateSheet(sheetOf({}, {}), mapping)[1])).toBe('Duplicate email (row 1).')
  })

  it('reports that no column has the email or names', () => {
    const validator = createValidator({ sheet: sheetOf({}), mapping: guessMapping(heads.map((head) => `my ${head}`)) })
    expect(validator.sheetIssues.map(({ code, level }) => [code, level])).toEqual([
      ['unmapped-required', 'error'],
      ['missing-name', 'warning'],
    ])
  })

  it('moves from error to error in both directions, and wraps around at the end', () => {
    const sheet = sheetOf({ email: '' }, { email: 'b@x.co' }, { email: 'c@x.co', seat_type: 'q', status: 'q' })
    const validator = createValidator({ sheet, mapping })
    validator.step()
    const walk = (isBackwards: boolean) => {
      const seen: (string | number)[][] = []
      let from: { rowId: number; column: number } | null = null
      for (let step = 0; step < 4; step += 1) {
        const issue = validator.next(from, { isWanted: ({ level }) => level === 'error', isBackwards })
        if (issue === null || issue.column === null) break
        seen.push([issue.rowId, issue.column])
        from = { rowId: issue.rowId, column: issue.column }
      }
      return seen
    }
    expect(walk(false)).toEqual([
      [1, 0],
      [3, 4],
      [3, 5],
      [1, 0],
    ])
    expect(walk(true)).toEqual([
      [3, 5],
      [3, 4],
      [1, 0],
      [3, 5],
    ])
    expect(createValidator({ sheet: sheetOf({}), mapping }).next(null)).toBeNull()
  })

  it('stays within the visible rows and the wanted levels', () => {
    const bad = { email: 'x', seat_type: 'Fulll' }
    const validator = createValidator({ sheet: sheetOf(bad, bad, {}, bad), mapping })
    validator.step()
    const rowIds = [2, 3, 4]
    expect(validator.next({ rowId: 4, column: 9 }, { rowIds })?.rowId).toBe(2)
    expect(validator.next({ rowId: 2, column: 0 }, { rowIds, isBackwards: true })?.rowId).toBe(4)
    expect(validator.next(null, { rowIds, isWanted: isOfSeat })).toMatchObject({ rowId: 2, code: 'unknown-seat-type' })
    expect(validator.next(null, { rowIds: [3] })).toBeNull()
  })

  it("keeps the service's messages for a row until the row changes", () => {
    const sheet = sheetOf({ email: 'a@x.co' }, { email: 'b@x.co' })
    const validator = createValidator({ sheet, mapping })
    validator.step()
    validator.setServiceIssues([1, 2], [said(1), said(2)])
    expect(validator.counts).toMatchObject({ errors: 2, badRows: 2 })
    sheet.setCell(1, 1, 'Ann')
    validator.step()
    expect(validator.issuesOf(1)).toEqual([])
    expect(validator.issuesOf(2)).toEqual([said(2)])
    validator.setServiceIssues([2], [])
    expect(validator.counts).toMatchObject({ errors: 0, badRows: 0, byCode: [] })
  })

  it('stops when its time is over and continues later', () => {
    const sheet = createSheet({ header: heads, rows: Array.from({ length: 1_000 }, () => rowOf({ email: 'bad' })) })
    const validator = createValidator({ sheet, mapping })
    expect(validator.step(0)).toBe(false)
    expect(validator.pending).toBeGreaterThan(0)
    while (!validator.step(0));
    expect(validator.counts.badRows).toBe(1_000)
  })
})

type Act = (sheet: Sheet) => void

const cell = fc.constantFrom(
  '',
  'a@x.co',
  'b@x.co',
  'A@x.co ',
  'bad',
  'North; South',
  'north',
  'all',
  'Full',
  'Premum',
  'UTC',
  'x\u0007',
)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(fc.nat(12), fc.nat(14), cell).map(
    ([row, column, value]): Act =>
      (sheet) =>
        void sheet.setCell(sheet.rowIds[row] ?? 0, column, value),
  ),
  fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }).map(
    (block): Act =>
      (sheet) =>
        void sheet.pasteBlock(sheet.rowIds[1] ?? 0, 0, block),
  ),
  fc.array(fc.nat(12), { maxLength: 4 }).map(
    (rows): Act =>
      (sheet) =>
        void sheet.deleteRows(rows.map((row) => sheet.rowIds[row] ?? 0)),
  ),
  fc.tuple(cell, cell).map(
    ([find, by]): Act =>
      (sheet) =>
        void sheet.replace({ find, isWhole: true }, by),
  ),
  fc.constant<Act>((sheet) => void sheet.undo()),
  fc.constant<Act>((sheet) => void sheet.redo()),
  fc.nat(14).map(
    (column): Act =>
      (sheet) =>
        void sheet.fillDown(sheet.rowIds, column),
  ),
)

describe('validating only changed rows', () => {
  it('finds what validating all rows would find', { tags: ['full'], timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 15, maxLength: 15 }), { minLength: 1, maxLength: 10 }),
        fc.array(act, { maxLength: 12 }),
        (rows, acts) => {
          const sheet = createSheet({ header: heads, rows })
          const validator = createValidator({ sheet, mapping })
          validator.step()
          for (const [index, run] of acts.entries()) {
            run(sheet)
            if (index % 2 === 0) validator.step()
          }
          validator.step()
          const whole = validateSheet(sheet, mapping)
          expect(sheet.rowIds.flatMap((id) => validator.issuesOf(id))).toEqual(whole)
          const { errors, warnings, infos, badRows } = validator.counts
          expect(errors + warnings + infos).toBe(whole.length)
          expect(badRows).toBe(new Set(whole.filter(({ level }) => level === 'error').map(({ rowId }) => rowId)).size)
          const fromWorker = createValidator({ sheet, mapping, found: whole })
          expect(fromWorker.pending).toBe(0)
          const id = sheet.rowIds[0]
          if (id !== undefined) {
            sheet.setCell(id, 0, 'b@x.co')
            fromWorker.step()
            expect(sheet.rowIds.flatMap((one) => fromWorker.issuesOf(one))).toEqual(validateSheet(sheet, mapping))
          }
        },
      ),
      { numRuns: runs(400) },
    )
  })
})
