import type { ReactNode } from 'react'

/** Names and values in two columns. */
export function Facts({ rows }: { rows: ReadonlyArray<readonly [string, ReactNode]> }) {
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="min-w-0 wrap-break-word tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
