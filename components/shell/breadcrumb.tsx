'use client'

import { ChevronRight } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useCurrentCrumb } from '@/lib/browser/crumb'
import { useListAddress } from '@/lib/browser/lists/list-address'
import { rememberPage } from '@/lib/browser/recent'
import { listPath } from '@/lib/browser/routes'
import { findNavItem, findSubPages } from './nav-items'
import { findSettingsItem } from './settings-items'

interface Crumb {
  label: string
  /** Null: a group, or the page itself. */
  href: Route | null
}

/** From the group of the navigation to the page: "Work › Inspections › Forklift check". */
function useCrumbs(): { crumbs: Crumb[]; named: string | null } {
  const t = useTranslations('shell')
  const pathname = usePathname()
  const name = useCurrentCrumb()
  const listAddress = useListAddress()
  const section = findNavItem(pathname)
  if (section === undefined) return { crumbs: [{ label: t('notFound.title'), href: null }], named: null }
  const settings = findSettingsItem(pathname)
  const crumbs: Crumb[] = [
    { label: t(`navGroups.${section.group}`), href: null },
    // Back to the list with the filter it had.
    { label: t(`nav.${section.name}`), href: section.href === listPath ? listAddress : section.href },
    ...findSubPages(pathname).map(({ href, name: page }) => ({ label: t(`subPages.${page}`), href })),
    ...(settings === undefined ? [] : [{ label: t(`settings.${settings.name}`), href: settings.href }]),
  ]
  const isNamed = ![section.href, ...findSubPages(pathname).map(({ href }) => href), settings?.href].includes(
    pathname as Route,
  )
  const named = isNamed ? name : null
  if (named !== null) crumbs.push({ label: named, href: null })
  return { crumbs, named }
}

/** Shows where the page is. On phones it shows only the page above it, or the page itself if there is none above. */
export function Breadcrumb() {
  const t = useTranslations('shell')
  const pathname = usePathname()
  const { crumbs, named } = useCrumbs()
  useEffect(() => {
    // The cast is safe: this page is open.
    if (named !== null) rememberPage({ href: pathname as Route, title: named })
  }, [named, pathname])
  const isAt = (crumb: Crumb) => crumb.href?.split('?')[0] === pathname
  return (
    <nav aria-label={t('breadcrumb')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1
          const isCurrent = isLast && (crumb.href === null || isAt(crumb))
          const isShownOnPhones = crumbs.length <= 2 ? isLast : index === crumbs.length - 2
          return (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- a place in the path
              key={index}
              aria-current={isCurrent ? 'page' : undefined}
              className={`flex min-w-0 items-center gap-1 ${isShownOnPhones ? '' : 'max-sm:hidden'} ${index === 0 && crumbs.length > 1 ? 'max-lg:hidden' : ''} ${isLast ? '' : 'shrink-0'}`}
            >
              {index > 0 && (
                <ChevronRight
                  aria-hidden
                  size={14}
                  strokeWidth={1.75}
                  className={`shrink-0 text-ink-muted ${index === 1 ? 'max-lg:hidden' : 'max-sm:hidden'}`}
                />
              )}
              {crumb.href === null || isCurrent ? (
                <span
                  className={
                    isCurrent ? 'max-w-[32ch] truncate font-medium xl:max-w-[56ch]' : 'whitespace-nowrap text-ink-muted'
                  }
                >
                  {crumb.label}
                </span>
              ) : (
                <Link href={crumb.href} className="whitespace-nowrap text-ink-muted hover:text-ink hover:underline">
                  {crumb.label}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
