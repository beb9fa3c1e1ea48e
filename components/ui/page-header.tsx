import type { ReactNode } from 'react'
import { InfoButton } from './info-button'

/** The header of a page: its only `h1`, how many it lists, what explains it behind an info button, a description, and actions. */
export function PageHeader({
  title,
  count,
  info,
  description,
  actions,
}: {
  title: ReactNode
  count?: ReactNode
  /** What the page lists, and what the connected account can see of it. */
  info?: string
  description?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      {/* When less width than this is left, the actions wrap below instead of squeezing the title. */}
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex min-w-0 items-center gap-2">
          <h1 className="text-xl font-semibold wrap-break-word">{title}</h1>
          {count !== undefined && <span className="text-sm text-ink-muted tabular-nums">{count}</span>}
          {info !== undefined && <InfoButton text={info} />}
        </div>
        {description !== undefined && <div className="text-sm text-ink-muted">{description}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
