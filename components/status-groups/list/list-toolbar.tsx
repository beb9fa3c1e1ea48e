'use client'

import { useTranslations } from 'next-intl'
import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/inputs/field'
import { Select } from '@/components/ui/inputs/select'
import { classNames } from '@/lib/browser/class-names'
import { type GroupSort, groupSorts } from '@/lib/status-groups/view'

/** The search and the order of the list. */
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
  /** Moves the focus into the list. */
  onLeave: () => void
}) {
  const t = useTranslations('statusGroups.list')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <search className="relative min-w-40 flex-1 sm:max-w-md">
        <Search
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="pointer-events-none absolute top-2 start-2.5 text-ink-muted"
        />
        <input
          ref={field}
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
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
            label={t('search.clear')}
            icon={X}
            size="sm"
            className="absolute! top-1 end-1 size-6!"
            onClick={() => {
              onSearch('')
              field.current?.focus()
            }}
          />
        )}
      </search>
      <div className="flex items-center gap-2 text-sm text-ink-muted">
        <span aria-hidden className="max-sm:hidden">
          {t('sort.label')}
        </span>
        <Select
          label={t('sort.label')}
          value={sort}
          onChange={onSort}
          className="w-auto!"
          options={groupSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
      </div>
    </div>
  )
}
