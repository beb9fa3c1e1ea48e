'use client'

import { ExportMenu } from '@/components/ui/data-table/records/record-export'
import type { TableLook } from '@/components/ui/data-table/table-types'
import type { FileLook } from '@/lib/browser/lists/list-queries'
import { useZone } from '@/lib/browser/preferences/zone'
import { saveFrom } from '@/lib/browser/save-file'
import { type ColumnShape, writeShownColumns } from '@/lib/table/shown-columns'

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
