'use client'

import { parseAsString, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import type { DataTableProps } from '@/components/ui/data-table/data-table'
import type { DataColumn, RowSpec } from '@/components/ui/data-table/table-types'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const code = onDemand(() => import('./record-peek'), { isEarly: true })
const RecordPeek = lateComponent(code, (loaded) => loaded.RecordPeek)

interface PeekInput<Row> {
  spec: Pick<RowSpec<Row>, 'nameOf' | 'hrefOf'>
  columns: ReadonlyArray<DataColumn<Row>>
  hasPages: boolean
  /** The row with an id, also if it is not on screen. Omitted if only rows on screen are known. */
  find?: (id: string) => Row | undefined
  isLoading: boolean
  /** The parameter of the address that has the id of the open row. */
  param?: string | undefined
  /** Replaces the values of the columns. Called also for ids that are not in the list. */
  content?: ((id: string, row: Row | undefined) => ReactNode) | undefined
}

/** The preview of a list: the props of its table. The open row is in the address. */
export function usePeek<Row>({
  spec,
  columns,
  hasPages,
  find,
  isLoading,
  param = 'row',
  content,
}: PeekInput<Row>): Required<Pick<DataTableProps<Row, string>, 'peek' | 'renderPeek'>> {
  const [open, setOpen] = useQueryState(param, parseAsString)
  const read = (id: string, row: Row | undefined) => {
    const own = content?.(id, row) ?? null
    if (own !== null) return { own }
    if (row === undefined) return isLoading ? undefined : null
    // The name of the row is its first column.
    const facts = columns.slice(1).map(({ id: column, label, cell }) => ({ id: column, label, value: cell(row) }))
    return { name: spec.nameOf(row), facts }
  }
  return {
    peek: { row: open, setRow: (id, options = {}) => void setOpen(id, options) },
    renderPeek: (summary, place) => {
      const row = summary.row ?? find?.(summary.id)
      const href = row === undefined || !hasPages || spec.hrefOf === null ? null : spec.hrefOf(row)
      return <RecordPeek summary={summary} place={place} href={href} content={read(summary.id, row)} />
    },
  }
}
