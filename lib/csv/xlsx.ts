import { deflateEntry, writeZip } from './zip'

/**
 * A workbook with one sheet, written as a stream, so that a million rows are never in memory at once. Texts are inline
 * strings, which spreadsheets never treat as formulas. Times are Excel dates in the local time of one zone.
 */

const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The most rows that a sheet can have, its header included. */
export const sheetRowsMax = 1_048_576
const cellCharsMax = 32_767

export type SheetCell = string | number | null | { time: string }

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeText(text: string): string {
  return (
    text
      .slice(0, cellCharsMax)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- XML cannot hold these
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)
  )
}

function writeText(place: string, text: string): string {
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`
}

/** A cell at a place such as `B7`; empty when there is no value. */
function writeCell(place: string, cell: SheetCell, writeLocal: (instant: string) => string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : ''
  return typeof cell === 'string' ? writeText(place, cell) : writeTime(place, writeLocal(cell.time))
}

/** `A`, `B` … `Z`, `AA` … for columns from 0. */
function nameColumn(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : nameColumn(Math.floor(index / 26) - 1) + last
}

const dayMs = 86_400_000
/** Day 0 of Excel, for all days after February 1900. */
const excelEpochMs = Date.UTC(1899, 11, 30)
const localTime = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/

/**
 * A local time (`2026-11-20T22:14:44+01:00`) as an Excel date, or as text when it is not a date that Excel supports.
 */
function writeTime(place: string, local: string): string {
  const parts = localTime.exec(local)?.slice(1).map(Number) ?? []
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
  if (parts.length === 0 || year < 1901) return writeText(place, local)
  const days = (Date.UTC(year, month - 1, day, hour, minute, second) - excelEpochMs) / dayMs
  return `<c r="${place}" s="1"><v>${days.toFixed(8)}</v></c>`
}

/**
 * The sheet as XML in consecutive parts: the header, rows, and the tail. `writeLocal` writes an instant as local time
 * with the offset of one zone.
 */
export function createSheetWriter(writeLocal: (instant: string) => string) {
  let line = 0
  const names: string[] = []
  const row = (cells: readonly SheetCell[]) => {
    line += 1
    let written = ''
    for (const [index, cell] of cells.entries()) {
      const name = (names[index] ??= nameColumn(index))
      written += writeCell(`${name}${line}`, cell, writeLocal)
    }
    return `<row r="${line}">${written}</row>`
  }
  return {
    head: (headings: readonly string[]) =>
      `${prolog}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${row(headings)}`,
    row,
    tail: '</sheetData></worksheet>',
  }
}

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook that are the same for every sheet. */
const fixedParts: ReadonlyArray<readonly [name: string, xml: string]> = [
  [
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill/><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
]

/**
 * A workbook around the XML of its sheet. The workbook fails when the sheet fails, and cancels the sheet when its
 * reader leaves.
 */
export function createWorkbook(sheet: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const whole = (text: string) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(text))
        controller.close()
      },
    })
  return writeZip([
    ...fixedParts.map(([name, xml]) => deflateEntry(name, whole(prolog + xml))),
    deflateEntry('xl/worksheets/sheet1.xml', sheet),
  ])
}
