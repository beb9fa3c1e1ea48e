import { readSheet } from 'read-excel-file/universal'
import { describe, expect, it } from 'vitest'
import { readCsv } from '@/lib/csv/testing'
import { writeRecords } from './record-file'
import type { RecordColumn } from './record-types'

interface Row {
  name: string
  count: number
  at: string
}
const rows: readonly Row[] = [
  { name: '=1+1', count: -3, at: '2026-07-01T10:00:00Z' },
  { name: 'Müller, "Bob"', count: 0, at: '2026-01-01T10:00:00Z' },
]
const columns: ReadonlyArray<RecordColumn<Row>> = [
  { id: 'count', label: 'Count', widthPx: 1, value: ({ count }) => count },
  { id: 'name', label: 'Name', widthPx: 1, value: ({ name }) => name },
  { id: 'at', label: 'At', widthPx: 1, value: ({ at }) => ({ time: at }) },
]
const write = (format: 'csv' | 'xlsx') => writeRecords(rows, columns, { zone: 'Europe/Berlin', format })

/** Excel stores dates as fractions of a day, so they are rounded to seconds here. */
const seconds = (time: unknown) =>
  time instanceof Date ? new Date(Math.round(time.getTime() / 1000) * 1000).toISOString().slice(0, 19) : time

describe('the file of a list', () => {
  it('contains the columns of the list in their order as CSV, and is safe to open in a spreadsheet', async () => {
    // `text()` would drop the byte order mark.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await write('csv')).arrayBuffer())
    expect(readCsv(text)).toEqual([
      ['Count', 'Name', 'At'],
      ['-3', "'=1+1", '2026-07-01T12:00:00+02:00'],
      ['0', 'Müller, "Bob"', '2026-01-01T11:00:00+01:00'],
    ])
  })

  it('contains numbers and times, not texts, as Excel', async () => {
    const file = await write('xlsx')
    expect(file.type).toContain('spreadsheetml')
    const [head, ...sheet] = await readSheet(file)
    expect(head).toEqual(['Count', 'Name', 'At'])
    expect(sheet.map(([count, name, at]) => [count, name, seconds(at)])).toEqual([
      [-3, '=1+1', '2026-07-01T12:00:00'],
      [0, 'Müller, "Bob"', '2026-01-01T11:00:00'],
    ])
  })
})
