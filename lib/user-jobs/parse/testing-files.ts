import { storeZip } from './zip'

/** Workbooks for tests, as small as a reader accepts. */

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function nameColumn(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

/** A cell as XML: text as a shared string, numbers as numbers, `raw` unchanged. */
export type MadeCell = string | number | { raw: string }

export interface MadeSheet {
  name: string
  rows: readonly (readonly MadeCell[])[]
  isHidden?: boolean
}

const encode = (text: string) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

/**
 * Bytes of a workbook with these sheets. `styles` are the formats of cells, referenced by index with `s` in a raw cell.
 */
export function makeWorkbook(sheets: readonly MadeSheet[], styles: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const shared: string[] = []
  const places = new Map<string, number>()
  const place = (text: string) => {
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, shared.length)
    return shared.push(text) - 1
  }
  const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const cell = (value: MadeCell, at: string) => {
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (typeof value === 'string') return value === '' ? '' : `<c r="${at}" t="s"><v>${place(value)}</v></c>`
    return value.raw.replaceAll('@', at)
  }
  const sheetFiles = sheets.map(({ rows }, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    bytes: encode(
      `<worksheet ${ns}><sheetData>${rows
        .map((cells, row) => {
          const made = cells.map((value, column) => cell(value, `${nameColumn(column)}${row + 1}`))
          return `<row r="${row + 1}">${made.join('')}</row>`
        })
        .join('')}</sheetData></worksheet>`,
    ),
  }))
  const formats = styles.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escapeXml(code)}"/>`)
  return storeZip([
    {
      name: 'xl/workbook.xml',
      bytes: encode(
        `<workbook ${ns} xmlns:r="${kind}"><sheets>${sheets
          .map(
            ({ name, isHidden }, index) =>
              `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${isHidden === true ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
          )
          .join('')}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: encode(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
          .map(
            (_, index) =>
              `<Relationship Id="rId${index + 1}" Type="${kind}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
          )
          .join(
            '',
          )}<Relationship Id="rIdS" Type="${kind}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdT" Type="${kind}/styles" Target="styles.xml"/></Relationships>`,
      ),
    },
    ...sheetFiles,
    {
      name: 'xl/sharedStrings.xml',
      bytes: encode(
        `<sst ${ns}>${shared.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
      ),
    },
    {
      name: 'xl/styles.xml',
      bytes: encode(
        `<styleSheet ${ns}><numFmts count="${formats.length}">${formats.join('')}</numFmts><cellXfs>${styles
          .map((_, index) => `<xf numFmtId="${200 + index}" applyNumberFormat="1"/>`)
          .join('')}</cellXfs></styleSheet>`,
      ),
    },
  ])
}
