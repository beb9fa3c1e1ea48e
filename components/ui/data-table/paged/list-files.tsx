'use client'

import { ExportMenu } from '@/components/ui/data-table/records/record-export'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { useZone } from '@/lib/browser/preferences/zone'
import { saveFrom } from '@/lib/browser/save-file'
import type { TableFormat } from '@/lib/csv/formats'
import { type ColumnShape, writeShownColumns } from '@/lib/table/shown-columns'

/** What a file of a list has besides its rows. */
export interface FileLook {
  tz: string
  /** As in the address of the list; null for the columns that it shows at first. */
  columns: string | null
  format: TableFormat
}

/** Saves a list that the server writes, with the columns on screen. `rows`: null while unknown. */
export function ListFiles({
  rows,
  columns,
  look,
  hrefOf,
}: {
  rows: number | null
  columns: readonly ColumnShape[]
  look: TableLook
  hrefOf: (file: FileLook) => string
}) {
  const { zone: tz } = useZone()
  return (
    <ExportMenu
      rows={rows}
      columns={look.shown.length}
      onSave={(format) => saveFrom(hrefOf({ tz, format, columns: writeShownColumns(columns, look.shown) }))}
    />
  )
}
