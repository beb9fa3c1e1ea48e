'use client'

import type { ReactNode } from 'react'
import { GroupMenu } from '@/components/ui/data-table/groups/group-menu'
import { FacetPicker } from '@/components/ui/inputs/facet-picker'
import type { PickerOption } from '@/components/ui/inputs/picker-option'
import { SearchField, searchPlaceClass } from '@/components/ui/inputs/search-field'
import { chipLineClass, type FilterChip, FilterChips, useValueChips } from '@/components/ui/lists/filter-chips'
import { SortMenu } from '@/components/ui/lists/sort-menu'

/** A filter that can have several values, each with its count. */
export interface ListFacet<Facet extends string> {
  id: Facet
  label: string
  /** "status group", in the singular. */
  noun: string
  options: readonly PickerOption[]
  /** The values in the address. */
  chosen: readonly string[]
  /** The chosen options, if an address can name a value in several ways. */
  value?: readonly string[]
  nameOf: (value: string) => string
}

/** The part of `useListFilter` that the tools need. */
interface ToolState<Facet extends string, Order extends string> {
  filter: { q: string; sort: Order }
  search: (text: string) => void
  choose: (name: Facet, chosen: readonly string[]) => void
  clear: () => void
  sorts: readonly Order[]
  setSort: (sort: Order) => void
  group: string | null
  setGroup: (group: string | null) => void
}

const noChips: readonly FilterChip[] = []

/** Search, filters with their chips, order and groups of a list that the server sorts and filters. */
export function ListTools<Facet extends string, Order extends string>({
  state,
  texts,
  searchCharsMax = 200,
  facets,
  open,
  onOpen,
  filters,
  chips = noChips,
  describeSort,
  groups,
  files,
}: {
  state: ToolState<Facet, Order>
  texts: { search: string; placeholder: string; clear: string }
  searchCharsMax?: number
  facets: ReadonlyArray<ListFacet<Facet>>
  /** The filter whose panel is open. */
  open: Facet | null
  onOpen: (facet: Facet | null) => void
  /** Filters of other kinds. */
  filters?: ReactNode
  /** Their chips. */
  chips?: readonly FilterChip[]
  /** "by name, A to Z" */
  describeSort: (sort: Order) => string
  groups: ReadonlyArray<{ id: string; label: string }>
  files?: ReactNode
}) {
  const listChips = useValueChips()
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div className={searchPlaceClass}>
        <SearchField
          value={state.filter.q}
          onChange={state.search}
          label={texts.search}
          placeholder={texts.placeholder}
          charsMax={searchCharsMax}
          onArrowDown={() => document.querySelector<HTMLElement>('[role=grid]')?.focus()}
        />
      </div>
      {facets.map(({ id, label, noun, options, chosen, value = chosen }) => (
        <FacetPicker
          key={id}
          label={label}
          noun={noun}
          options={options}
          value={value}
          onChange={(next) => state.choose(id, next)}
          open={open === id}
          onOpenChange={(isOpen) => onOpen(isOpen ? id : null)}
        />
      ))}
      {filters}
      <FilterChips
        className={chipLineClass}
        chips={[
          ...facets.flatMap(({ id, label, chosen, nameOf }) =>
            listChips({
              id,
              label,
              chosen,
              nameOf,
              onChange: (next) => state.choose(id, next),
              onOpen: () => onOpen(id),
            }),
          ),
          ...chips,
        ]}
        clearLabel={texts.clear}
        onClear={state.clear}
      />
      <span className="ms-auto flex items-center gap-1.5">
        <SortMenu value={state.filter.sort} sorts={state.sorts} describe={describeSort} onChange={state.setSort} />
        <GroupMenu address={state} columns={groups} />
        {files}
      </span>
    </div>
  )
}
