'use client'

import { useMemo } from 'react'
import { readChoice, toggleValue, writeChoice } from '@/components/filters/filter-picks'
import { type FilterKind, findKind } from '@/components/filters/filter-texts'
import type { ListState } from '@/components/filters/use-list-state'
import { useRowTexts } from '@/components/inspections/columns/row-texts'
import type { CellFilter, ColumnFilter } from '@/components/ui/data-table/table-types'
import { columns, type ColumnId, type FacetName, facetNames } from '@/lib/inspections/columns'
import { filterNames } from '@/lib/inspections/params-model'
import type { InspectionRow } from '@/lib/inspections/schema'

type Filters = Partial<Record<ColumnId, ColumnFilter<InspectionRow>>>

/** The panel that filters by a column. The column `completed` is a time, but the parameter of that name is yes or no. */
function findPanel(id: ColumnId): FilterKind | null {
  const param = id === 'completed' ? 'completedAt' : filterNames.find((name) => name === id)
  return param === undefined ? null : findKind(param)
}

/** Filters by columns, and by the values of their cells. `onOpen` opens the panel of a filter. */
export function useCellFilters(state: ListState, onOpen: ((kind: FilterKind) => void) | undefined): Filters {
  const texts = useRowTexts()
  return useMemo(() => {
    /** The value of a facet in a row: in the form of its parameter, and in the form that people read. */
    const readValue = (facet: FacetName, row: InspectionRow): [value: string | null, label: string] | null => {
      if (facet === 'template')
        return row.templateId === null ? null : [row.templateId, row.templateName ?? row.templateId]
      if (facet === 'result') return row.result === null ? null : [row.result, texts.results[row.result]]
      const name = facet === 'site' ? row.siteName : row.authorName
      return name === null ? null : [name, name]
    }
    const filterBy = (facet: FacetName, row: InspectionRow): CellFilter | null => {
      const found = readValue(facet, row)
      if (found === null) return null
      const [value, label] = found
      const choose = (isNegated: boolean) => {
        const choice = readChoice(state.params, facet, isNegated)
        if (value !== null && choice.values.includes(value)) return
        state.change(writeChoice(state.params, facet, isNegated, toggleValue(choice, value, isNegated)))
      }
      return { label, include: () => choose(false), exclude: () => choose(true) }
    }
    const filters: Filters = {}
    for (const { id } of columns) {
      const facet = facetNames.find((name) => name === id)
      const kind = findPanel(id)
      if (kind === null) continue
      filters[id] = {
        ...(onOpen === undefined ? {} : { open: () => onOpen(kind) }),
        ...(facet === undefined ? {} : { ofRow: (row) => filterBy(facet, row) }),
      }
    }
    return filters
  }, [state, onOpen, texts])
}
