'use client'

import { CalendarClock, CalendarX2, ChevronDown, UserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { PersonAvatar } from '@/components/people/person-avatar'
import { PersonPicker } from '@/components/people/person-picker'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DatePicker } from '@/components/ui/dates/date-picker'
import { useNow } from '@/lib/browser/now'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'
import { isOverdue } from '@/lib/review/model'
import type { Review } from '@/lib/review/schema'
import { formatDate, formatDay, type TimeStyle } from '@/lib/time/time-format'

/** Assignee and due date of a follow-up while a person edits them. */
export interface Assignment {
  assignee: { userId: string; name: string; isDisabled?: boolean } | null
  dueOn: string | null
}

export const noAssignment: Assignment = { assignee: null, dueOn: null }

export const assignmentOf = (review: Pick<Review, 'assignee' | 'dueOn'> | null): Assignment =>
  review === null ? noAssignment : { assignee: review.assignee, dueOn: review.dueOn }

/** The assignment as a mark sends it. */
export const toAssigned = ({ assignee, dueOn }: Assignment) => ({ assigneeId: assignee?.userId ?? null, dueOn })

/** A day has no time zone, so it is read and written in UTC. */
export const formatDueDay = (dueOn: string, style: TimeStyle): string =>
  formatDate(Date.parse(`${dueOn}T00:00:00Z`), 'UTC', style)

const dueMin = '2000-01-01'
const dueMax = '2199-12-31'

/** The fields for assignee and due date. Enter in the date calls `onEnter`. */
export function AssignmentFields({
  value,
  onChange,
  onEnter,
  noneLabel,
}: {
  value: Assignment
  onChange: (value: Assignment) => void
  onEnter?: () => void
  noneLabel?: string
}) {
  const t = useTranslations('review.assignment')
  const none = noneLabel ?? t('nobody')
  const id = useId()
  const { assignee, dueOn } = value
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="flex min-w-40 flex-1 flex-col gap-1 sm:max-w-64">
        <span id={`${id}-who`} className="text-sm font-medium">
          {t('assignee')}
        </span>
        <PersonPicker
          label={t('assignee')}
          value={assignee?.userId ?? null}
          noneLabel={none}
          onChange={(person) => onChange({ ...value, assignee: person })}
          trigger={
            <Button aria-describedby={`${id}-who`} className="w-full justify-between!">
              <span className="flex min-w-0 items-center gap-2">
                {assignee === null ? (
                  <UserRound aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
                ) : (
                  <PersonAvatar name={assignee.name} isDisabled={assignee.isDisabled === true} />
                )}
                <span className="sr-only">{t('chosen', { name: assignee?.name ?? none })}</span>
                <span aria-hidden className="truncate">
                  {assignee?.name ?? none}
                </span>
              </span>
              <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
            </Button>
          }
        />
      </div>
      <DatePicker
        label={t('due')}
        min={dueMin}
        max={dueMax}
        value={dueOn}
        onChange={(day) => onChange({ ...value, dueOn: day })}
        onEnter={onEnter}
        className="min-w-36 flex-1 sm:max-w-44"
      />
    </div>
  )
}

/** Assignee and due date of a follow-up. Renders nothing without them. */
export function AssignmentLine({ review }: { review: Pick<Review, 'assignee' | 'dueOn' | 'state'> }) {
  const { assignee, dueOn, state } = review
  if (state !== 'follow-up' || (assignee === null && dueOn === null)) return null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {assignee !== null && <AssigneeName assignee={assignee} />}
      <DueBadge review={review} />
    </span>
  )
}

export function AssigneeName({ assignee }: { assignee: NonNullable<Review['assignee']> }) {
  const t = useTranslations('review.assignment')
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <PersonAvatar name={assignee.name} isDisabled={assignee.isDisabled} />
      <span className="truncate">
        <span className="sr-only">{t('assignedTo')} </span>
        {assignee.name}
        {assignee.isDisabled && <span className="text-ink-muted"> {t('disabled')}</span>}
      </span>
    </span>
  )
}

/**
 * The due date, red when it is past. Renders nothing without one. In a column of due dates, only the date is visible: the
 * head names it, and an overdue date has its own icon.
 */
export function DueBadge({
  review,
  isInColumn = false,
}: {
  review: Pick<Review, 'dueOn' | 'state'>
  isInColumn?: boolean
}) {
  const t = useTranslations('review.assignment')
  const now = useNow(60_000)
  const { zone } = useZone()
  const style = useTimeStyle()
  const { dueOn } = review
  if (dueOn === null) return null
  const isLate = isOverdue(review, formatDay(now, zone))
  const day = <time dateTime={dueOn}>{formatDueDay(dueOn, style)}</time>
  const whole = t.rich(isLate ? 'overdue' : 'dueOn', { date: () => day })
  return (
    <Badge tone={isLate ? 'bad' : 'neutral'} icon={isLate ? CalendarX2 : CalendarClock}>
      {isInColumn && <span aria-hidden>{day}</span>}
      <span className={isInColumn ? 'sr-only' : undefined}>{whole}</span>
    </Badge>
  )
}
