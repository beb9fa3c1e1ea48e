import { useTranslations } from 'next-intl'
import { Time } from '@/components/ui/dates/time'
import { Tip } from '@/components/ui/tooltip'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { formatDay, formatDateTime, formatOffset, formatTime } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'

const dayMs = 24 * 3_600_000

/**
 * The date, the time, or both, as the question asked for. In the chosen zone, with UTC beside it, because people compare
 * reports with other systems.
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

/** SafetyCulture stores a day as an instant. Midnight in UTC means that day, and no zone may move it to the day before. */
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

/** Only the time of day, because the question did not ask for the day. The tooltip has the stored day. */
function Clock({ moment, zone }: { moment: number; zone: string }) {
  const t = useTranslations('report.answer')
  const style = useTimeStyle()
  return (
    <Tip
      content={
        <span className="tabular-nums">
          {t('storedAs', {
            offset: formatOffset(moment, zone),
            time: formatTime(moment, zone, style, true),
            stored: formatDateTime(moment, 'UTC', style, true),
          })}
        </span>
      }
    >
      <time dateTime={new Date(moment).toISOString()} className="whitespace-nowrap tabular-nums">
        {formatTime(moment, zone, style)}
      </time>
    </Tip>
  )
}
