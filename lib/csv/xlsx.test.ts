import { readSheet } from 'read-excel-file/universal'
import { describe, expect, it } from 'vitest'
import { createTimeWriter } from './csv'
import { createTextStream } from './stream'
import { createSheetWriter, createWorkbook, type SheetCell } from './xlsx'

/** The cells that a reader of Excel files finds in a workbook with these rows. */
async function readBack(rows: ReadonlyArray<readonly SheetCell[]>, zone = 'UTC') {
  const sheet = createSheetWriter(createTimeWriter(zone))
  const xml = createTextStream(async ({ write }) => {
    await write(sheet.head(['A', 'B']))
    for (const row of rows) await write(sheet.row(row))
    await write(sheet.tail)
  })
  return readSheet(await new Response(createWorkbook(xml)).blob())
}

describe('a workbook', () => {
  it('keeps numbers as numbers and texts as texts, even texts that look like formulas', async () => {
    const rows = [
      ['=1+1', -12.5],
      ['Café <b> & "Söhne" 🦺', 0],
      [null, 7],
    ]
    expect(await readBack(rows)).toEqual([['A', 'B'], ...rows])
  })

  it('has times as dates, in the local time of the zone', async () => {
    const rows = await readBack([['x', { time: '2026-11-20T21:14:44.123Z' }]], 'Europe/Berlin')
    const [, [, time] = []] = rows
    expect(time).toBeInstanceOf(Date)
    expect(time instanceof Date && time.toISOString().slice(0, 19)).toBe('2026-11-20T22:14:44')
  })

  it('leaves out characters that an Excel file cannot contain', async () => {
    const rows = await readBack([['a\u0000\u0007b\ud800', 1]])
    expect(rows[1]?.[0]).toBe('ab\ufffd')
  })

  it('fails when its rows fail, and ends them when its reader leaves', async () => {
    const broken = createTextStream(async ({ write }) => {
      await write('<worksheet>')
      throw new Error('the database is gone')
    })
    await expect(new Response(createWorkbook(broken)).blob()).rejects.toThrow('the database is gone')

    let isLeft = false
    const endless = createTextStream(async ({ write, signal }) => {
      signal.addEventListener('abort', () => (isLeft = true))
      for (;;) await write('<row/>'.repeat(10_000))
    })
    const reader = createWorkbook(endless).getReader()
    for (let pieces = 0; pieces < 20; pieces += 1) await reader.read()
    await reader.cancel()
    await expect.poll(() => isLeft).toBe(true)
  })
})
