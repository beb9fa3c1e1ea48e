'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { formatPercentage } from '@/components/ui/score'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useSettled } from '@/lib/browser/typed-text'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { InspectionRow, ListParams } from '@/lib/inspections/schema'

/** What the other inspection should be like. */
export interface Near {
  auditId: string
  templateId: string | null
  templateName: string | null
  siteName: string | null
}

const nearMax = 5
const othersMax = 20
const typingMs = 150

/** Chooses an inspection to compare with: of the same template unless told otherwise, those of the same site first. */
export function ComparePicker({
  open,
  onOpenChange,
  title,
  near,
  exclude,
  onChoose,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  near: Near | null
  /** Ids that are not offered. */
  exclude: readonly string[]
  onChoose: (row: InspectionRow) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Choices near={near} exclude={exclude} onChoose={onChoose} />
    </Dialog>
  )
}

function Choices({
  near,
  exclude,
  onChoose,
}: {
  near: Near | null
  exclude: readonly string[]
  onChoose: (row: InspectionRow) => void
}) {
  const [text, setText] = useState('')
  const [isAnyTemplate, setAnyTemplate] = useState(false)
  const listRef = useRef<HTMLDivElement>(null)
  const typed = useSettled(text.trim(), typingMs)
  const templateId = near?.templateId ?? null
  const params: ListParams = {
    ...(templateId === null || isAnyTemplate ? {} : { template: [templateId] }),
    ...(typed === '' ? {} : { q: [typed] }),
  }
  const siteName = near?.siteName ?? null
  const sameSite = useInfiniteQuery({
    ...inspectionQueries.list({ ...params, site: [siteName ?? ''] }),
    enabled: siteName !== null,
  })
  const any = useInfiniteQuery(inspectionQueries.list(params))
  const isOffered = (row: InspectionRow) => !exclude.includes(row.auditId)
  const nearRows = siteName === null ? [] : (sameSite.data?.pages[0]?.rows ?? []).filter(isOffered).slice(0, nearMax)
  const nearIds = new Set(nearRows.map(({ auditId }) => auditId))
  const others = (any.data?.pages[0]?.rows ?? []).filter((row) => isOffered(row) && !nearIds.has(row.auditId))
  const total = any.data?.pages[0]?.total ?? null
  const shownCount = nearRows.length + Math.min(others.length, othersMax)

  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const choices = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-choice]') ?? [])]
    const at = choices.indexOf(event.target as HTMLElement)
    const next = event.key === 'ArrowDown' ? choices[at + 1] : choices[at - 1]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys lead from the field into the list
    <div className="space-y-3" onKeyDown={step}>
      <div className="flex items-center gap-2 rounded border border-line-strong bg-surface px-2 focus-within:outline-2 focus-within:outline-accent">
        <Search aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
        <input
          data-autofocus
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label="Search inspections"
          placeholder="Title, site, author, answers, ids"
          className="h-8 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-muted"
        />
      </div>
      {templateId !== null && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isAnyTemplate}
            onChange={(event) => setAnyTemplate(event.target.checked)}
            className="size-4 accent-(--accent)"
          />
          <span className="min-w-0 wrap-anywhere">
            Other templates too
            {!isAnyTemplate && near?.templateName !== null && near?.templateName !== undefined && (
              <span className="text-ink-muted"> (only {near.templateName} now)</span>
            )}
          </span>
        </label>
      )}
      <div ref={listRef} aria-busy={any.isFetching} className="space-y-3">
        {any.error !== null ? (
          <ErrorNotice
            title="The inspections could not be listed"
            error={any.error}
            onRetry={() => void any.refetch()}
            isRetrying={any.isFetching}
          />
        ) : any.data === undefined ? (
          <ChoicesSkeleton />
        ) : (
          <>
            <Rows title={`Also at ${siteName ?? ''}`} rows={nearRows} onChoose={onChoose} />
            <Rows
              title={nearRows.length === 0 ? 'Newest first' : 'Others'}
              rows={others.slice(0, othersMax)}
              onChoose={onChoose}
            />
            <p className="text-xs text-ink-muted tabular-nums" aria-live="polite">
              {shownCount === 0
                ? typed === ''
                  ? 'There is no other inspection of this template.'
                  : 'No other inspection matches.'
                : others.length > othersMax
                  ? `The newest ${shownCount} of ${total ?? 'more'}. Type to find others.`
                  : `${shownCount} to choose from`}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

function ChoicesSkeleton() {
  return (
    <div className="space-y-2">
      <span className="sr-only">Loading</span>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-12 w-full" />
      ))}
    </div>
  )
}

function Rows({
  title,
  rows,
  onChoose,
}: {
  title: string
  rows: readonly InspectionRow[]
  onChoose: (row: InspectionRow) => void
}) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title} className="space-y-1">
      <h3 className="text-xs font-medium text-ink-muted wrap-anywhere">{title}</h3>
      <ul className="-mx-2">
        {rows.map((row) => (
          <li key={row.auditId}>
            <button
              type="button"
              data-choice={row.auditId}
              onClick={() => onChoose(row)}
              className="flex w-full items-center gap-3 rounded px-2 py-1.5 text-left outline-offset-[-2px] hover:bg-raised focus-visible:bg-raised"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{row.title ?? 'Untitled inspection'}</span>
                <span className="block truncate text-xs text-ink-muted">
                  {[row.siteName, row.authorName].filter((name) => name !== null).join(' · ')}
                  {row.siteName === null && row.authorName === null && (row.templateName ?? row.auditId)}
                </span>
              </span>
              <ResultBadge row={row} />
              <span className="w-28 shrink-0 text-right text-xs text-ink-muted">
                <Time value={row.completedAt ?? row.modifiedAt} format="smart" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ResultBadge({ row }: { row: InspectionRow }) {
  const { result, failedCount, scorePercentage } = row
  return (
    <span className="flex shrink-0 items-center gap-2 max-sm:hidden">
      {result === 'failed' && <Badge tone="bad">{failedCount ?? 0} failed</Badge>}
      {result === 'passed' && <Badge tone="good">Passed</Badge>}
      {result === 'in-progress' && <Badge tone="attention">In progress</Badge>}
      <span className="w-12 text-right text-xs text-ink-muted tabular-nums">
        {scorePercentage === null ? '' : formatPercentage(scorePercentage)}
      </span>
    </span>
  )
}
