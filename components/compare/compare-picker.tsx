'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Score } from '@/components/templates/score'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Badge } from '@/components/ui/badge'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { useSettled } from '@/lib/browser/typed-text'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Translator } from '@/lib/messages/translator'
import { type Near, type Offers, useOffers } from './use-offers'

const typingMs = 150

/** Chooses an inspection to compare with: of the same template unless any is allowed, with the same site first. */
export function ComparePicker({
  open,
  onOpenChange,
  title,
  near,
  first,
  exclude,
  onChoose,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  near: Near | null
  /** Shown above the inspections while the search is empty. */
  first?: ReactNode
  /** Ids that are not offered. */
  exclude: readonly string[]
  onChoose: (row: InspectionRow) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Choices near={near} first={first} exclude={exclude} onChoose={onChoose} />
    </Dialog>
  )
}

function Choices({
  near,
  first,
  exclude,
  onChoose,
}: {
  near: Near | null
  first: ReactNode
  exclude: readonly string[]
  onChoose: (row: InspectionRow) => void
}) {
  const t = useTranslations('compare.picker')
  const [text, setText] = useState('')
  const [isAnyTemplate, setAnyTemplate] = useState(false)
  const listRef = useRef<HTMLDivElement>(null)
  const typed = useSettled(text.trim(), typingMs)
  const offers = useOffers(near, { typed, isAnyTemplate }, exclude)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys lead from the field into the list
    <div className="space-y-3" onKeyDown={(event) => stepThrough(listRef.current, event)}>
      <SearchField text={text} onTextChange={setText} />
      {near !== null && near.templateId !== null && (
        <AnyTemplateField
          templateName={near.templateName}
          isAnyTemplate={isAnyTemplate}
          onAnyTemplateChange={setAnyTemplate}
        />
      )}
      <div ref={listRef} aria-busy={offers.isFetching} className="space-y-3">
        {typed === '' && first}
        {offers.error !== null ? (
          <ErrorNotice title={t('failed')} error={offers.error} onRetry={offers.retry} isRetrying={offers.isFetching} />
        ) : offers.isLoading ? (
          <ChoicesSkeleton />
        ) : (
          <>
            <Rows title={t('sameSite')} rows={offers.near} onChoose={onChoose} />
            <Rows
              title={t(offers.near.length === 0 ? 'newest' : 'otherSites')}
              rows={offers.others}
              onChoose={onChoose}
            />
            <p className="text-xs text-ink-muted tabular-nums" aria-live="polite">
              {describeOffers(t, offers, typed)}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** Moves the focus to the choice above or below, or from the field to the first choice. */
function stepThrough(list: HTMLElement | null, event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const choices = [...(list?.querySelectorAll<HTMLElement>('[data-choice]') ?? [])]
  const at = choices.indexOf(event.target as HTMLElement)
  const next = event.key === 'ArrowDown' ? choices[at + 1] : choices[at - 1]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function describeOffers(
  t: Translator<'compare.picker'>,
  { near, others, isCut, total }: Offers,
  typed: string,
): string {
  const count = near.length + others.length
  if (count === 0) return t(typed === '' ? 'none' : 'noMatch')
  if (!isCut) return t('count', { count })
  return total === null ? t('newestFew', { count }) : t('newestOf', { count, total })
}

function SearchField({ text, onTextChange }: { text: string; onTextChange: (text: string) => void }) {
  const t = useTranslations('compare.picker')
  return (
    <div className="field flex items-center gap-2 rounded px-2">
      <Search aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
      <input
        data-autofocus
        type="search"
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        aria-label={t('search')}
        placeholder={t('placeholder')}
        className="h-8 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-muted"
      />
    </div>
  )
}

function AnyTemplateField({
  templateName,
  isAnyTemplate,
  onAnyTemplateChange,
}: {
  templateName: string | null
  isAnyTemplate: boolean
  onAnyTemplateChange: (isAny: boolean) => void
}) {
  const t = useTranslations('compare.picker')
  return (
    <label className="flex items-center gap-2 text-sm">
      <Checkbox checked={isAnyTemplate} onChange={(event) => onAnyTemplateChange(event.target.checked)} />
      <span className="min-w-0 wrap-anywhere">
        {isAnyTemplate || templateName === null
          ? t('anyTemplate')
          : t.rich('onlyTemplate', {
              template: templateName,
              muted: (words) => <span className="text-ink-muted">{words}</span>,
            })}
      </span>
    </label>
  )
}

function ChoicesSkeleton() {
  const t = useTranslations('compare')
  return (
    <div className="space-y-2">
      <span className="sr-only">{t('loading')}</span>
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
  const t = useTranslations('compare.picker')
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
              className="flex w-full items-center gap-3 rounded px-2 py-1.5 text-start outline-offset-[-2px] hover:bg-raised focus-visible:bg-raised"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{row.title ?? t('untitled')}</span>
                <span className="block truncate text-xs text-ink-muted">
                  {[row.siteName, row.authorName].filter((name) => name !== null).join(' · ')}
                  {row.siteName === null && row.authorName === null && (row.templateName ?? row.auditId)}
                </span>
              </span>
              <ResultBadge row={row} />
              <span className="w-28 shrink-0 text-end text-xs text-ink-muted">
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
  const t = useTranslations('compare.picker')
  const { result, failedCount, scorePercentage, templateId } = row
  return (
    <span className="flex shrink-0 items-center gap-2 max-sm:hidden">
      {result === 'failed' && <Badge tone="bad">{t('failedCount', { count: failedCount ?? 0 })}</Badge>}
      {result === 'passed' && <Badge tone="good">{t('passed')}</Badge>}
      {result === 'in-progress' && <Badge tone="attention">{t('inProgress')}</Badge>}
      <span className="flex w-14 justify-end text-xs text-ink-muted">
        <Score
          look="text"
          templateId={templateId}
          percentage={scorePercentage}
          isCompleted={result !== 'in-progress'}
        />
      </span>
    </span>
  )
}
