'use client'

import { ChevronRight } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'

/** A row that expands. One row of the list is open at a time, and the address says which row. */
export function OpeningRow({
  id,
  head,
  facts,
  name = 'open',
  children,
}: {
  id: string
  head: ReactNode
  facts?: ReactNode
  /** The parameter of the address that says which row is open. */
  name?: string
  /** Renders the content. Called only while the row is open. */
  children: () => ReactNode
}) {
  const [open, setOpen] = useQueryState(name, parseAsString)
  const isOpen = open === id
  return (
    <li>
      <details
        open={isOpen}
        onToggle={(event) => event.currentTarget.open !== isOpen && void setOpen(event.currentTarget.open ? id : null)}
      >
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm outline-offset-[-2px] hover:bg-raised">
          <ChevronRight
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className={classNames('shrink-0 text-ink-muted', isOpen && 'rotate-90')}
          />
          <span className="min-w-0 flex-1 basis-56 font-medium wrap-anywhere">{head}</span>
          {facts !== undefined && (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted max-sm:basis-full max-sm:ps-7">
              {facts}
            </span>
          )}
        </summary>
        {isOpen && <div className="px-4 pb-4 ps-11 text-sm">{children()}</div>}
      </details>
    </li>
  )
}

/** A list of rows that expand. Its width is limited, so that facts stay close to their names. */
export function OpeningList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="max-w-240 divide-y divide-line rounded border border-line bg-surface">
      {children}
    </ul>
  )
}
