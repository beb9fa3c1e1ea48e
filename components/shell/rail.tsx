'use client'

import { Ellipsis, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Menu, MenuItem } from '@/components/ui/menu'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'
import type { SystemStatus } from '@/lib/system/schema'
import { Logo } from './logo'
import { findNavItem, type NavItem } from './nav-items'
import { ReviewCount } from './review-count'

/** The pages at the left edge. Only icons when collapsed and on narrow screens. */
export function Rail({
  items,
  isCollapsed,
  onToggle,
  mode,
}: {
  items: readonly NavItem[]
  isCollapsed: boolean
  onToggle: () => void
  mode: SystemStatus['mode']
}) {
  const t = useTranslations('shell')
  const here = findNavItem(usePathname())?.href
  const wide = isCollapsed ? 'hidden' : 'hidden xl:block'
  return (
    <nav
      aria-label={t('pages')}
      className={classNames(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-e border-line bg-canvas sm:flex print:hidden',
        isCollapsed ? 'w-12' : 'w-12 xl:w-52',
      )}
    >
      <div className="flex h-12 shrink-0 items-center gap-2 px-3.5">
        <Logo />
        <span className={classNames('text-base font-semibold', wide)}>Sightline</span>
        {mode === 'demo' && (
          <span className={classNames('ms-auto', wide)}>
            <DemoMark />
          </span>
        )}
      </div>
      <ul className="flex flex-1 flex-col gap-0.5 overflow-y-auto p-2">
        {items.map((item) => (
          <li key={item.href} className={item.beginsPart === true ? 'mt-2 border-t border-line pt-2' : ''}>
            <Tip
              content={
                <span className="inline-flex items-center gap-2">
                  {t(`nav.${item.name}`)} <Kbd keys={item.keys} />
                </span>
              }
            >
              <Link
                href={item.href}
                aria-label={t(`nav.${item.name}`)}
                aria-current={item.href === here ? 'page' : undefined}
                className="flex h-8 items-center gap-2.5 rounded px-2 text-sm font-medium text-ink-muted hover:bg-raised hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
              >
                <item.icon
                  aria-hidden
                  size={16}
                  strokeWidth={1.75}
                  className={classNames('shrink-0', item.href === here && 'text-accent-ink')}
                />
                <span className={wide}>{t(`nav.${item.name}`)}</span>
                {item.countsReviews === true && <ReviewCount className={classNames('ms-auto', wide)} />}
              </Link>
            </Tip>
          </li>
        ))}
      </ul>
      <div className="hidden p-2 xl:block">
        <IconButton
          label={t(isCollapsed ? 'rail.expand' : 'rail.collapse')}
          icon={isCollapsed ? PanelLeftOpen : PanelLeftClose}
          keys="["
          onClick={onToggle}
        />
      </div>
    </nav>
  )
}

const thumbClass =
  'flex h-14 w-full flex-col items-center justify-center gap-1 text-xs font-medium text-ink-muted outline-offset-[-2px] aria-[current]:text-accent-ink'

/** The same pages at the bottom of a phone: four of them directly, the others behind "More". */
export function BottomBar({ items }: { items: readonly NavItem[] }) {
  const t = useTranslations('shell')
  const router = useRouter()
  const here = findNavItem(usePathname())
  const others = items.filter(({ isMinor }) => isMinor === true)
  return (
    <nav
      aria-label={t('pages')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      <ul className="flex">
        {items
          .filter(({ isMinor }) => isMinor !== true)
          .map((item) => (
            <li key={item.href} className="flex-1">
              <Link
                href={item.href}
                aria-current={item.href === here?.href ? 'page' : undefined}
                className={thumbClass}
              >
                <item.icon aria-hidden size={20} strokeWidth={1.75} />
                {t(`nav.${item.name}`)}
              </Link>
            </li>
          ))}
        <li className="flex-1">
          <Menu
            trigger={
              <button type="button" aria-current={here?.isMinor === true ? 'page' : undefined} className={thumbClass}>
                <Ellipsis aria-hidden size={20} strokeWidth={1.75} />
                {t('more')}
              </button>
            }
          >
            {others.map(({ href, name, icon }) => (
              <MenuItem key={href} icon={icon} onSelect={() => router.push(href)}>
                {t(`nav.${name}`)}
              </MenuItem>
            ))}
          </Menu>
        </li>
      </ul>
    </nav>
  )
}

/** Says that the data is made up. */
export function DemoMark() {
  const t = useTranslations('shell.demo')
  return (
    <Tip content={t('hint')}>
      <span className="inline-flex">
        <Badge tone="attention" icon={null}>
          {t('label')}
        </Badge>
      </span>
    </Tip>
  )
}
