'use client'

import { ArrowDownUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { defaultSort } from '@/lib/inspections/params-model'
import { describeSortParam, sortChoices } from './filter-texts'
import type { ListState } from './use-list-state'

/** The order of the list, for phones without column headers. */
export function SortMenu({ state }: { state: ListState }) {
  const t = useTranslations('filters')
  const [sort = defaultSort] = state.params.sort ?? []
  return (
    <Menu
      trigger={
        <IconButton label={t('sort.actions.open')} icon={ArrowDownUp} variant="secondary" className="sm:hidden" />
      }
    >
      <MenuChoice
        label={t('sort.label')}
        value={sort}
        options={sortChoices.map((value) => ({ value, label: describeSortParam(t, value) }))}
        onChange={(next) => state.change({ sort: next === defaultSort ? null : [next] })}
      />
    </Menu>
  )
}
