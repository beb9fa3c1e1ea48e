'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Chips } from '@/components/filters/chips'
import { useFacetNames } from '@/components/filters/facet-names'
import { FilterPanels, useFilterPanel } from '@/components/filters/filter-bar'
import { SearchBox } from '@/components/filters/search-box'
import type { ListState } from '@/components/filters/use-list-state'
import { Select } from '@/components/ui/inputs/select'
import { ignoredNames } from '@/lib/rules/model'
import { savedViewQueries } from '@/lib/saved-views/queries'

const ownFilter = 'own'

/** When the rule acts: its own filter, as in lists, or a saved view. */
export function RuleWhen({
  state,
  viewId,
  errors,
  onView,
}: {
  state: ListState
  viewId: string | null
  errors: Readonly<Record<string, string>>
  onView: (viewId: string | null) => void
}) {
  const t = useTranslations('rules.editor')
  const { data } = useQuery(savedViewQueries.list())
  const nameOf = useFacetNames(state.params, null)
  const { panel, setPanel, open } = useFilterPanel()
  const editor = { state, nameOf, errors, resolved: undefined }
  const views = data?.views ?? []
  const ignored = ignoredNames.some((name) => state.params[name] !== undefined)
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={t('filterOf')}
        value={viewId ?? ownFilter}
        onChange={(value) => onView(value === ownFilter ? null : value)}
        options={[
          { value: ownFilter, label: t('ownFilter') },
          ...views.map((view) => ({ value: view.viewId, label: view.name, group: t('views') })),
        ]}
        className="max-w-72"
      />
      {viewId === null ? (
        <>
          <div className="flex items-center gap-1.5">
            <SearchBox state={state} error={errors['q']} />
            <FilterPanels {...editor} panel={panel} setPanel={setPanel} />
          </div>
          <Chips state={state} nameOf={nameOf} errors={errors} onOpen={open} />
          {ignored && <p className="text-sm text-attention">{t('ignored')}</p>}
          {!state.isFiltered && <p className="text-sm text-ink-muted">{t('noFilter')}</p>}
        </>
      ) : (
        <p className="text-sm text-ink-muted">{t('viewText')}</p>
      )}
    </div>
  )
}
