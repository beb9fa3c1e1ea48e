'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Kbd } from '@/components/ui/kbd'
import { useRecentPages } from '@/lib/browser/recent'
import { findNavItem } from './nav-items'

const shownMax = 5

/** Helps people to continue from an address that does not exist: the palette, and pages that were open lately. */
export function NotFoundHelp() {
  const t = useTranslations('shell')
  const recent = useRecentPages().slice(0, shownMax)
  return (
    <>
      <span className="mt-2 block">{t.rich('notFound.palette', { keys: () => <Kbd keys="mod+k" /> })}</span>
      {recent.length > 0 && (
        <nav aria-labelledby="recent-heading" className="mt-6 text-start">
          <h2 id="recent-heading" className="mb-1 text-xs font-medium text-ink-muted">
            {t('notFound.recent')}
          </h2>
          <ul className="flex flex-col">
            {recent.map(({ href, title }) => {
              const Icon = findNavItem(href)?.icon
              return (
                <li key={href}>
                  <Link href={href} className="flex min-h-8 items-center gap-2 rounded px-2 text-ink hover:bg-raised">
                    {Icon !== undefined && <Icon aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted" />}
                    <span className="min-w-0 truncate">{title}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
      )}
    </>
  )
}
