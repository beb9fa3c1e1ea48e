import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import {
  columnOf,
  guessMapping,
  headerKey,
  mapColumn,
  readMemory,
  reasonsHead,
  unmappedHeads,
  writeMemory,
} from './columns'
import { fields, foldText } from './fields'
import { fromIssues } from './from-issues'
import { guardFormula, unguardFormula, writeCsv, writeFailedRows, writeTemplate } from '@/lib/user-jobs/parse/files'
import { readTable } from '@/lib/user-jobs/parse/parse'
import { parseList, writeList } from './list'
import { sniffText } from './kinds'
import { sentUser, type RowIssue } from '@/lib/user-jobs/schema'
import { createSheet } from './sheet'
import { toUsers } from './to-users'
import type { Table } from './types'
import { createValidator } from './validate/validate'

async function readCsv(text: string): Promise<Table> {
  const { table, problem } = await readTable({ bytes: new TextEncoder().encode(text) })
  if (table === null) throw new Error(problem.key)
  return table
}

describe('columns', () => {
  it('are recognized in any common spelling, and only the first of several for one field is mapped', () => {
    const header = [
      'E-Mail',
      'FIRST_NAME',
      'Nachname',
      'Prénom',
      'Time Zone*',
      'Groups (remove)',
      'Attribute: Shift',
      'Shoe size',
      'reasons',
    ]
    const mapping = guessMapping(header)
    expect(mapping).toEqual([
      { to: 'field', field: 'email' },
      { to: 'field', field: 'firstName' },
      { to: 'field', field: 'lastName' },
      { to: 'unmapped' },
      { to: 'field', field: 'timezone' },
      { to: 'field', field: 'groupsRemove' },
      { to: 'attribute', name: 'Shift' },
      { to: 'unmapped' },
      { to: 'ignored' },
    ])
    expect(unmappedHeads(header, mapping).map(({ head }) => head)).toEqual(['Prénom', 'Shoe size'])
  })

  it('have only one field for each spelling', () => {
    const spelled = new Map<string, string>()
    for (const { key, head, label, synonyms } of fields)
      for (const spelling of [head, label, ...synonyms]) {
        const folded = foldText(spelling)
        expect([spelling, spelled.get(folded) ?? key]).toEqual([spelling, key])
        spelled.set(folded, key)
      }
  })

  it('have exactly one use each, and no field is used twice, for any headers and choices', () => {
    const head = fc.oneof(fc.string(), fc.constantFrom(...fields.flatMap(({ head: one, label }) => [one, label])))
    fc.assert(
      fc.property(fc.array(head), fc.array(fc.tuple(fc.nat(10), fc.constantFrom(...fields))), (header, chosen) => {
        let mapping = guessMapping(header)
        for (const [column, { key }] of chosen) mapping = mapColumn(mapping, column, { to: 'field', field: key })
        expect(mapping).toHaveLength(header.length)
        const used = mapping.flatMap((use) => (use.to === 'field' ? [use.field] : []))
        expect(new Set(used).size).toBe(used.length)
        const stored = writeMemory(null, header, mapping)
        const again = readMemory(stored, header)
        const hasOddName = mapping.some((use) => use.to === 'attribute' && use.name === '')
        if (!hasOddName) expect(again).toEqual(mapping)
      }),
    )
  })

  it('are remembered for the newest 20 headers, and damaged data is ignored', () => {
    const header = ['Mail', 'Shoe size']
    const mapping = mapColumn(guessMapping(header), 1, { to: 'attribute', name: 'Shoe' })
    let stored = writeMemory(null, header, mapping)
    expect(readMemory(stored, ['MAIL ', 'shoe_size'])).toEqual(mapping)
    expect(readMemory(stored, ['Shoe size', 'Mail'])).toBeNull()
    expect(headerKey(['a', 'b'])).not.toBe(headerKey(['ab']))
    for (let index = 0; index < 20; index += 1) stored = writeMemory(stored, [`h${index}`], guessMapping([`h${index}`]))
    expect(readMemory(stored, header)).toBeNull()
    expect(readMemory(stored, ['h0'])).not.toBeNull()
    for (const damaged of [
      '',
      '{',
      '[]',
      '[1]',
      '{"a":1}',
      '[{"key":"[\\"mail\\"]","uses":[{"to":"field","field":"nope"}]}]',
    ])
      expect(readMemory(damaged, ['Mail'])).toBeNull()
  })
})

describe('lists', () => {
  it('are read back as they were written', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('all', '*', 'Smith, Ltd', 'a;b', 'id:x', '"q"', ' blank ', 'a|b', 'ALL', 'x\ny'),
    )
    const reference = fc.oneof(
      name.filter((text) => text !== '').map((text) => ({ name: text.replaceAll('\r', '') || 'r' })),
      fc.stringMatching(/^[\w-]{1,20}$/u).map((id) => ({ id })),
    )
    fc.assert(
      fc.property(
        fc.uniqueArray(reference, { selector: (one) => JSON.stringify(one).toLowerCase() }),
        fc.boolean(),
        (items, isRemoval) => {
          const written = writeList(items, isRemoval)
          // A single name is read with commas as separators, so names with commas are quoted.
          expect(parseList(written, isRemoval)).toEqual({ items, trouble: null })
        },
      ),
      { numRuns: runs(1_000) },
    )
  })

  it('are separated by commas if no stronger separator occurs', () => {
    expect(parseList('a, b').items).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(parseList('a, b; c').items).toEqual([{ name: 'a, b' }, { name: 'c' }])
    expect(parseList('A; a; ; B').items).toEqual([{ name: 'A' }, { name: 'B' }])
    expect(parseList('all', true).items).toEqual([{ name: '*' }])
    expect(parseList('all').items).toEqual([{ name: 'all' }])
    expect(parseList('"x" y').trouble).toEqual({ key: 'textAfterQuote' })
  })
})

describe('users that are made from rows', () => {
  const header = [
    'email',
    'first_name',
    'password',
    'seat_type',
    'timezone',
    'status',
    'language',
    'permission_set',
    'groups',
    'groups_to_remove',
    'attribute: Shift',
    'note',
  ]

  it('have the format of the service, with the original cells and a separate password', () => {
    const cells = [
      ' A@x.co ',
      'Al',
      'pass word',
      'full',
      'europe/london',
      'inactive',
      'de',
      'id:role_1',
      'N; S',
      'all',
      'Night\nDay',
      'kept',
    ]
    const sheet = createSheet({
      header,
      rows: [cells, header.map((_, column) => (column === 0 ? 'b@x.co' : '')), header.map(() => '')],
      lines: [3, 4, 9],
    })
    const { users, header: sent, skippedRowIds } = toUsers(sheet, guessMapping(header))
    expect(sent).toEqual(header)
    expect(skippedRowIds).toEqual([9])
    expect(users).toEqual([
      {
        line: 3,
        username: 'A@x.co',
        firstName: 'Al',
        seatType: 'SUBSCRIPTION_SEAT_TYPE_PREMIUM',
        timezone: 'Europe/London',
        status: 'USER_ACTIVE_STATUS_DEACTIVATED',
        language: 'LANGUAGE_DE_DE',
        permissionSet: { id: 'role_1' },
        groups: { add: [{ name: 'N' }, { name: 'S' }], remove: [{ name: '*' }] },
        attributes: [{ name: 'Shift', values: ['Night', 'Day'] }],
        password: 'pass word',
        cells: cells.map((cell, column) => (column === 2 ? '' : cell)),
      },
      { line: 4, username: 'b@x.co', cells: ['b@x.co', ...header.slice(1).map(() => '')] },
    ])
    expect(toUsers(sheet, guessMapping(header), { rowIds: [4], maySend: () => false }).skippedRowIds).toEqual([4])
  })

  it('are accepted by the server if their row has no error', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('a@x.co', 'Full', 'UTC', 'x;y', ';', '"', 'x'.repeat(600), 'id:a', '*', '\uD800', 'a\0b'),
    )
    const heads = [...fields.map(({ head }) => head), 'attribute: a', 'attribute: b']
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: heads.length, maxLength: heads.length }), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const sheet = createSheet({ header: heads, rows: rows.map(() => heads.map(() => '')) })
          sheet.pasteBlock(1, 0, rows)
          for (const id of sheet.rowIds) sheet.setCell(id, 0, `u${id}@x.co`)
          const mapping = guessMapping(heads)
          const validator = createValidator({ sheet, mapping })
          validator.step()
          const { users } = toUsers(sheet, mapping, {
            maySend: (id) => validator.issuesOf(id).every(({ level }) => level !== 'error'),
          })
          for (const user of users) expect(sentUser.safeParse(user).error).toBeUndefined()
        },
      ),
      { numRuns: runs(400) },
    )
  })
})

const issue = (given: Partial<RowIssue>): RowIssue => ({
  reason: 'REASON_X',
  level: 'error',
  field: null,
  value: null,
  message: 'Told.',
  choices: [],
  ...given,
})

describe('messages of the service', () => {
  const header = ['email', 'groups', 'groups_to_remove', 'permission_set', 'attribute: Shift']
  const mapping = guessMapping(header)
  const sheet = createSheet({ header, rows: [['a@x.co', 'North; South', 'East, South', 'Crew', 'Night']] })
  const place = (given: Partial<RowIssue>) =>
    fromIssues([{ line: 1, username: 'A@X.co', issues: [issue(given)] }], sheet, mapping).issues[0]

  it('are attached to the cell that they name', () => {
    expect(place({})).toMatchObject({
      rowId: 1,
      column: null,
      code: 'service',
      level: 'error',
      reason: 'REASON_X',
      text: { key: 'said', values: { text: 'Told.', part: 'none' } },
    })
    expect(place({ field: 'FIELD_GROUPS', value: 'south' })?.column).toBe(1)
    expect(place({ field: 'FIELD_GROUPS', value: 'East' })?.column).toBe(2)
    expect(place({ field: 'FIELD_USERNAME', level: 'fatal' })).toMatchObject({ column: 0, level: 'error' })
    expect(place({ field: 'FIELD_ATTRIBUTES', value: 'Night' })?.column).toBe(4)
    expect(place({ field: 'FIELD_NEW', level: 'info' })).toMatchObject({ column: null, level: 'info' })
    expect(place({ message: '' })?.text.values).toEqual({ text: 'REASON_X', part: 'none' })
  })

  it('offer each possible reference, and choosing one sets its id', () => {
    const choices = [
      { id: 'role_1', name: 'South' },
      { id: 'role_2', name: 'South' },
    ]
    expect(place({ field: 'FIELD_GROUPS', value: 'South', choices })?.fixes).toEqual([
      { label: 'South (role_1)', value: 'North; id:role_1' },
      { label: 'South (role_2)', value: 'North; id:role_2' },
    ])
    expect(place({ field: 'FIELD_PERMISSION_SET', value: 'Crew', choices })?.fixes?.[1]?.value).toBe('id:role_2')
  })

  it('are not attached to a row that now has another user', () => {
    const { rowIds, issues } = fromIssues(
      [
        { line: 1, username: 'b@x.co', issues: [issue({})] },
        { line: 9, username: 'a@x.co', issues: [] },
      ],
      sheet,
      mapping,
    )
    expect([rowIds, issues]).toEqual([[], []])
  })
})

describe('files for people', () => {
  it('guard formulas with an apostrophe, and exactly that apostrophe is removed again', () => {
    for (const text of ['=1+1', '+44', '-', '@x', "'=1", "''=1", '\t=1', ' =1', '＝1']) {
      expect(guardFormula(text)).toBe(`'${text}`)
      expect(unguardFormula(guardFormula(text))).toBe(text)
    }
    for (const text of ['', 'a', "'a", "o'=1", '1-1']) expect(unguardFormula(guardFormula(text))).toBe(text)
  })

  it('are unchanged when imported again, for any table', async () => {
    const heads = fc.uniqueArray(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('email', '=a', "'x", 'a;b', 'p|q')),
      { minLength: 1, maxLength: 5, selector: (head) => head.trim().toLowerCase() },
    )
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('', '=1', "'=1", '"', 'a\nb', 'a,b', ';', '\t', '|', ' x ', '"a" b', "''", '\uFEFF', 'é'),
    )
    const any = heads.chain((header) =>
      fc.tuple(fc.constant(header), fc.array(fc.array(cell, { minLength: header.length, maxLength: header.length }))),
    )
    await fc.assert(
      fc.asyncProperty(any, async ([header, rows]) => {
        const kept = header.map((head) => head.replaceAll('\r', '').trim())
        const written = writeCsv(kept, rows)
        fc.pre(kept.every((head) => head !== '' && !/^'*\s*$/u.test(head)) && sniffText(written.slice(1)) === null)
        // A column that is named like a password keeps its apostrophes. Our own files leave it empty.
        fc.pre(!kept.some((head) => /pass|pwd|kennwort|secret|contrase/iu.test(head)))
        const wanted = rows
          .map((cells) => cells.map((text) => text.replaceAll(/\r\n?/gu, '\n')))
          .filter((cells) => cells.some((text) => text.trim() !== ''))
        fc.pre(wanted.length > 0)
        const table = await readCsv(written)
        expect(table.header).toEqual(kept)
        expect(table.rows).toEqual(wanted)
        expect(table.notes).toMatchObject({
          delimiter: kept.length === 1 ? expect.anything() : ',',
          encoding: 'utf-8',
          hasByteOrderMark: true,
        })
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('include a template with only known columns and an example without errors', async () => {
    const { header, rows } = await readCsv(writeTemplate(true))
    const mapping = guessMapping(header)
    expect(mapping.map(({ to }) => to)).toEqual(fields.map(() => 'field'))
    const sheet = createSheet({ header, rows })
    const validator = createValidator({ sheet, mapping })
    validator.step()
    expect(validator.issuesOf(1)).toEqual([])
    expect((await readTable({ text: writeTemplate() })).problem?.code).toBe('no-rows')
  })

  it('keep failed rows in the same columns, and ignore the column of reasons when imported again', async () => {
    const header = ['E-mail', 'Group', 'Shoe size']
    const cells = ['a@x.co', '=North', '42']
    const first = await readCsv(writeFailedRows(header, [{ cells, reasons: ['No such group.', 'Told twice.'] }]))
    expect(first.header).toEqual([...header, reasonsHead])
    expect(first.rows).toEqual([[...cells, 'No such group.\nTold twice.']])
    const mapping = guessMapping(first.header)
    expect(columnOf(mapping, 'groupsAdd')).toBe(1)
    expect(mapping[3]).toEqual({ to: 'ignored' })
    const again = await readCsv(
      writeFailedRows(first.header, [{ cells: first.rows[0] ?? [], reasons: ['Still not.'] }]),
    )
    expect(again.header).toEqual([...header, reasonsHead])
    expect(again.rows).toEqual([[...cells, 'Still not.']])
  })
})
