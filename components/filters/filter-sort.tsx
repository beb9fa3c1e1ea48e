'use client'

import { ArrowDownUp } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { defaultSort } from '@/lib/inspections/schema'
import { sortChoices } from './filter-words'
import type { ListState } from './use-list-state'

/** The order of the list, where no heads of columns are there to click. */
export function SortMenu({ state }: { state: ListState }) {
  const [sort = defaultSort] = state.params.sort ?? []
  return (
    <Menu trigger={<IconButton label="Sort" icon={ArrowDownUp} variant="secondary" className="sm:hidden" />}>
      <MenuChoice
        label="Sort by"
        value={sort}
        options={sortChoices}
        onChange={(next) => state.change({ sort: next === defaultSort ? null : [next] })}
      />
    </Menu>
  )
}
