import type { ReactNode } from 'react'

interface HeadProps {
  title: string
  /** The saved views of the list. */
  views?: ReactNode
  /** The number of rows, and further facts about them. */
  count?: ReactNode
  /** A button beside the title that explains the page. */
  about?: ReactNode
  description?: string
  actions?: ReactNode
  /** Search, filters and other tools of the list. */
  tools?: ReactNode
}

/** A page that is one list and fills the window: title, number of rows and actions, then its tools, then the list. */
export function ListPage({ children, ...head }: HeadProps & { children: ReactNode }) {
  return (
    <div className="flex h-page flex-col">
      <ListHead {...head} />
      {children}
    </div>
  )
}

/** The top of a page that is a list, or that shows what the filters of a list match. */
export function ListHead({ title, views, count, about, description, actions, tools }: HeadProps) {
  return (
    <header className="flex shrink-0 flex-col gap-2 border-b border-line px-4 py-2 sm:px-6">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex items-center gap-1">
          {/* On phones, the top bar already shows the title. */}
          <h1 className="text-xl font-semibold max-sm:sr-only">{title}</h1>
          {about}
        </span>
        {/* Views are beside the title where there is room, otherwise on their own line. */}
        {views !== undefined && (
          <div className="-mx-4 min-w-0 max-xl:order-last max-xl:grow max-xl:basis-full sm:-mx-6 xl:mx-0 xl:flex-1 xl:*:border-transparent">
            {views}
          </div>
        )}
        {count}
        {actions !== undefined && (
          <span className="ms-auto flex flex-wrap items-center justify-end gap-1.5">{actions}</span>
        )}
      </div>
      {description !== undefined && <p className="-mt-1 text-sm text-ink-muted max-sm:hidden">{description}</p>}
      {tools}
    </header>
  )
}
