'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useCurrentCrumb } from '@/lib/browser/crumb'
import { useListAddress } from '@/lib/browser/list-address'
import { listPath } from '@/lib/browser/routes'
import { findNavItem } from './nav-items'

/** The page's place: its section, and what it shows once the page has named itself. */
export function Breadcrumb() {
  const pathname = usePathname()
  const section = findNavItem(pathname)
  const name = useCurrentCrumb()
  const listAddress = useListAddress()
  if (section === undefined) return null
  const isSection = pathname === section.href
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        <li className="shrink-0">
          {isSection ? (
            <span aria-current="page" className="font-medium">
              {section.label}
            </span>
          ) : (
            // Back to the list as it was left: its filter is still wanted.
            <Link
              href={section.href === listPath ? listAddress : section.href}
              className="text-ink-muted hover:text-ink hover:underline"
            >
              {section.label}
            </Link>
          )}
        </li>
        {!isSection && name !== null && (
          <>
            <li aria-hidden className="hidden shrink-0 text-ink-muted sm:block">
              <ChevronRight size={16} strokeWidth={1.75} />
            </li>
            <li
              aria-current="page"
              className="hidden max-w-[32ch] min-w-0 truncate font-medium sm:block xl:max-w-[56ch]"
            >
              {name}
            </li>
          </>
        )}
      </ol>
    </nav>
  )
}
