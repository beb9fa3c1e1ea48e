'use client'

import { useTranslations } from 'next-intl'
import { FilterChips } from '@/components/ui/lists/filter-chips'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import type { ParamName } from '@/lib/inspections/schema'
import { describeFilter, findKind, type FilterKind, listChipNames, type NameOf } from './filter-texts'
import type { ListState } from './use-list-state'

/**
 * A chip for every filter that is set. A parameter that the server refused has a chip with the reason, so that it can be
 * removed.
 */
export function Chips({
  state,
  nameOf,
  errors,
  onOpen,
}: {
  state: ListState
  nameOf: NameOf
  errors: Readonly<Record<string, string>>
  /** Opens the panel of a filter. */
  onOpen: (kind: FilterKind) => void
}) {
  const t = useTranslations('filters')
  const style = useTimeStyle()
  const { params } = state
  const refused = (['q', 'sort', 'tz'] as const).filter((name) => params[name] !== undefined && name in errors)
  const names: readonly ParamName[] = [...refused, ...listChipNames(params)]
  return (
    <FilterChips
      clearLabel={t('actions.clear')}
      clearTip={t('clearAllKeys')}
      onClear={state.clear}
      chips={names.map((name) => {
        const kind = findKind(name)
        return {
          key: name,
          text: describeFilter(t, name, params[name] ?? [], nameOf, style),
          error: errors[name],
          onOpen: kind === null ? undefined : () => onOpen(kind),
          onRemove: () => state.change({ [name]: null }),
        }
      })}
    />
  )
}
