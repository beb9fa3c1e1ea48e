'use client'

import { useTranslations } from 'next-intl'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useRef } from 'react'
import { StatusChip } from '@/components/status/status-chip'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { Segmented } from '@/components/ui/inputs/segmented'
import type { AssetChange, ChangeStep } from '@/lib/asset-changes/schema'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import { stepHref } from './links'
import { isOf, stepTones, tallies } from './texts'

/** Longer lists render only the visible rows. */
const wholeMax = 60
const rowPx = 64

/** The result of each step of a change, with a filter by result. */
export function ChangeItems({ change }: { change: AssetChange }) {
  const t = useTranslations('assetChanges.steps')
  const [filter, setFilter] = useQueryState('steps', parseAsStringLiteral([...tallies, 'all']).withDefault('all'))
  const shown = filter === 'all' ? change.steps : change.steps.filter((step) => isOf(step, filter))
  const options = tallies
    .filter((tally) => change[tally] > 0 || tally === filter)
    .map((tally) => ({ value: tally, label: t(`filter.${tally}`, { count: change[tally] }) }))
  return (
    <div className="flex flex-col gap-2">
      {change.total > 1 && (options.length > 1 || filter !== 'all') && (
        <div className="-m-1 overflow-x-auto p-1">
          <Segmented
            label={t('filter.label')}
            value={filter}
            options={[{ value: 'all' as const, label: t('filter.all', { count: change.total }) }, ...options]}
            onChange={(next) => void setFilter(next)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState title={t('none')} className="rounded border border-line bg-surface">
          {t('noneNote')}
        </EmptyState>
      ) : shown.length <= wholeMax ? (
        <ul aria-label={t('list')} className="divide-y divide-line rounded border border-line bg-surface">
          {shown.map((step) => (
            <StepRow key={step.position} step={step} />
          ))}
        </ul>
      ) : (
        <ManySteps key={filter} steps={shown} />
      )}
    </div>
  )
}

function ManySteps({ steps }: { steps: readonly ChangeStep[] }) {
  const t = useTranslations('assetChanges.steps')
  const scroller = useRef<HTMLUListElement>(null)
  const isMounted = useMounted()
  const { inSight, extent } = useRowWindow(scroller, { total: steps.length, size: rowPx })
  return (
    <ul
      ref={scroller}
      aria-label={t('list')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
      tabIndex={0}
      className="relative h-[min(60dvh,40rem)] overflow-auto rounded border border-line bg-surface"
    >
      {/* Styles are set only after mounting, because the page's policy forbids them in its markup. */}
      <li aria-hidden style={isMounted ? { height: extent } : undefined} />
      {inSight.map(({ position, start }) => {
        const step = steps[position]
        return (
          step !== undefined && (
            <StepRow key={step.position} step={step} place={{ start, position, total: steps.length }} />
          )
        )
      })}
    </ul>
  )
}

function StepRow({
  step,
  place,
}: {
  step: ChangeStep
  /** Its position in the list, if only a part of the list is rendered. */
  place?: { start: number; position: number; total: number }
}) {
  const t = useTranslations('assetChanges.state')
  const isWindowed = place !== undefined
  return (
    <li
      {...(isWindowed
        ? {
            'aria-setsize': place.total,
            'aria-posinset': place.position + 1,
            style: { top: place.start, height: rowPx },
          }
        : {})}
      className={classNames(
        'grid items-center gap-x-3 px-3 text-sm sm:grid-cols-[9rem_minmax(8rem,1fr)_minmax(12rem,1.4fr)] sm:px-4',
        'grid-cols-[minmax(0,1fr)_auto]',
        isWindowed ? 'absolute inset-x-0 border-b border-line' : 'min-h-10 gap-y-0.5 py-2',
      )}
    >
      <span className="max-sm:order-2 max-sm:justify-self-end">
        <Badge tone={stepTones[step.state]}>{t(step.state)}</Badge>
      </span>
      <span className="min-w-0 max-sm:order-1">
        <Link href={stepHref(step)} className="block truncate font-medium hover:underline">
          {step.objectName}
        </Link>
        {step.note !== null && (
          <span
            title={step.note}
            className={classNames(
              'block text-xs text-ink-muted',
              isWindowed ? 'line-clamp-2 max-sm:truncate' : 'wrap-anywhere',
            )}
          >
            {step.note}
          </span>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-2 max-sm:order-3 max-sm:col-span-2">
        <StepChange step={step} />
      </span>
    </li>
  )
}

/** The value before, and the value it should get. */
function StepChange({ step }: { step: ChangeStep }) {
  const t = useTranslations('assetChanges.steps')
  const [before, after] =
    step.objectKind === 'asset'
      ? [<AssetStatusMark key="before" status={step.before} />, <AssetStatusMark key="after" status={step.after} />]
      : [<GroupMark key="before" group={step.before} />, <GroupMark key="after" group={step.after} />]
  return (
    <>
      <span className="sr-only">{t('from')}</span>
      {before}
      <ArrowRight aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
      <span className="sr-only">{t('to')}</span>
      {after}
    </>
  )
}

function AssetStatusMark({ status }: { status: { name: string; color: string } | null }) {
  const t = useTranslations('status')
  return (
    <span className="flex min-w-0">
      {status === null ? (
        <span className="truncate text-xs text-ink-muted">{t('none')}</span>
      ) : (
        <StatusChip name={status.name} color={status.color} />
      )}
    </span>
  )
}

function GroupMark({ group }: { group: { name: string } | null }) {
  const t = useTranslations('status')
  return group === null ? (
    <span className="shrink-0 text-xs text-ink-muted">{t('noGroup')}</span>
  ) : (
    <span className="min-w-0">
      <Badge icon={null} className="text-ink!">
        {group.name}
      </Badge>
    </span>
  )
}
