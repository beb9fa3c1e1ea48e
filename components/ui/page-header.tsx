import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'

export interface PageHeaderProps {
  title: ReactNode
  /** The number of items on the page, and further facts about them. */
  count?: ReactNode
  /** A button beside the title that explains the page. */
  about?: ReactNode
  /** The saved views of a list. */
  views?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Whether the header is one line above a list or the results of filters, instead of the beginning of a text. */
  isBar?: boolean
}

/**
 * The header of every page: its only `h1`, the number of items, an info button, views, a description, and actions.
 */
export function PageHeader({ title, count, about, views, description, actions, isBar = false }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        'flex flex-wrap',
        isBar ? 'min-h-8 items-center gap-x-3 gap-y-1' : 'items-start gap-x-4 gap-y-2',
      )}
    >
      {/* With less width than this, the actions wrap below the title instead of squeezing it. */}
      <div className={isBar ? 'max-sm:contents' : 'min-w-0 flex-1 basis-56'}>
        <div className={classNames('flex items-center gap-1', isBar && 'max-sm:contents')}>
          {/* On phones, the top bar already shows the title of a list. */}
          <h1 className={classNames('min-w-0 text-xl font-semibold wrap-break-word', isBar && 'max-sm:sr-only')}>
            {title}
          </h1>
          {count !== undefined && !isBar && <span className="text-sm text-ink-muted tabular-nums">{count}</span>}
          {/* Without the title, the count comes first. */}
          {about !== undefined && <span className={isBar ? 'inline-flex max-sm:order-1' : 'inline-flex'}>{about}</span>}
        </div>
        {description !== undefined && !isBar && <div className="text-sm text-ink-muted">{description}</div>}
      </div>
      {/* Views are beside the title where there is room, otherwise on their own line. */}
      {views !== undefined && (
        <div className="-mx-4 min-w-0 max-xl:order-last max-xl:grow max-xl:basis-full sm:-mx-6 xl:mx-0 xl:flex-1 xl:*:border-transparent">
          {views}
        </div>
      )}
      {/* The count changes with the filters, so it comes after the views, which stay in place. */}
      {isBar && count}
      {actions !== undefined && (
        <div
          className={classNames(
            'flex flex-wrap items-center',
            isBar ? 'ms-auto justify-end gap-1.5 max-sm:order-2' : 'gap-2',
          )}
        >
          {actions}
        </div>
      )}
      {description !== undefined && isBar && (
        <div className="order-last basis-full text-sm text-ink-muted max-sm:hidden">{description}</div>
      )}
    </header>
  )
}
