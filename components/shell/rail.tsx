'use client'

import { ChevronDown, ChevronRight, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { IntentLink } from '@/components/ui/intent-link'
import { Kbd } from '@/components/ui/kbd'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'
import type { SystemStatus } from '@/lib/system/schema'
import { Logo } from './logo'
import { type Badge as PageBadge, mergeBadges, NavBadge, type NavBadges } from './nav-badge'
import { findNavItem, type NavGroup, navGroups, type NavItem } from './nav-items'

/** The pages at the left edge. Only icons when collapsed and on narrow screens. */
export function Rail({
  items,
  badges,
  isCollapsed,
  onToggle,
  isDeveloperOpen,
  onToggleDeveloper,
  mode,
}: {
  items: readonly NavItem[]
  badges: NavBadges
  isCollapsed: boolean
  onToggle: () => void
  /** Few people need the pages for developers every day, so these are shown on request. */
  isDeveloperOpen: boolean
  onToggleDeveloper: () => void
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
          // The group of the page on screen cannot be closed.
          const canClose = group === 'developer' && !pages.some(({ href }) => href === here)
          return (
            <div
              key={group}
              className={classNames('not-first:mt-1', isCollapsed ? ruled : `${ruled} xl:not-first:border-t-0`)}
            >
              {canClose ? (
                <GroupButton
                  group={group}
                  wide={wide}
                  isOpen={isDeveloperOpen}
                  badge={mergeBadges(pages.flatMap(({ name }) => badges[name] ?? []))}
                  onClick={onToggleDeveloper}
                />
              ) : (
                <p aria-hidden className={classNames('px-2 pt-1 pb-0.5 text-xs font-medium text-ink-muted', wide)}>
                  {t(`navGroups.${group}`)}
                </p>
              )}
              {(!canClose || isDeveloperOpen) && (
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
              )}
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

/** The label of a group that opens and closes. While it is closed, it has the badges of its pages. */
function GroupButton({
  group,
  wide,
  isOpen,
  badge,
  onClick,
}: {
  group: NavGroup
  /** The class of elements that are shown only beside the icons. */
  wide: string
  isOpen: boolean
  badge: PageBadge | undefined
  onClick: () => void
}) {
  const name = useTranslations('shell.navGroups')(group)
  const Icon = isOpen ? ChevronDown : ChevronRight
  const shown = isOpen ? undefined : badge
  return (
    <Tip content={name}>
      <button
        type="button"
        aria-label={name}
        aria-expanded={isOpen}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 allows a description for every role
        aria-description={shown?.title}
        onClick={onClick}
        className="relative flex h-8 w-full items-center gap-2.5 rounded px-2 text-xs font-medium text-ink-muted hover:bg-raised hover:text-ink"
      >
        <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        <span className={wide}>{name}</span>
        {shown !== undefined && <RailBadge badge={shown} wide={wide} />}
      </button>
    </Tip>
  )
}

/** A badge beside a name, or a dot on the icon where only icons are shown. */
function RailBadge({ badge, wide }: { badge: PageBadge; wide: string }) {
  return (
    <>
      <span className={classNames('ms-auto', wide)}>
        <NavBadge badge={badge} look="inline" />
      </span>
      <span className={wide === 'hidden' ? '' : 'xl:hidden'}>
        <NavBadge badge={badge} look="dot" />
      </span>
    </>
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
          {badge !== undefined && <RailBadge badge={badge} wide={wide} />}
        </IntentLink>
      </Tip>
    </li>
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
