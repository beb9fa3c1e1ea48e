'use client'

import { CircleAlert, CircleDot, Eye, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import type { AuditId } from '@/lib/ids'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Translator } from '@/lib/messages/translator'
import type { ReviewState } from '@/lib/review/schema'
import { lastActs, type QueueState } from '@/components/review/session/queue-state'
import { nameRow, stateStyles } from '@/components/review/review-texts'
import type { RoundRead } from '@/components/review/session/use-round'

interface RailProps {
  state: QueueState
  rows: ReadonlyMap<AuditId, InspectionRow>
  claims: RoundRead['claims']
  gone: RoundRead['gone']
  /** A stable function, so that a key does not render a long queue again. */
  onOpen: (auditId: AuditId) => void
}

/** Rows are memoized in groups of this size. A thousand single comparisons would take longer than a report. */
const groupSize = 40

/** Every inspection of the batch, its mark, and which other person has it open. */
export function ReviewQueueRail({ state, ...rest }: RailProps) {
  const t = useTranslations('review.queue.rail')
  const { ids, at, troubles } = state
  const list = useRef<HTMLOListElement>(null)
  const acts = useMemo(() => lastActs(state), [state])
  const groups = useMemo(
    () =>
      Array.from({ length: Math.ceil(ids.length / groupSize) }, (_, group) => ({
        ids: ids.slice(group * groupSize, (group + 1) * groupSize),
        from: group * groupSize,
      })),
    [ids],
  )
  // A new queue first renders only the group of the current inspection. A thousand rows would hold up its report.
  const rendered = useDeferredValue<typeof ids | null>(ids, null)
  const shown = rendered === ids ? groups : groups.filter(({ from }) => from === at - (at % groupSize))
  const before = shown[0]?.from ?? 0
  useLayoutEffect(() => {
    list.current?.children[at - before]?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another queue starts at its own inspection
  }, [at, before, ids])
  return (
    <ol ref={list} aria-label={t('label')} className="min-h-0 flex-1 overflow-y-auto">
      {shown.map((group) => (
        <RailGroup key={group.from} {...rest} {...group} current={ids[at]} acts={acts} troubles={troubles} />
      ))}
    </ol>
  )
}

type GroupProps = Omit<RailProps, 'state'> &
  Pick<QueueState, 'ids' | 'troubles'> & {
    from: number
    current: AuditId | undefined
    acts: ReturnType<typeof lastActs>
  }

const RailGroup = memo(function RailGroup(props: GroupProps) {
  return props.ids.map((auditId, index) => (
    <RailRow
      key={auditId}
      auditId={auditId}
      number={props.from + index + 1}
      onOpen={props.onOpen}
      {...readRow(props, auditId)}
    />
  ))
}, isAlike)

/** What a row shows. */
function readRow({ rows, current, acts, troubles, claims, gone }: GroupProps, auditId: AuditId) {
  const act = acts.get(auditId)
  return {
    row: rows.get(auditId),
    isCurrent: auditId === current,
    mark: act?.state ?? ('unreviewed' as const),
    isSaving: act?.isSaved === false,
    isTrouble: troubles.has(auditId),
    holder: holderOf(claims, auditId),
    isDeleted: gone.has(auditId),
  }
}

function isAlike(before: GroupProps, after: GroupProps): boolean {
  if (before.ids !== after.ids || before.from !== after.from || before.onOpen !== after.onOpen) return false
  return after.ids.every((auditId) => {
    const [was, is] = [readRow(before, auditId), readRow(after, auditId)]
    return (Object.keys(is) as Array<keyof typeof is>).every((name) => is[name] === was[name])
  })
}

/** The person who has the inspection open; an empty text for this person in another tab. */
function holderOf(claims: RoundRead['claims'], auditId: AuditId): string | null {
  const claim = claims.get(auditId)
  if (claim === undefined) return null
  return claim.isMine ? '' : claim.userName
}

const RailRow = memo(function RailRow({
  auditId,
  row,
  number,
  isCurrent,
  mark,
  isSaving,
  isTrouble,
  holder,
  isDeleted,
  onOpen,
}: {
  auditId: AuditId
  row: InspectionRow | undefined
  number: number
  isCurrent: boolean
  mark: ReviewState
  isSaving: boolean
  isTrouble: boolean
  holder: string | null
  isDeleted: boolean
  onOpen: (auditId: AuditId) => void
}) {
  const t = useTranslations('review')
  const appearance = readAppearance(t, { isTrouble, isSaving, mark, holder, isDeleted })
  const names = useTranslations('reportNames')
  const place = [row?.siteName, row?.templateName].find((name) => typeof name === 'string')
  return (
    <li className="[contain-intrinsic-height:auto_3.25rem] [content-visibility:auto]">
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={() => onOpen(auditId)}
        className="flex min-h-13 w-full items-start gap-2.5 border-b border-line px-3 py-2 text-start outline-offset-[-2px] hover:bg-raised aria-[current]:bg-accent-soft"
      >
        <appearance.icon
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={classNames('mt-0.5 shrink-0', appearance.ink)}
        />
        <span className="min-w-0 flex-1">
          <span
            className={classNames(
              'block truncate text-sm',
              isCurrent ? 'font-medium' : mark !== 'unreviewed' && 'text-ink-muted',
            )}
          >
            {nameRow(names, row)}
          </span>
          <span className="block truncate text-xs text-ink-muted">
            {appearance.words === null ? place : appearance.words}
            <span className="sr-only">{t('queue.rail.number', { number })}</span>
          </span>
        </span>
        {row !== undefined && row.failedCount !== null && row.failedCount > 0 && (
          <span className="mt-0.5 shrink-0 text-xs font-medium text-bad tabular-nums">
            {t('queue.rail.failed', { count: row.failedCount })}
          </span>
        )}
      </button>
    </li>
  )
})

/** The most important fact about an inspection, with its icon. Null words: the row shows the site instead. */
function readAppearance(
  t: Translator<'review'>,
  {
    isTrouble,
    isSaving,
    mark,
    holder,
    isDeleted,
  }: {
    isTrouble: boolean
    isSaving: boolean
    mark: ReviewState
    holder: string | null
    isDeleted: boolean
  },
): { icon: LucideIcon; ink: string; words: string | null } {
  if (isTrouble) return { icon: CircleAlert, ink: 'text-bad', words: t('queue.rail.trouble') }
  if (isSaving)
    return { icon: LoaderCircle, ink: 'text-ink-muted', words: t('queue.rail.saving', { state: t(`states.${mark}`) }) }
  if (mark !== 'unreviewed') return { ...stateStyles[mark], words: t(`states.${mark}`) }
  if (holder !== null) {
    const words = holder === '' ? t('queue.rail.otherTab') : t('queue.rail.openBy', { name: holder })
    return { icon: Eye, ink: 'text-attention', words }
  }
  if (isDeleted) return { icon: CircleDot, ink: 'text-ink-muted', words: t('queue.rail.gone') }
  return { ...stateStyles.unreviewed, words: null }
}
