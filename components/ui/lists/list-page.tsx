import type { ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from '@/components/ui/page-header'

interface HeadProps extends Omit<PageHeaderProps, 'isBar'> {
  /** Search, filters and other tools of the list. */
  tools?: ReactNode
}

/** A page that is one list and fills the window: its header, its tools, and the list. */
export function ListPage({ children, ...head }: HeadProps & { children: ReactNode }) {
  return (
    <div className="flex h-page flex-col">
      <ListHead {...head} />
      {children}
    </div>
  )
}

/** The top of a page that is a list, or that shows what the filters of a list match. */
export function ListHead({ tools, ...header }: HeadProps) {
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line px-4 py-2 sm:px-6">
      <PageHeader {...header} isBar />
      {tools}
    </div>
  )
}
