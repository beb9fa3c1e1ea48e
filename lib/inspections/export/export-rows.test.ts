import { describe, expect, it } from 'vitest'
import { readCsv } from '@/lib/csv/testing'
import { columns } from '@/lib/inspections/columns'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { createRowsWriter, type ExportedRow } from './export-rows'
import { readColumns } from '@/lib/inspections/model'

const row: ExportedRow = { id: 'audit_1', modified: '2026-11-20T21:14:44.123Z', review: 'unreviewed' }

describe('the CSV of inspections', () => {
  it('writes texts so that a spreadsheet does not execute them', () => {
    const csv = createRowsWriter(readColumns('title,site'), { zone: 'UTC' })
    expect(csv.head + csv.rows([{ title: '=1+1', site: 'Leeds, north' }])).toBe(
      '\uFEFFTitle,Site\r\n\'=1+1,"Leeds, north"\r\n',
    )
  })

  it('keeps numbers, including negative ones, and leaves missing values empty', () => {
    const csv = createRowsWriter(readColumns('title,score,failed,items,media,result,archived,id'), { zone: 'UTC' })
    expect(csv.rows([{ ...row, score: -12.5, failed: 0, items: 12, result: 'in-progress', archived: false }])).toBe(
      ',-12.5,0,12,,In progress,no,audit_1\r\n',
    )
  })

  it('has headings and values in English or in another language', async () => {
    await installServerTexts(['en', 'de'])
    const shown = readColumns('title,result,archived,documentNo')
    const cells = { ...row, result: 'in-progress', archived: false }
    const german = createRowsWriter(shown, { zone: 'UTC', language: 'de' })
    expect(german.head + german.rows([cells])).toBe(
      '\uFEFFTitel,Ergebnis,Archiviert,Dokumentnr.\r\n,In Bearbeitung,nein,\r\n',
    )
    const english = createRowsWriter(shown, { zone: 'UTC' })
    expect(english.head + english.rows([cells])).toBe(
      '\uFEFFTitle,Result,Archived,Document no.\r\n,In progress,no,\r\n',
    )
  })

  it('says whether an inspection is reviewed, in the language of the file', async () => {
    await installServerTexts(['en', 'de'])
    const shown = readColumns('title,review')
    const rows = ['unreviewed', 'reviewed', 'follow-up+'].map((review) => Object.assign({}, row, { review }))
    const written = (language: 'en' | 'de') => createRowsWriter(shown, { zone: 'UTC', language }).rows(rows)
    expect(written('en')).toBe(',Unreviewed\r\n,Reviewed\r\n,"Follow-up, changed since"\r\n')
    expect(written('de')).toBe(',Ungeprüft\r\n,Geprüft\r\n,"Nachverfolgung, seitdem geändert"\r\n')
  })

  it('writes times in the time zone', () => {
    const csv = createRowsWriter(readColumns('title,modified,completed'), { zone: 'Europe/Berlin' })
    expect(csv.rows([row])).toBe(',2026-11-20T22:14:44.123+01:00,\r\n')
  })

  it('can write every column', () => {
    const every = createRowsWriter(readColumns(columns.map(({ id }) => id).join(',')), { zone: 'UTC' })
    expect(readCsv(every.head + every.rows([row])).map((cells) => cells.length)).toEqual([
      columns.length,
      columns.length,
    ])
  })

  it('has ids and links after the shown columns on request', () => {
    const csv = createRowsWriter(readColumns('title'), { zone: 'UTC', linkOrigin: 'https://console.test' })
    expect(csv.head + csv.rows([{ ...row, title: 'Round' }])).toBe(
      '\uFEFFTitle,Inspection ID,Link\r\nRound,audit_1,https://console.test/inspections/audit_1\r\n',
    )
  })
})
