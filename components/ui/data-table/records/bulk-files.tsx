'use client'

import { Braces, Copy, Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { fullAddress } from '@/lib/browser/own-address'
import { copyText } from '@/lib/browser/copy-text'
import { describeError } from '@/lib/browser/describe-error'
import { useZone } from '@/lib/browser/preferences/zone'
import { saveText } from '@/lib/browser/save-file'
import type { TableFormat } from '@/lib/csv/formats'
import type { SheetCell } from '@/lib/csv/xlsx'
import { BulkVerb } from '@/components/ui/data-table/selection/bulk-bar'

/** A column in a file with selected rows. */
export interface FileField<Row> {
  label: string
  value: (row: Row) => SheetCell
}

/** A text of each row that people can copy, such as its ID. */
export interface CopiedText<Row> {
  id: string
  label: string
  /** Null for rows without this text. */
  textOf: (row: Row) => string | null
}

/**
 * Actions for selected rows of any list: saves files with the shown fields, and copies texts such as IDs and links, one
 * per line. `load` reads the selected rows, including those that are not on screen; null while it cannot.
 */
export function BulkFiles<Row>({
  name,
  fields,
  copies,
  load,
}: {
  /** The name of the list, which names of files contain. */
  name: string
  fields: ReadonlyArray<FileField<Row>>
  copies: ReadonlyArray<CopiedText<Row>>
  load: (() => Promise<readonly Row[]>) | null
}) {
  const t = useTranslations('shell.table.selection')
  const files = useTranslations('shell.table.export')
  const toast = useToast()
  const { zone } = useZone()
  const [busy, setBusy] = useState<'files' | 'copies' | null>(null)
  const act = async (kind: 'files' | 'copies', does: (rows: readonly Row[]) => Promise<void>) => {
    if (load === null) return
    setBusy(kind)
    try {
      await does(await load())
    } catch (error) {
      toast.show({ tone: 'bad', title: t(`failed.${kind}`), description: describeError(error).message })
    } finally {
      setBusy(null)
    }
  }
  const save = (format: TableFormat) =>
    act('files', async (rows) => {
      const { saveRecords } = await import('./record-file')
      await saveRecords(name, rows, fields, { zone, format })
    })
  const saveJson = () =>
    act('files', async (rows) => saveText(`${name}.json`, 'application/json', `${JSON.stringify(rows, null, 2)}\n`))
  const copy = ({ textOf }: CopiedText<Row>) =>
    act('copies', async (rows) => {
      const lines = rows.flatMap((row) => textOf(row) ?? [])
      const isCopied = await copyText(lines.join('\n'))
      toast.show(
        isCopied
          ? { tone: 'good', title: t('copied', { count: lines.length }) }
          : { tone: 'bad', title: t('failed.copies'), description: t('copyRefused') },
      )
    })
  return (
    <>
      <BulkVerb id="export" keys="e" label={t('exportSelected')}>
        <Menu
          trigger={
            <Button size="sm" variant="ghost" icon={Download} busy={busy === 'files' || load === null}>
              {files('label')}
            </Button>
          }
        >
          <MenuItem icon={FileText} onSelect={() => void save('csv')}>
            {files('csv')}
          </MenuItem>
          <MenuItem icon={FileSpreadsheet} onSelect={() => void save('xlsx')}>
            {files('xlsx')}
          </MenuItem>
          <MenuItem icon={Braces} onSelect={() => void saveJson()}>
            {t('json')}
          </MenuItem>
        </Menu>
      </BulkVerb>
      <BulkVerb id="copy" keys="c" label={t('copySelected')}>
        <Menu
          trigger={
            <Button size="sm" variant="ghost" icon={Copy} busy={busy === 'copies' || load === null}>
              {t('actions.copy')}
            </Button>
          }
        >
          {copies.map((each) => (
            <MenuItem key={each.id} onSelect={() => void copy(each)}>
              {each.label}
            </MenuItem>
          ))}
        </Menu>
      </BulkVerb>
    </>
  )
}

/** Copies links to rows, as full URLs so that they work elsewhere. */
export function useCopiedLinks(): <Row>(hrefOf: (row: Row) => string) => CopiedText<Row> {
  const t = useTranslations('shell.table.selection')
  return (hrefOf) => ({ id: 'links', label: t('links'), textOf: (row) => fullAddress(hrefOf(row)) })
}
