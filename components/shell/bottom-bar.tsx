'use client'

import { Ellipsis, type LucideIcon } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { IntentLink } from '@/components/ui/intent-link'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { leaveFor } from '@/lib/browser/leave-guard'
import { type Badge as PageBadge, mergeBadges, NavBadge, type NavBadges } from './nav-badge'
import { findNavItem, navGroups, type NavItem } from './nav-items'

const thumbClass =
  'flex h-14 w-full flex-col items-center justify-center gap-1 text-xs font-medium text-ink-muted outline-offset-[-2px] aria-[current]:text-accent-ink'

/** The same pages at the bottom of a phone: four of them directly, the others behind "More". */
export function BottomBar({ items, badges }: { items: readonly NavItem[]; badges: NavBadges }) {
  const t = useTranslations('shell')
  const router = useRouter()
  const here = findNavItem(usePathname())
  const others = items.filter(({ isMinor }) => isMinor === true)
  const more = mergeBadges(others.flatMap(({ name }) => badges[name] ?? []))
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
              <IntentLink
                href={item.href}
                aria-current={item.href === here?.href ? 'page' : undefined}
                aria-description={badges[item.name]?.title}
                className={thumbClass}
              >
                <ThumbIcon icon={item.icon} badge={badges[item.name]} />
                {t(`nav.${item.name}`)}
              </IntentLink>
            </li>
          ))}
        <li className="flex-1">
          <Menu
            trigger={
              <button
                type="button"
                aria-current={here?.isMinor === true ? 'page' : undefined}
                // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 allows a description for every role
                aria-description={more?.title}
                className={thumbClass}
              >
                <ThumbIcon icon={Ellipsis} badge={more} isDot />
                {t('more')}
              </button>
            }
          >
            {navGroups.map((group) => {
              const pages = others.filter((item) => item.group === group)
              if (pages.length === 0) return null
              return (
                <MenuGroup key={group} label={t(`navGroups.${group}`)}>
                  {pages.map(({ href, name, icon }) => (
                    <MenuItem key={href} icon={icon} onSelect={() => leaveFor(() => router.push(href))}>
                      {t(`nav.${name}`)}
                      <MenuBadge badge={badges[name]} />
                    </MenuItem>
                  ))}
                </MenuGroup>
              )
            })}
          </Menu>
        </li>
      </ul>
    </nav>
  )
}

/** The badge is the description of the link, so it is hidden here. */
function ThumbIcon({
  icon: Icon,
  badge,
  isDot = false,
}: {
  icon: LucideIcon
  badge: PageBadge | undefined
  isDot?: boolean
}) {
  return (
    <span aria-hidden className="relative px-2">
      <Icon size={20} strokeWidth={1.75} />
      {badge !== undefined && <NavBadge badge={badge} look={isDot ? 'dot' : 'bubble'} />}
    </span>
  )
}

function MenuBadge({ badge }: { badge: PageBadge | undefined }) {
  if (badge === undefined) return null
  return (
    <>
      <span aria-hidden className="ms-auto">
        <NavBadge badge={badge} look="inline" />
      </span>
      <span className="sr-only">{badge.title}</span>
    </>
  )
}
