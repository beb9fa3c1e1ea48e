import { useQuery } from '@tanstack/react-query'
import { Bookmark, ClipboardList, Command, History, ListFilter, Settings, SunMoon } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useStartNames } from '@/components/saved-views/use-start-names'
import { viewHref } from '@/components/saved-views/use-view-address'
import { leaveFor } from '@/lib/browser/leave-guard'
import { useNow } from '@/lib/browser/now'
import { themes } from '@/lib/account/values-model'
import { useRecentPages } from '@/lib/browser/recent'
import { inspectionHref } from '@/lib/browser/routes'
import { useRegisteredShortcuts } from '@/lib/browser/shortcuts'
import { useTheme } from '@/lib/browser/preferences/theme'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Translator } from '@/lib/messages/translator'
import { viewListPages } from '@/lib/saved-views/lists-model'
import { allKey, arrangeViews, canonicalQuery } from '@/lib/saved-views/model'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { formatRelative } from '@/lib/time/time-format'
import { findNavItem, listFoundSubPages, type NavItem } from '@/components/shell/nav-items'
import { isSurelyInspection, matchesQuery, type PaletteGroup, readInspectionId } from './palette-items'
import type { SettingsItem } from '@/components/shell/settings-items'
import { useFoundThings } from './use-found-things'

/** Commands of the page and the frame, and the other themes. */
function useCommands(): PaletteGroup['items'] {
  const t = useTranslations('shell.theme')
  const { theme, setTheme } = useTheme()
  const shortcuts = useRegisteredShortcuts()
  return [
    ...shortcuts
      .filter(({ inPalette }) => inPalette === true)
      .map((shortcut) => ({
        value: shortcut.id,
        label: shortcut.label,
        icon: Command,
        keys: shortcut.keys[0],
        run: shortcut.run,
      })),
    ...themes
      .filter((other) => other !== theme)
      .map((other) => ({
        value: `theme:${other}`,
        label: t('chosen', { theme: t(other) }),
        icon: SunMoon,
        run: () => setTheme(other),
      })),
  ]
}

/** Pages of the rail, lists below them, and pages of Settings. */
function listPages(
  t: Translator<'shell'>,
  navItems: readonly NavItem[],
  settingsItems: readonly SettingsItem[],
  go: (href: Route) => void,
): PaletteGroup[] {
  return [
    {
      value: 'pages',
      items: [
        ...navItems.map((item) => ({
          value: item.href,
          label: t(`nav.${item.name}`),
          icon: item.icon,
          keys: item.keys,
          run: () => go(item.href),
        })),
        ...listFoundSubPages(navItems).map(({ href, name }) => ({
          value: href,
          label: t(`subPages.${name}`),
          icon: findNavItem(href)?.icon ?? History,
          run: () => go(href),
        })),
      ],
    },
    {
      value: 'settings',
      items: settingsItems.map(({ href, name }) => ({
        value: href,
        label: t('palette.settingsPage', { page: t(`settings.${name}`) }),
        icon: Settings,
        run: () => go(href),
      })),
    },
  ]
}

/** The saved views of every list, those of inspections in the order of their bar. */
function useViewItems(go: (href: Route) => void): PaletteGroup['items'] {
  const t = useTranslations('shell')
  const { data: saved } = useQuery(savedViewQueries.list())
  const { data: everywhere } = useQuery(savedViewQueries.ofAllLists())
  const views = arrangeViews(saved?.views ?? [], saved?.bar ?? { ordered: [], hidden: [] }, useStartNames())
  return [
    ...[...views.shown, ...views.hidden].map((view) => ({
      value: `view:${view.key}`,
      label: view.key === allKey ? t('palette.allInspections') : view.name,
      icon: Bookmark,
      hint:
        view.stored !== null && !view.stored.isMine ? t('palette.owner', { name: view.stored.ownerName }) : undefined,
      run: () => go(viewHref(view)),
    })),
    ...(everywhere?.views ?? [])
      .filter(({ list }) => list !== 'inspections')
      .map(({ viewId, name, query: ofView, list }) => ({
        value: `view:${viewId}`,
        label: name,
        icon: Bookmark,
        hint: t(viewListPages[list].name),
        run: () => go(viewHref({ key: viewId, query: ofView }, list)),
      })),
  ]
}

/** The items of the palette for `query`, in groups. Empty groups are left out. */
export function usePaletteGroups({
  navItems,
  settingsItems,
  query,
  foundRows,
  words: asked,
}: {
  navItems: readonly NavItem[]
  settingsItems: readonly SettingsItem[]
  query: string
  foundRows: readonly InspectionRow[]
  /** The text that the server searches for; null if there is none. */
  words: string | null
}): PaletteGroup[] {
  const t = useTranslations('shell')
  const language = useLocale()
  const router = useRouter()
  const go = (href: Route) => leaveFor(() => router.push(href))
  const commands = useCommands()
  const now = useNow(60_000)
  const recent = useRecentPages()
  const open = (auditId: string) => go(inspectionHref(auditId))
  const pasted = readInspectionId(query)
  const found = new Set<string>(foundRows.map(({ auditId }) => inspectionHref(auditId)))
  const inspections: PaletteGroup = {
    value: 'inspections',
    items: foundRows.map((row) => ({
      value: `found:${row.auditId}`,
      label: row.title ?? t('palette.untitled'),
      icon: ClipboardList,
      hint: [row.siteName ?? row.templateName, formatRelative(Math.min(Date.parse(row.modifiedAt), now), now, language)]
        .filter((part) => part !== null)
        .join(' · '),
      run: () => open(row.auditId),
    })),
  }
  const all: PaletteGroup[] = [
    ...listPages(t, navItems, settingsItems, go),
    {
      value: 'views',
      items: useViewItems(go),
    },
    {
      value: 'recent',
      items: recent
        .filter(({ href }) => !found.has(href))
        .map(({ href, title }) => ({
          value: `recent:${href}`,
          label: title,
          icon: findNavItem(href)?.icon ?? History,
          run: () => go(href),
        })),
    },
    { value: 'commands', items: commands },
  ]
  const things = useFoundThings(asked, navItems, go)
  const words = query.trim()
  const known = all
    .map(({ value, items }) => ({ value, items: items.filter(({ label }) => matchesQuery(label, words)) }))
    .filter(({ items }) => items.length > 0)
  const jump: PaletteGroup = {
    value: 'jump',
    items:
      pasted === null
        ? []
        : [
            {
              value: `open:${pasted}`,
              label: t('palette.open', { id: pasted }),
              icon: ClipboardList,
              run: () => open(pasted),
            },
          ],
  }
  const search: PaletteGroup = {
    value: 'search',
    items:
      words === ''
        ? []
        : [
            {
              value: 'search',
              label: t('palette.searchFor', { words }),
              icon: ListFilter,
              run: () => go(viewHref({ key: allKey, query: canonicalQuery(new URLSearchParams({ q: words })) })),
            },
          ],
  }
  // Pages and commands stay first: they are known at once, so nothing moves just before Enter is pressed.
  const others = [...known, inspections, ...things, search]
  return (isSurelyInspection(query) ? [jump, ...others] : [...others, jump]).filter(({ items }) => items.length > 0)
}
