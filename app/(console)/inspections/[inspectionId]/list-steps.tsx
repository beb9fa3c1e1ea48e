'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { useEffect, useMemo, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Tip } from '@/components/ui/tooltip'
import { readKeptList } from '@/lib/browser/list-address'
import { inspectionHref } from '@/lib/browser/routes'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { readListAddress } from '@/lib/inspections/url-state'
import { useZone } from '@/lib/browser/zone'
import * as ids from '@/lib/ids'
import { inspectionQueries } from '@/lib/inspections/queries'
import { type InspectionRow, listParams, type ListParams, paramNames } from '@/lib/inspections/schema'
import { reportQueries } from '@/lib/report/queries'

/**
 * The ways to the inspections before and after this one in the list one came from. The list stands in the address
 * (`list=`, the query of its page), so that a link and a new tab have it too; one who comes from the list of this tab gets
 * it written there. Nothing where there is no list, or where this inspection was never in it.
 */
export function ListSteps({ auditId }: { auditId: string }) {
  const { isNamed, search, params, keep } = useListOf()
  const id = ids.auditId.safeParse(auditId).data
  const { data, error } = useQuery({
    ...inspectionQueries.neighbours(params ?? {}, id ?? ids.auditId.parse('none')),
    enabled: params !== null && id !== undefined,
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
  const group = 'Inspection'
  useShortcuts(
    isShown
      ? [
          { id: 'list.next', keys: ['j'], label: 'Next inspection of the list', group, run: () => go(next) },
          {
            id: 'list.previous',
            keys: ['k'],
            label: 'Previous inspection of the list',
            group,
            run: () => go(previous),
          },
        ]
      : [],
  )
  // The place of the buttons is kept while they are asked for.
  const isAwaited = isNamed && params !== null && data === undefined && error === null
  if (!isShown && !isAwaited) return null
  return (
    <nav aria-label="Inspections of the list" className="flex items-center gap-1">
      {data?.isListed === false && <span className="px-1 text-sm text-ink-muted">Not in the list any more</span>}
      <Step
        row={previous}
        search={search}
        label="Previous"
        keys="k"
        icon={ChevronLeft}
        end={isAwaited ? awaited : 'This is the first'}
      />
      <Step
        row={next}
        search={search}
        label="Next"
        keys="j"
        icon={ChevronRight}
        end={isAwaited ? awaited : 'This is the last'}
      />
    </nav>
  )
}

const awaited = 'Being looked for'

/** One place in the history for the whole way through the list: Back leads to where one came from. */
function hrefOf(row: InspectionRow, search: string): Route {
  return `${inspectionHref(row.auditId)}?list=${encodeURIComponent(search)}` as Route
}

function Step({
  row,
  search,
  label,
  keys,
  icon: Icon,
  end,
}: {
  row: InspectionRow | null
  search: string
  label: string
  keys: string
  icon: LucideIcon
  end: string
}) {
  const icon = <Icon aria-hidden size={16} strokeWidth={1.75} />
  const className = buttonClass('secondary', 'md', 'w-8 px-0!')
  if (row === null) {
    return (
      <Tip content={end}>
        <button
          type="button"
          aria-disabled
          aria-label={`${label} inspection (${end.toLowerCase()})`}
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
        aria-label={`${label} inspection: ${title}`}
        className={className}
      >
        {icon}
      </Link>
    </Tip>
  )
}

/** Reads the reports next door, so that a step shows one at once. */
function useAheadReading(previous: InspectionRow | null, next: InspectionRow | null): void {
  const queryClient = useQueryClient()
  const [nextId, previousId] = [next?.auditId, previous?.auditId]
  useEffect(() => {
    for (const id of [nextId, previousId])
      if (id !== undefined) void queryClient.prefetchQuery({ ...reportQueries.report(id), retry: false })
  }, [queryClient, nextId, previousId])
}

interface ListOf {
  /** Whether the address names the list; else it is the one that this tab showed last. */
  isNamed: boolean
  /** Query of the list's page, with what decides its rows and no more. */
  search: string
  /** Null where there is no list, or one that cannot be read. */
  params: ListParams | null
  /** Writes the list into the address. */
  keep: () => void
}

function useListOf(): ListOf {
  const [named, setNamed] = useQueryState('list', parseAsString.withOptions({ history: 'replace' }))
  const { preferredZone } = useZone()
  // Once: the list of this tab is not on screen, so it does not change.
  const [kept] = useState(() => (typeof window === 'undefined' ? null : readKeptList()))
  const from = named ?? kept
  return useMemo(() => {
    const given = from === null ? null : new URLSearchParams(from)
    const params = given === null ? null : readListAddress((name) => given.getAll(name), preferredZone)
    const isReadable = params !== null && listParams.safeParse(params).success
    const search = params === null ? '' : writeList(params)
    return {
      isNamed: named !== null,
      search,
      params: isReadable ? params : null,
      keep: () => void setNamed(search),
    }
  }, [from, named, preferredZone, setNamed])
}

function writeList(params: ListParams): string {
  const query = new URLSearchParams()
  for (const name of paramNames) for (const value of params[name] ?? []) query.append(name, value)
  return query.toString()
}
