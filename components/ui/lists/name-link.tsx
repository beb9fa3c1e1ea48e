'use client'

import type { Route } from 'next'
import Link from 'next/link'
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'

const keepFromRow = (event: MouseEvent) => event.stopPropagation()

/** The name of an object, which links to its page. It looks like text until the pointer is on it. */
export function NameLink({
  href,
  isInRow = false,
  className,
  children,
}: {
  /** Null if the object has no page. The name is then plain text. */
  href: Route | null
  /**
   * Set in tables whose rows can be opened, so that a click on the name does not also open the row. The keyboard stays
   * with the rows.
   */
  isInRow?: boolean
  className?: string
  children: ReactNode
}) {
  if (href === null) return <span className={className}>{children}</span>
  return (
    <Link
      href={href}
      prefetch={false}
      {...(isInRow
        ? {
            tabIndex: -1,
            draggable: false,
            onClick: keepFromRow,
            onAuxClick: keepFromRow,
            className: classNames('min-w-0 truncate', linkClass, className),
          }
        : { className: classNames(linkClass, className) })}
    >
      {children}
    </Link>
  )
}

const linkClass = 'hover:underline hover:underline-offset-2'
