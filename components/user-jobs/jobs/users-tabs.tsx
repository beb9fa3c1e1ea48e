'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'

const tabs = [
  { href: '/users', name: 'all' },
  { href: '/users/imports', name: 'imports' },
] as const

/** The two pages of Users: the people, and the imports that create and change them. */
export function UsersTabs() {
  const t = useTranslations('shell.usersTabs')
  const pathname = usePathname()
  return (
    <nav aria-label={t('label')}>
      <ul className="flex gap-1 border-b border-line">
        {tabs.map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={pathname === href ? 'page' : undefined}
              className="-mb-px inline-flex h-9 items-center border-b-2 border-transparent px-2 text-sm font-medium text-ink-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
