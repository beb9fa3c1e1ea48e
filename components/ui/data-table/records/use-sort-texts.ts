'use client'

import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import type { RecordColumn } from './record-types'

/** Describes the order by a column: "Name, A to Z". */
export function useSortTexts(): (column: Pick<RecordColumn<never>, 'label' | 'kind'>, isDescending: boolean) => string {
  const t = useTranslations('shell.table.records.orders')
  return useCallback(
    ({ label, kind = 'text' }, isDescending) =>
      t(`${kind}.${isDescending ? 'descending' : 'ascending'}`, { column: label }),
    [t],
  )
}
