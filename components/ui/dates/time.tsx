'use client'

import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { classNames } from '@/lib/browser/class-names'
import { useNow } from '@/lib/browser/now'
import {
  clockLagMs,
  formatDate,
  formatDateTime,
  formatDay,
  formatOffset,
  formatRelative,
  formatSmart,
  formatTime,
  relativeStepMs,
  type TimeStyle,
} from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'
import { Tip } from '@/components/ui/tooltip'

export type TimeFormat = 'smart' | 'relative' | 'datetime' | 'seconds' | 'date' | 'time'

/**
 * One instant, in the chosen or the given time zone. Its tooltip shows local, UTC and relative time. `smart` is for
 * tables (recent times are relative), `datetime` for reports.
 */
export function Time({
  value,
  zone,
  format = 'datetime',
  className,
}: {
  /** ISO instant. */
  value: string
  /** IANA name; defaults to the person's choice. */
  zone?: string
  format?: TimeFormat
  className?: string
}) {
  const chosen = useZone().zone
  const style = useTimeStyle()
  const inZone = zone ?? chosen
  const at = Date.parse(value)
  const isRelative = format === 'smart' || format === 'relative'
  const now = useNow(isRelative ? relativeStepMs : 3_600_000)
  if (Number.isNaN(at)) return <span className={className}>{value}</span>
  return (
    <Tip content={<TimeDetails at={at} zone={inZone} />}>
      <time
        dateTime={new Date(at).toISOString()}
        suppressHydrationWarning
        className={classNames('whitespace-nowrap tabular-nums', className)}
      >
        {writers[format](at, now, inZone, style)}
      </time>
    </Tip>
  )
}

/** The page's clock lags, so an instant that has just passed can seem to lie ahead. */
const relative = (at: number, now: number, language: TimeStyle['language']) =>
  formatRelative(at, at > now && at - now < clockLagMs ? at : now, language)

const writers: Record<TimeFormat, (at: number, now: number, zone: string, style: TimeStyle) => string> = {
  smart: formatSmart,
  relative: (at, now, _zone, { language }) => relative(at, now, language),
  date: (at, _now, zone, style) => formatDate(at, zone, style),
  datetime: (at, _now, zone, style) => formatDateTime(at, zone, style),
  // Includes the date, unless it is today.
  time: (at, now, zone, style) =>
    (formatDay(at, zone) === formatDay(now, zone) ? formatTime : formatDateTime)(at, zone, style),
  seconds: (at, _now, zone, style) => formatDateTime(at, zone, style, true),
}

function TimeDetails({ at, zone }: { at: number; zone: string }) {
  const now = useNow(1000)
  const style = useTimeStyle()
  const rows = [
    [formatOffset(at, zone), formatDateTime(at, zone, style, true)],
    ...(zone === 'UTC' ? [] : [['UTC', formatDateTime(at, 'UTC', style, true)]]),
    ['', relative(at, now, style.language)],
  ]
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-2 tabular-nums">
      {rows.map(([name, text]) => (
        <div key={text} className="contents">
          <dt className="opacity-70">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
