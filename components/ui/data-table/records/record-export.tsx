'use client'

import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { useZone } from '@/lib/browser/preferences/zone'
import type { TableFormat } from '@/lib/csv/formats'
import type { Records } from './use-records'

/**
 * The menu that saves a list as CSV or Excel. `rows`: the number of rows that the file will have; null while unknown.
 */
export function ExportMenu({
  rows,
  columns,
  isBusy = false,
  onSave,
  children,
}: {
  rows: number | null
  columns: number
  isBusy?: boolean
  onSave: (format: TableFormat) => void
  /** Further items. */
  children?: ReactNode
}) {
  const t = useTranslations('shell.table.export')
  return (
    <Menu
      trigger={
        <Button size="sm" icon={Download} busy={isBusy} disabled={rows === 0} className="max-lg:px-2">
          <span className="max-lg:sr-only">{t('label')}</span>
        </Button>
      }
    >
      <MenuGroup label={t('size', { rows: rows ?? -1, columns })}>
        <MenuItem icon={FileText} onSelect={() => onSave('csv')}>
          {t('csv')}
        </MenuItem>
        <MenuItem icon={FileSpreadsheet} onSelect={() => onSave('xlsx')}>
          {t('xlsx')}
        </MenuItem>
        {children}
      </MenuGroup>
    </Menu>
  )
}

/** The menu for a list whose rows are in the browser. The code that writes files is loaded with the first file. */
export function RecordExport<Row>({ records }: { records: Records<Row> }) {
  const { matching, columns, look, isOpenEnded, name } = records
  const t = useTranslations('shell.table.export')
  const toast = useToast()
  const { zone } = useZone()
  const [format, setFormat] = useState<TableFormat | null>(null)
  const shown = look.shown.flatMap(({ id }) =>
    columns.filter((column) => column.id === id && column.isForScreen !== true),
  )
  const save = useEffectEvent(async (wanted: TableFormat) => {
    try {
      const { saveRecords } = await import('./record-file')
      await saveRecords(name, records.listShown(), shown, { zone, format: wanted })
    } catch (error) {
      toast.show({ tone: 'bad', title: t('failed'), description: describeError(error).message })
    } finally {
      setFormat(null)
    }
  })
  // A list with pages is loaded completely first. If that fails, the page says why, and no file is written.
  const isReady = !isOpenEnded
  useEffect(() => {
    if (format === null || !isReady) return
    // oxlint-disable-next-line react/set-state-in-effect -- only after the file was written
    void save(format)
  }, [format, isReady])
  return (
    <ExportMenu
      rows={isOpenEnded ? null : matching.length}
      columns={shown.length}
      isBusy={format !== null && !records.hasFailed}
      onSave={(wanted) => {
        records.loadWhole()
        setFormat(wanted)
      }}
    />
  )
}
