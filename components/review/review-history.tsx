import { History } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { Time } from '@/components/ui/dates/time'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import type { ReviewEvent } from '@/lib/review/schema'
import { formatDueDay } from './assignment'

/** The history of a review, in a popover. */
export function HistoryButton({ history }: { history: readonly ReviewEvent[] }) {
  const t = useTranslations('review.control')
  const states = useTranslations('review.states')
  return (
    <Popover
      label={t('history')}
      className="w-80"
      trigger={
        <Button size="sm" variant="ghost" icon={History}>
          {t('actions.history')}
        </Button>
      }
    >
      <ol className="max-h-80 divide-y divide-line overflow-y-auto">
        {history.map((event) => (
          <li key={`${event.at} ${event.state} ${event.note}`} className="px-3 py-2">
            <p>
              <span className="font-medium">
                {event.isUndone
                  ? t.rich('undoneEvent', {
                      state: states(event.state),
                      muted: (text) => <span className="font-normal text-ink-muted">{text}</span>,
                    })
                  : states(event.state)}
              </span>
            </p>
            <p className="text-xs text-ink-muted">
              {t.rich('event', { name: event.actorName, time: () => <Time value={event.at} format="smart" /> })}
            </p>
            <AssignedThen event={event} />
            {event.note !== '' && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{event.note}</p>}
          </li>
        ))}
      </ol>
    </Popover>
  )
}

/** Assignee and due date of an earlier review. */
function AssignedThen({ event: { assigneeName: name, dueOn } }: { event: ReviewEvent }) {
  const t = useTranslations('review.control')
  const style = useTimeStyle()
  if (name === null && dueOn === null) return null
  const date = dueOn === null ? null : formatDueDay(dueOn, style)
  return (
    <p className="text-xs text-ink-muted">
      {name === null
        ? t('due', { date: date ?? '' })
        : date === null
          ? t('assigned', { name })
          : t('assignedDue', { name, date })}
    </p>
  )
}
