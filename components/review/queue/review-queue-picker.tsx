'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ListFilter } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { useFacetNames } from '@/components/filters/facet-names'
import { describeFilter } from '@/components/filters/filter-texts'
import { useStartNames } from '@/components/saved-views/use-start-names'
import { buttonClass } from '@/lib/browser/button-class'
import { Menu, MenuChoice, MenuGroup, MenuItem } from '@/components/ui/menu'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import type { ListParams } from '@/lib/inspections/schema'
import { filterNames } from '@/lib/inspections/params-model'
import type { QueueOrder } from '@/lib/review/schema'
import { queueOrders } from '@/lib/review/values-model'
import { arrangeViews } from '@/lib/saved-views/model'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { queueScopes, readScope, switchScope, writeQueueHref } from '@/components/review/session/queue-address'

const reviewNames: ReadonlySet<string> = new Set(['review', 'review!'])

/** "Failed this week · not reviewed": the inspections that are in the queue, and the saved views to choose from. */
export function ReviewQueuePicker({
  given,
  params,
  viewKey,
  order,
}: {
  /** The parameters of the address; none for the plain queue. */
  given: ListParams
  /** The parameters of the request for the queue. */
  params: ListParams
  viewKey: string | null
  order: QueueOrder
}) {
  const t = useTranslations('review.queue.picker')
  const format = useFormatter()
  const router = useRouter()
  const { data } = useQuery(savedViewQueries.list())
  const nameOf = useFacetNames(params, null)
  const style = useTimeStyle()
  const filterText = useTranslations('filters')
  const { shown, hidden } = arrangeViews(data?.views ?? [], data?.bar ?? { ordered: [], hidden: [] }, useStartNames())
  const views = [...shown, ...hidden].filter(({ key }) => key !== 'all')
  const view = views.find(({ key }) => key === viewKey)
  const isUsual = filterNames.every((name) => given[name] === undefined)
  const filters = filterNames
    .filter((name) => params[name] !== undefined && !reviewNames.has(name))
    .map((name) => describeFilter(filterText, name, params[name] ?? [], nameOf, style))
  const name =
    view?.name ?? (filters.length === 0 ? t('all') : isUsual ? t('completed') : format.list(filters, { type: 'unit' }))
  const scope = readScope(params)
  const words =
    scope === null ? describeFilter(filterText, 'review', params.review ?? [], nameOf, style) : t(`scoped.${scope}`)
  const go = (href: ReturnType<typeof writeQueueHref>) => router.push(href)
  return (
    <Menu
      align="start"
      className="max-w-[min(24rem,calc(100vw-2rem))]"
      trigger={
        <button type="button" className={buttonClass('ghost', 'md', 'min-w-0 shrink px-2! text-ink!')}>
          <ListFilter aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
          <span className="truncate">
            <span className="sr-only">{t('reviewing')} </span>
            <span className="font-semibold">{name}</span>
            <span className="font-normal text-ink-muted"> · {words}</span>
          </span>
          <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
        </button>
      }
    >
      <MenuGroup label={t('inspections')}>
        <MenuItem onSelect={() => go(writeQueueHref({}, { order }))}>{t('allCompleted')}</MenuItem>
        {views.map((each) => (
          <MenuItem key={each.key} onSelect={() => go(writeQueueHref(each.query, { order, view: each.key }))}>
            <span className="truncate">{each.name}</span>
          </MenuItem>
        ))}
      </MenuGroup>
      <div className="mt-1 border-t border-line pt-1">
        <MenuChoice
          label={t('scope')}
          value={scope ?? ''}
          options={queueScopes.map(({ value }) => ({ value, label: t(`scopes.${value}`) }))}
          onChange={(value) => {
            const chosen = queueScopes.find((each) => each.value === value)
            if (chosen !== undefined) go(writeQueueHref(switchScope(given, chosen.value), { order, view: viewKey }))
          }}
        />
      </div>
      <div className="mt-1 border-t border-line pt-1">
        <MenuChoice
          label={t('order')}
          value={order}
          options={queueOrders.map((value) => ({ value, label: t(`orders.${value}`) }))}
          onChange={(value) => go(writeQueueHref(given, { order: value, view: viewKey }))}
        />
      </div>
    </Menu>
  )
}
