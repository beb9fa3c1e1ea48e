'use client'

import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { classNames } from '@/lib/browser/class-names'
import type { GroupSort } from '@/lib/status-groups/view'

const sortNames: Record<GroupSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  assets: 'Most assets',
  types: 'Most types',
  statuses: 'Most statuses',
}

/** The search field and the order of the list. */
export function ListToolbar({
  field,
  search,
  onSearch,
  sort,
  onSort,
  onLeave,
}: {
  field: RefObject<HTMLInputElement | null>
  search: string
  onSearch: (text: string) => void
  sort: GroupSort
  onSort: (sort: GroupSort) => void
  /** Down to the list. */
  onLeave: () => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <search className="relative min-w-40 flex-1 sm:max-w-md">
        <Search
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="pointer-events-none absolute top-2 left-2.5 text-ink-muted"
        />
        <input
          ref={field}
          type="search"
          aria-label="Search groups, statuses and types"
          placeholder="Search groups, statuses, types"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && search !== '') {
              event.preventDefault()
              onSearch('')
            } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault()
              onLeave()
            }
          }}
          className={classNames(inputClass, 'px-8! [&::-webkit-search-cancel-button]:hidden')}
        />
        {search !== '' && (
          <IconButton
            label="Empty the search"
            icon={X}
            size="sm"
            className="absolute! top-1 right-1 size-6!"
            onClick={() => {
              onSearch('')
              field.current?.focus()
            }}
          />
        )}
      </search>
      <label className="flex items-center gap-2 text-sm text-ink-muted">
        <span className="max-sm:sr-only">Order</span>
        <select
          value={sort}
          onChange={(event) => onSort(event.target.value as GroupSort)}
          className={classNames(inputClass, 'w-auto!')}
        >
          {Object.entries(sortNames).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
