'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { parseAsString, useQueryState } from 'nuqs'
import { useEffect, useMemo, useState } from 'react'
import { buttonClass } from '@/lib/browser/button-class'
import { Kbd } from '@/components/ui/kbd'
import { Tip } from '@/components/ui/tooltip'
import { readKeptList } from '@/lib/browser/lists/list-address'
import { inspectionHref } from '@/lib/browser/routes'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { readListAddress } from '@/lib/inspections/url-state'
import { useZone } from '@/lib/browser/preferences/zone'
import { type FacetName, facetNames } from '@/lib/inspections/columns'
import { isId } from '@/lib/ids-model'
import { inspectionQueries } from '@/lib/inspections/queries'
import { areListParams, paramNames } from '@/lib/inspections/params-model'
import type { InspectionRow, ListParams } from '@/lib/inspections/schema'
import { reportQueries } from '@/lib/report/queries'

/**
 * Links to the previous and the next inspection of the list that led here. The list is in the address (`list=`, the query
 * of its page), so that links and new tabs have it too; it is added for people who come from the list of this tab. Nothing
 * is shown without a list, or when this inspection was never in it.
 */
export function PreviousNextLinks({ auditId }: { auditId: string }) {
  const t = useTranslations('inspections.previousNext')
  const { isNamed, search, params, group: groupBy, keep } = useListOf()
  const { data, error } = useQuery({
    ...inspectionQueries.neighbors(params ?? {}, auditId, groupBy),
    enabled: params !== null && isId(auditId),
    retry: false,
  })
  const isShown = data !== undefined && (data.isListed || isNamed)
  const { previous, next } = isShown ? data : { previous: null, next: null }
  useAheadReading(previous, next)
  const isOwn = isShown && data.isListed && !isNamed
  useEffect(() => {
    if (isOwn) keep()
  }, [isOwn, keep])
  const router = useRouter()
  const go = (row: InspectionRow | null) => {
    if (row !== null) router.replace(hrefOf(row, search))
  }
  const group = useTranslations('shell.shortcutGroups')('inspection')
  useShortcuts(
    isShown
      ? [
          { id: 'list.next', keys: ['j'], label: t('shortcuts.next'), group, run: () => go(next) },
          {
            id: 'list.previous',
            keys: ['k'],
            label: t('shortcuts.previous'),
            group,
            run: () => go(previous),
          },
        ]
      : [],
  )
  // The buttons keep their place while they are loading.
  const isAwaited = isNamed && params !== null && data === undefined && error === null
  if (!isShown && !isAwaited) return null
  return (
    <nav aria-label={t('label')} className="flex items-center gap-1">
      {data?.isListed === false && <span className="px-1 text-sm text-ink-muted">{t('notListed')}</span>}
      <Step row={previous} search={search} direction="previous" keys="k" icon={ChevronLeft} isAwaited={isAwaited} />
      <Step row={next} search={search} direction="next" keys="j" icon={ChevronRight} isAwaited={isAwaited} />
    </nav>
  )
}

/** Steps through the list replace each other in the history, so that Back returns to the start. */
function hrefOf(row: InspectionRow, search: string): Route {
  return `${inspectionHref(row.auditId)}?list=${encodeURIComponent(search)}` as Route
}

function Step({
  row,
  search,
  direction,
  keys,
  icon: Icon,
  isAwaited,
}: {
  row: InspectionRow | null
  search: string
  direction: 'previous' | 'next'
  keys: string
  icon: LucideIcon
  /** The inspections are not loaded yet. */
  isAwaited: boolean
}) {
  const t = useTranslations('inspections.previousNext')
  const icon = <Icon aria-hidden size={16} strokeWidth={1.75} />
  const className = buttonClass('secondary', 'md', 'w-8 px-0!')
  if (row === null) {
    const reason = isAwaited ? 'loading' : 'none'
    return (
      <Tip content={t(`${direction}.${reason}.tip`)}>
        <button
          type="button"
          aria-disabled
          aria-label={t(`${direction}.${reason}.label`)}
          className={`${className} opacity-50`}
        >
          {icon}
        </button>
      </Tip>
    )
  }
  const title = row.title ?? row.templateName ?? row.auditId
  return (
    <Tip
      content={
        <span className="inline-flex items-center gap-2">
          <span className="max-w-60 truncate">{title}</span>
          <Kbd keys={keys} />
        </span>
      }
    >
      <Link
        href={hrefOf(row, search)}
        replace
        prefetch={false}
        aria-label={t(`${direction}.named`, { title })}
        className={className}
      >
        {icon}
      </Link>
    </Tip>
  )
}

/** Loads the reports before and after this one, so that a step shows them at once. */
function useAheadReading(previous: InspectionRow | null, next: InspectionRow | null): void {
  const queryClient = useQueryClient()
  const [nextId, previousId] = [next?.auditId, previous?.auditId]
  useEffect(() => {
    for (const id of [nextId, previousId])
      if (id !== undefined) void queryClient.prefetchQuery({ ...reportQueries.report(id), retry: false })
  }, [queryClient, nextId, previousId])
}

interface ListOf {
  /** Whether the address has the list; otherwise it is the last list of this tab. */
  isNamed: boolean
  /** Query of the list's page, only with the parameters that decide its rows and their order. */
  search: string
  /** Null without a valid list. */
  params: ListParams | null
  /** The value by which the list is grouped. */
  group: FacetName | undefined
  /** Writes the list into the address. */
  keep: () => void
}

function useListOf(): ListOf {
  const [named, setNamed] = useQueryState('list', parseAsString.withOptions({ history: 'replace' }))
  const { preferredZone } = useZone()
  // Read once: the list of this tab is not on screen, so it does not change.
  const [kept] = useState(() => (typeof window === 'undefined' ? null : readKeptList()))
  const from = named ?? kept
  return useMemo(() => {
    const given = from === null ? null : new URLSearchParams(from)
    const params = given === null ? null : readListAddress((name) => given.getAll(name), preferredZone)
    const isReadable = params !== null && areListParams(params)
    const group = facetNames.find((name) => name === given?.get('groupBy'))
    const search = params === null ? '' : writeList(params, group)
    return {
      isNamed: named !== null,
      search,
      params: isReadable ? params : null,
      group,
      keep: () => void setNamed(search),
    }
  }, [from, named, preferredZone, setNamed])
}

function writeList(params: ListParams, group: FacetName | undefined): string {
  const query = new URLSearchParams()
  for (const name of paramNames) for (const value of params[name] ?? []) query.append(name, value)
  if (group !== undefined) query.append('groupBy', group)
  return query.toString()
}
