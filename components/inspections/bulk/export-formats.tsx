'use client'

import { FileSpreadsheet, FileText, Link as LinkIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { MenuGroup, MenuItem } from '@/components/ui/menu'
import type { TableFormat } from '@/lib/csv/formats'

/** The formats of an export, as items of a menu. */
export function ExportFormats({
  rows,
  columns,
  onStart,
}: {
  /** The number of exported rows; null while not known. */
  rows: number | null
  columns: number
  onStart: (format: TableFormat, hasLinks?: boolean) => void
}) {
  const t = useTranslations('inspections.export')
  return (
    <MenuGroup label={t('size', { rows: rows ?? -1, columns })}>
      <MenuItem icon={FileText} onSelect={() => onStart('csv')}>
        {t('actions.csv')}
      </MenuItem>
      <MenuItem icon={FileSpreadsheet} onSelect={() => onStart('xlsx')}>
        {t('actions.xlsx')}
      </MenuItem>
      <MenuItem icon={LinkIcon} onSelect={() => onStart('csv', true)}>
        {t('actions.links')}
      </MenuItem>
    </MenuGroup>
  )
}
