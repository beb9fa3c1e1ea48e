'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useCurrentCrumb } from '@/lib/browser/crumb'
import { useListAddress } from '@/lib/browser/list-address'
import { listPath } from '@/lib/browser/routes'
import { findNavItem } from './nav-items'

/** Where the page is: its section, and the name of what it shows once the page has set it. */
export function Breadcrumb() {
  const t = useTranslations('shell')
  const pathname = usePathname()
  const section = findNavItem(pathname)
  const name = useCurrentCrumb()
  const listAddress = useListAddress()
  if (section === undefined) return null
  const isSection = pathname === section.href
  return (
    <nav aria-label={t('breadcrumb')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        <li className="shrink-0">
          {isSection ? (
            <span aria-current="page" className="font-medium">
              {t(`nav.${section.name}`)}
            </span>
          ) : (
            // Back to the list with the filter it had.
            <Link
              href={section.href === listPath ? listAddress : section.href}
              className="text-ink-muted hover:text-ink hover:underline"
            >
              {t(`nav.${section.name}`)}
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
