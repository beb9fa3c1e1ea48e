import type { ReactNode } from 'react'

/** The header of a page: its only `h1`, the number of items, an info button, a description, and actions. */
export function PageHeader({
  title,
  count,
  about,
  description,
  actions,
}: {
  title: ReactNode
  /** The number of items on the page. */
  count?: ReactNode
  /** A button beside the title that explains the page. */
  about?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      {/* With less width than this, the actions wrap below the title instead of squeezing it. */}
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex items-center gap-1">
          <h1 className="min-w-0 text-xl font-semibold wrap-break-word">{title}</h1>
          {count !== undefined && <span className="text-sm text-ink-muted tabular-nums">{count}</span>}
          {about}
        </div>
        {description !== undefined && <div className="text-sm text-ink-muted">{description}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
