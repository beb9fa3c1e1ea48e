import { expect } from 'vitest'

/**
 * A reader of RFC 4180, implemented independently of the writer: a byte order mark, CRLF, and doubled quotes inside
 * quotes.
 */
export function readCsv(text: string): string[][] {
  expect(text[0]).toBe('\uFEFF')
  const rows: string[][] = []
  let cells: string[] = []
  let cell = ''
  let quoted: 'no' | 'yes' | 'closed' = 'no'
  for (let at = 1; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quoted === 'yes') {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = 'closed'
    } else if (sign === '"') {
      expect([quoted, cell]).toEqual(['no', ''])
      quoted = 'yes'
    } else if (sign === ',') {
      cells.push(cell)
      ;[cell, quoted] = ['', 'no']
    } else if (sign === '\r') {
      expect(text[at + 1]).toBe('\n')
      at += 1
      rows.push([...cells, cell])
      ;[cells, cell, quoted] = [[], '', 'no']
    } else {
      expect(sign).not.toBe('\n')
      expect(quoted).toBe('no')
      cell += sign
    }
  }
  expect([cells, cell]).toEqual([[], ''])
  return rows
}
