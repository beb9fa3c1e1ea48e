'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { useAttention } from '@/lib/overview/use-attention'
import { importsToFixHref } from './job-links'

const tabs = [
  { href: '/users', name: 'all' },
  { href: '/users/imports', name: 'imports' },
] as const

/**
 * The two pages of Users: the people, and the imports that create and change them. While imports have errors, their tab
 * leads to these, because the number in the navigation counts them.
 */
export function UsersTabs() {
  const t = useTranslations('shell.usersTabs')
  const tBadges = useTranslations('shell.badges')
  const format = useFormatter()
  const toFix = useAttention()?.importsWithErrors ?? 0
  const pathname = usePathname()
  return (
    <nav aria-label={t('label')}>
      <ul className="flex gap-1 border-b border-line">
        {tabs.map(({ href, name }) => (
          <li key={href}>
            <Link
              href={name === 'imports' && toFix > 0 ? importsToFixHref : href}
              aria-description={name === 'imports' && toFix > 0 ? tBadges('imports', { count: toFix }) : undefined}
              aria-current={pathname === href ? 'page' : undefined}
              className="-mb-px inline-flex h-9 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm font-medium text-ink-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {t(name)}
              {name === 'imports' && toFix > 0 && (
                <span aria-hidden>
                  <Badge tone="attention">{format.number(toFix)}</Badge>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
