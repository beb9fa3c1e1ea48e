import type { ReactNode } from 'react'

/** One factor: its name, state, details and actions. */
export function FactorRow({
  name,
  state,
  detail,
  children,
}: {
  name: string
  state?: ReactNode
  detail: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm font-medium wrap-anywhere">{name}</h3>
          {state}
        </div>
        <div className="text-sm text-ink-muted">{detail}</div>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
