'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { DataTableProps } from '@/components/ui/data-table/data-table'
import { BulkFiles, type CopiedText, useCopiedLinks } from './bulk-files'
import type { Selection } from '@/components/ui/data-table/selection/selection'
import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import type { RecordSpec } from './record-list'
import type { Records } from './use-records'
import { useSelected } from './use-selected'

interface Listed<Row> {
  records: Records<Row>
  spec: Pick<RecordSpec<Row>, 'idOf' | 'nameOf' | 'hrefOf'>
  /** Omitted for rows without their own ID. */
  idsLabel?: string
}

/**
 * Makes the rows of a list in the browser selectable, and offers to save and copy the selected rows. `label`: "Selected
 * templates"; defaults to "Selected rows".
 */
export function useRecordBulk<Row>(
  listed: Listed<Row> & { label?: string },
): NonNullable<DataTableProps<Row, string>['bulk']> {
  const t = useTranslations('shell.table.selection')
  const [store] = useState(() => createSelectionStore<string, Row>())
  return {
    store,
    label: listed.label ?? t('rows'),
    actions: (selection) => <RecordVerbs {...listed} selection={selection} />,
  }
}

function RecordVerbs<Row>({ records, spec, idsLabel, selection }: Listed<Row> & { selection: Selection }) {
  const t = useTranslations('shell.table.selection')
  const { name, columns, look } = records
  const { hrefOf } = spec
  const linksOf = useCopiedLinks()
  const selected = useSelected(records, selection, spec.idOf)
  const copies: Array<CopiedText<Row>> = [
    { id: 'names', label: t('names'), textOf: spec.nameOf },
    ...(idsLabel === undefined ? [] : [{ id: 'ids', label: idsLabel, textOf: spec.idOf }]),
    ...(hrefOf === null ? [] : [linksOf(hrefOf)]),
  ]
  const fields = look.shown.flatMap(({ id }) =>
    columns.filter((column) => column.id === id && column.isForScreen !== true),
  )
  return (
    <BulkFiles
      name={name}
      fields={fields}
      copies={copies}
      load={selected === null ? null : () => Promise.resolve(selected)}
    />
  )
}
