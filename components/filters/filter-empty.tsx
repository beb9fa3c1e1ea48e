'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import { ClipboardList, FilterX, SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { hidden } from '@/components/ui/rich-text'
import { Skeleton } from '@/components/ui/skeleton'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { readListAddress } from '@/lib/inspections/url-state'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { useZone } from '@/lib/browser/preferences/zone'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { ListParams, ParamName } from '@/lib/inspections/schema'
import { filterNames } from '@/lib/inspections/params-model'
import { suggestPrefix } from './filter-search'
import { describeFilter, describeSortParam, type NameOf } from './filter-texts'
import type { ListState } from './use-list-state'

const setNames = (params: ListParams) => filterNames.filter((name) => params[name] !== undefined)

/** Shown when nothing matches: the count without each filter, and a button that removes it. */
export function NoMatch({ state, nameOf }: { state: ListState; nameOf: NameOf }) {
  const t = useTranslations('filters')
  const list = useTranslations('common.list')
  const { params } = state
  const { zone } = useZone()
  const style = useTimeStyle()
  const names = setNames(params)
  const without = (name: ParamName) => readListAddress((other) => (other === name ? [] : (params[other] ?? [])), zone)
  const isOnlyOne = names.length === 1
  const totals = useQueries({
    queries: names.map((name) => ({ ...inspectionQueries.total(without(name)), enabled: !isOnlyOne })),
  })
  const beginning = params.q?.length === 1 ? suggestPrefix(params.q[0] ?? '') : null
  const begun = useQuery({
    ...inspectionQueries.total(
      readListAddress((name) => (name === 'q' ? [beginning ?? ''] : (params[name] ?? [])), zone),
    ),
    enabled: beginning !== null,
  })
  return (
    <EmptyState
      className="flex-1 overflow-y-auto"
      icon={FilterX}
      title={t('noMatch.title')}
      action={
        <>
          {beginning !== null && begun.data?.total != null && begun.data.total > 0 && (
            <Button variant="primary" onClick={() => state.change({ q: [beginning] })}>
              {t(begun.data.totalIsExact ? 'noMatch.actions.search' : 'noMatch.actions.searchAbout', {
                text: beginning,
                count: begun.data.total,
              })}
            </Button>
          )}
          <Button onClick={state.clear}>
            {t(isOnlyOne ? 'noMatch.actions.clearOne' : 'noMatch.actions.clearAll')}
          </Button>
        </>
      }
    >
      <p>
        {isOnlyOne && names[0] !== undefined
          ? names[0] === 'q'
            ? t('noMatch.search', { text: params.q?.join(' ') ?? '' })
            : t('noMatch.one', {
                filter: describeFilter(t, names[0], params[names[0]] ?? [], nameOf, style),
              })
          : t('noMatch.several', { count: names.length })}
      </p>
      {!isOnlyOne && (
        <ul className="mt-3 divide-y divide-line rounded border border-line bg-surface text-start text-ink">
          {names.map((name, index) => {
            const total = totals[index]?.data
            const words = describeFilter(t, name, params[name] ?? [], nameOf, style)
            return (
              <li key={name} className="flex min-h-9 items-center gap-3 py-1 pe-1 ps-3">
                <span className="min-w-0 flex-1 truncate">{words}</span>
                <span className="w-24 text-end text-ink-muted tabular-nums">
                  {total?.total == null
                    ? totals[index]?.isError !== true && <Skeleton className="ms-auto h-3 w-12" />
                    : t.rich(total.totalIsExact ? 'noMatch.without' : 'noMatch.withoutAbout', {
                        count: total.total,
                        hidden,
                      })}
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={list('removeFilter', { filter: words })}
                  onClick={() => state.change({ [name]: null })}
                >
                  {t('actions.remove')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </EmptyState>
  )
}

/**
 * Shown when the address has invalid filters: each with the reason, and one button that removes them all. An order that
 * the list cannot have is shown in the same way.
 */
export function RefusedFilter({
  state,
  nameOf,
  errors,
}: {
  state: ListState
  nameOf: NameOf
  errors: Readonly<Record<string, string>>
}) {
  const t = useTranslations('filters')
  const style = useTimeStyle()
  const names = Object.keys(errors) as ParamName[]
  const isOrder = names.every((name) => name === 'sort')
  return (
    <EmptyState
      className="flex-1"
      icon={SearchX}
      title={isOrder ? t('refused.order') : t('refused.title', { count: names.length })}
      action={
        <Button variant="primary" onClick={() => state.change(Object.fromEntries(names.map((name) => [name, null])))}>
          {isOrder ? t('refused.actions.reset') : t('refused.actions.remove', { count: names.length })}
        </Button>
      }
    >
      {names.map((name) => (
        <p key={name} className="wrap-break-word">
          {t('refused.reason', {
            filter:
              name === 'sort'
                ? describeSortParam(t, state.params.sort?.[0] ?? '')
                : describeFilter(t, name, state.params[name] ?? [], nameOf, style),
            reason: errors[name] ?? '',
          })}
        </p>
      ))}
    </EmptyState>
  )
}

/** Shown when the index is empty. */
export function NoInspections({ isFirst }: { isFirst: boolean }) {
  const t = useTranslations('filters.empty')
  const { status } = useSystemStatus()
  return (
    <EmptyState className="flex-1" icon={ClipboardList} title={t(isFirst ? 'firstSync.title' : 'none.title')}>
      {isFirst ? (status?.sync.lastError ?? t('firstSync.text')) : t('none.text')}
    </EmptyState>
  )
}
