import type { ReactNode } from 'react'
import { Time } from '@/components/ui/dates/time'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { formatDateTime } from '@/lib/time/time-format'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-white/70">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** An instant in the chosen time zone, with UTC below it. */
export function Instant({ value }: { value: string }) {
  const at = Date.parse(value)
  const style = useTimeStyle()
  return (
    <>
      <Time value={value} format="seconds" />
      {!Number.isNaN(at) && (
        <span className="block text-xs text-white/70 tabular-nums">{formatDateTime(at, 'UTC', style, true)} UTC</span>
      )}
    </>
  )
}
