'use client'

import { Ellipsis, type LucideIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { IntentLink } from '@/components/ui/intent-link'
import { Kbd } from '@/components/ui/kbd'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'
import type { SystemStatus } from '@/lib/system/schema'
import { Logo } from './logo'
import { type Badge as PageBadge, NavBadge, type NavBadges } from './nav-badge'
import { findNavItem, navGroups, type NavItem } from './nav-items'

/** The pages at the left edge. Only icons when collapsed and on narrow screens. */
export function Rail({
  items,
  badges,
  isCollapsed,
  onToggle,
  mode,
}: {
  items: readonly NavItem[]
  badges: NavBadges
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
      <div className="flex flex-1 flex-col overflow-y-auto p-2">
        {navGroups.map((group) => {
          const pages = items.filter((item) => item.group === group)
          if (pages.length === 0) return null
          return (
            <div
              key={group}
              className={classNames('not-first:mt-1', isCollapsed ? ruled : `${ruled} xl:not-first:border-t-0`)}
            >
              <p aria-hidden className={classNames('px-2 pt-1 pb-0.5 text-xs font-medium text-ink-muted', wide)}>
                {t(`navGroups.${group}`)}
              </p>
              <ul aria-label={t(`navGroups.${group}`)} className="flex flex-col">
                {pages.map((item) => (
                  <RailItem
                    key={item.href}
                    item={item}
                    isHere={item.href === here}
                    wide={wide}
                    badge={badges[item.name]}
                  />
                ))}
              </ul>
            </div>
          )
        })}
      </div>
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

const ruled = 'not-first:border-t not-first:border-line not-first:pt-2'

function RailItem({
  item,
  isHere,
  wide,
  badge,
}: {
  item: NavItem
  isHere: boolean
  /** The class of elements that are shown only beside the icons. */
  wide: string
  badge: NavBadges[NavItem['name']]
}) {
  const t = useTranslations('shell')
  return (
    <li>
      <Tip
        content={
          <span className="inline-flex items-center gap-2">
            {t(`nav.${item.name}`)} <Kbd keys={item.keys} />
          </span>
        }
      >
        <IntentLink
          href={item.href}
          aria-label={t(`nav.${item.name}`)}
          aria-description={badge?.title}
          aria-current={isHere ? 'page' : undefined}
          className="relative flex h-8 items-center gap-2.5 rounded px-2 text-sm font-medium text-ink-muted hover:bg-raised hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
        >
          <item.icon
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className={classNames('shrink-0', isHere && 'text-accent-ink')}
          />
          <span className={classNames('min-w-0 truncate', wide)}>{t(`nav.${item.name}`)}</span>
          {badge !== undefined && (
            <>
              <span className={classNames('ms-auto', wide)}>
                <NavBadge badge={badge} look="inline" />
              </span>
              <span className={wide === 'hidden' ? '' : 'xl:hidden'}>
                <NavBadge badge={badge} look="dot" />
              </span>
            </>
          )}
        </IntentLink>
      </Tip>
    </li>
  )
}

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
                    <MenuItem key={href} icon={icon} onSelect={() => router.push(href)}>
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

/** One badge for all pages behind "More"; undefined if none has one. */
function mergeBadges(badges: readonly PageBadge[]): PageBadge | undefined {
  if (badges.length === 0) return undefined
  return {
    count: null,
    title: badges.map(({ title }) => title).join(' · '),
    isUrgent: badges.some(({ isUrgent }) => isUrgent),
  }
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
