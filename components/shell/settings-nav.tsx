'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { SettingsItem } from './settings-items'

/** The pages of Settings: beside the page on wide screens, in a row above it on narrow screens. */
export function SettingsNav({ items }: { items: readonly SettingsItem[] }) {
  const t = useTranslations('shell.settings')
  const pathname = usePathname()
  const isHere = (href: string) => pathname === href || pathname.startsWith(`${href}/`)
  return (
    <nav aria-label={t('label')} className="lg:w-44 lg:shrink-0">
      <ul className="flex gap-1 overflow-x-auto border-b border-line px-4 pt-2 sm:px-6 lg:sticky lg:top-18 lg:flex-col lg:border-b-0 lg:pt-6 lg:pe-0">
        {items.map(({ href, name }) => (
          <li key={href} className="shrink-0">
            <Link
              href={href}
              aria-current={isHere(href) ? 'page' : undefined}
              className="-mb-px flex h-9 items-center border-b-2 border-transparent px-2 text-sm font-medium text-ink-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink lg:mb-0 lg:h-8 lg:rounded lg:border-b-0 lg:aria-[current]:bg-raised"
            >
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
