import { Time } from '@/components/ui/time'
import { Tip } from '@/components/ui/tooltip'
import { useTimeStyle } from '@/lib/browser/preferences-context'
import { formatDay, formatDateTime, formatOffset, formatTime } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/zone'

const dayMs = 24 * 3_600_000

/**
 * What a question for a moment asked for: its date, its time, or both. In the chosen zone; UTC is beside it, because a
 * report is compared with what another system wrote.
 */
export function InstantView({ at, hasDate, hasTime }: { at: string; hasDate: boolean; hasTime: boolean }) {
  const { zone } = useZone()
  const moment = Date.parse(at)
  if (Number.isNaN(moment)) return <span>{at}</span>
  if (!hasTime) return <Day at={at} moment={moment} zone={zone} />
  const isApart = zone !== 'UTC'
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      {hasDate ? <Time value={at} /> : <Clock moment={moment} zone={zone} />}
      {isApart && (
        <span className="text-xs text-ink-muted tabular-nums">
          {hasDate ? <Time value={at} zone="UTC" /> : <Clock moment={moment} zone="UTC" />} UTC
        </span>
      )}
    </span>
  )
}

/** The service stores a day as a moment. The first of a day in UTC is that day, and no zone may move it to the one before. */
function Day({ at, moment, zone }: { at: string; moment: number; zone: string }) {
  if (moment % dayMs === 0) return <Time value={at} zone="UTC" format="date" />
  const isOther = formatDay(moment, zone) !== formatDay(moment, 'UTC')
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      <Time value={at} format="date" />
      {isOther && (
        <span className="text-xs text-ink-muted tabular-nums">
          <Time value={at} zone="UTC" format="date" /> UTC
        </span>
      )}
    </span>
  )
}

/** The time of day alone; which day it was stored with is in its hint, as nobody was asked for it. */
function Clock({ moment, zone }: { moment: number; zone: string }) {
  const style = useTimeStyle()
  return (
    <Tip
      content={
        <span className="tabular-nums">
          {formatOffset(moment, zone)} {formatTime(moment, zone, style, true)}, stored with{' '}
          {formatDateTime(moment, 'UTC', style, true)} UTC
        </span>
      }
    >
      <time dateTime={new Date(moment).toISOString()} className="whitespace-nowrap tabular-nums">
        {formatTime(moment, zone, style)}
      </time>
    </Tip>
  )
}
