'use client'

import { Columns3 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'
import { IconButton } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import type { DataColumn, TableLook } from '@/components/ui/data-table/table-types'

// The panel is loaded only when somebody opens it.
const ChooserPanel = lazy(() => import('./chooser-panel'))

/** Chooses the columns, their order, which of them stay in place, and the height of rows. */
export function ColumnChooser({ columns, look }: { columns: ReadonlyArray<DataColumn<never>>; look: TableLook }) {
  const t = useTranslations('shell.table.chooser')
  return (
    <Popover
      trigger={<IconButton label={t('title')} icon={Columns3} size="sm" />}
      label={t('title')}
      className="flex max-h-(--available-height) w-80 flex-col"
    >
      <Suspense fallback={<span className="block h-80" />}>
        <ChooserPanel columns={columns} look={look} />
      </Suspense>
    </Popover>
  )
}
