'use client'

import type { Route } from 'next'
import Link from 'next/link'
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'

const keepFromRow = (event: MouseEvent) => event.stopPropagation()

/** A name that opens the page of what it names. It looks like text until the pointer is on it. */
export function NameLink({
  href,
  isInRow = false,
  className,
  children,
}: {
  /** Null: it has no page, so it is only text. */
  href: Route | null
  /** In a table whose rows open themselves: only the name opens its page. The keyboard stays with the rows. */
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
