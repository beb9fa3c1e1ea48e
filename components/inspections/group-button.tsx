'use client'

import { useTranslations } from 'next-intl'
import type { ListState } from '@/components/filters/use-list-state'
import { GroupMenu } from '@/components/ui/data-table/groups/group-menu'
import { facetNames } from '@/lib/inspections/columns'

/** Chooses the column by which the list is grouped. */
export function GroupButton({ state }: { state: ListState }) {
  const t = useTranslations('inspections.columns')
  return (
    <GroupMenu
      size="md"
      address={{
        group: state.group,
        setGroup: (id) => state.setGroup(facetNames.find((known) => known === id) ?? null),
      }}
      columns={facetNames.map((id) => ({ id, label: t(id) }))}
    />
  )
}
