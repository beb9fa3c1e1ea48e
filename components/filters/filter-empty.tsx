'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import { ClipboardList, FilterX, SearchX } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useTimeStyle } from '@/lib/browser/preferences-context'
import { formatCount } from '@/lib/browser/numbers'
import { readListAddress } from '@/lib/inspections/url-state'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { useZone } from '@/lib/browser/zone'
import { inspectionQueries } from '@/lib/inspections/queries'
import { filterNames, type ListParams, type ParamName } from '@/lib/inspections/schema'
import { suggestPrefix } from './filter-search'
import { describeFilter, type NameOf } from './filter-words'
import type { ListState } from './use-list-state'

const setNames = (params: ListParams) => filterNames.filter((name) => params[name] !== undefined)

/** Nothing matches: which filter it is that leaves nothing, and the way out of each. */
export function NoMatch({ state, nameOf, totalAll }: { state: ListState; nameOf: NameOf; totalAll: number | null }) {
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
      title="No inspection matches"
      action={
        <>
          {beginning !== null && begun.data?.total != null && begun.data.total > 0 && (
            <Button variant="primary" onClick={() => state.change({ q: [beginning] })}>
              Search {beginning} ({begun.data.totalIsExact ? '' : 'about '}
              {formatCount(begun.data.total)})
            </Button>
          )}
          <Button onClick={state.clear}>{isOnlyOne ? 'Clear the filter' : 'Clear all filters'}</Button>
        </>
      }
    >
      <p>
        None of {formatCount(totalAll ?? 0)} inspections
        {isOnlyOne && names[0] !== undefined
          ? ` fits “${describeFilter(names[0], params[names[0]] ?? [], nameOf, style)}”.`
          : ` fits all ${names.length} filters. Without one of them:`}
      </p>
      {!isOnlyOne && (
        <ul className="mt-3 divide-y divide-line rounded border border-line bg-surface text-left text-ink">
          {names.map((name, index) => {
            const total = totals[index]?.data
            const words = describeFilter(name, params[name] ?? [], nameOf, style)
            return (
              <li key={name} className="flex min-h-9 items-center gap-3 py-1 pr-1 pl-3">
                <span className="min-w-0 flex-1 truncate">{words}</span>
                <span className="w-24 text-right text-ink-muted tabular-nums">
                  {total?.total == null ? (
                    totals[index]?.isError !== true && <Skeleton className="ml-auto h-3 w-12" />
                  ) : (
                    <>
                      {total.totalIsExact ? '' : 'about '}
                      {formatCount(total.total)}
                      <span className="sr-only"> match without it</span>
                    </>
                  )}
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove the filter ${words}`}
                  onClick={() => state.change({ [name]: null })}
                >
                  Remove
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <AccessNote />
    </EmptyState>
  )
}

/** The address asks for what cannot be read: each of it with its sentence, and taken off by one button. */
export function RefusedFilter({
  state,
  nameOf,
  errors,
}: {
  state: ListState
  nameOf: NameOf
  errors: Readonly<Record<string, string>>
}) {
  const style = useTimeStyle()
  const names = Object.keys(errors) as ParamName[]
  return (
    <EmptyState
      className="flex-1"
      icon={SearchX}
      title={names.length === 1 ? 'One filter cannot be read' : `${names.length} filters cannot be read`}
      action={
        <Button variant="primary" onClick={() => state.change(Object.fromEntries(names.map((name) => [name, null])))}>
          {names.length === 1 ? 'Remove it' : 'Remove them'}
        </Button>
      }
    >
      {names.map((name) => (
        <p key={name} className="wrap-break-word">
          {describeFilter(name, state.params[name] ?? [], nameOf, style)}: {errors[name]}.
        </p>
      ))}
    </EmptyState>
  )
}

/** The index holds nothing at all. */
export function NoInspections({ isFirst }: { isFirst: boolean }) {
  const { status } = useSystemStatus()
  return (
    <EmptyState
      className="flex-1"
      icon={ClipboardList}
      title={isFirst ? 'The first sync is on its way' : 'No inspections yet'}
    >
      {isFirst
        ? (status?.sync.lastError ?? 'Inspections show up here as soon as they are read from the service.')
        : 'The service has none that the owner of the token may see. New ones show up here within a minute.'}
    </EmptyState>
  )
}

/** Why something known to exist may not be here. */
function AccessNote() {
  return (
    <p className="mt-3 text-xs">
      The list holds what the owner of the service’s token may see: an inspection not shared with them is not in it.
    </p>
  )
}
