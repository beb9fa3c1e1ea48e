import type { ReactNode } from 'react'

/** One section of the account page. A link to it ends with `#id`. */
export function AccountSection({
  id,
  title,
  description,
  actions,
  children,
}: {
  id: string
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="min-w-0 scroll-mt-16 rounded border border-line bg-surface p-4"
    >
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={`${id}-title`} className="text-base font-semibold">
            {title}
          </h2>
          {description !== undefined && <div className="text-sm text-ink-muted">{description}</div>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
