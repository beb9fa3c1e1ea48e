'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import {
  Bookmark,
  ClipboardList,
  Command,
  CornerDownLeft,
  History,
  ListFilter,
  type LucideIcon,
  Search,
  SunMoon,
} from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { viewHref } from '@/components/saved-views/use-view-address'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Spinner } from '@/components/ui/spinner'
import { themes } from '@/lib/browser/preferences'
import { inspectionHref } from '@/lib/browser/routes'
import { describeError } from '@/lib/browser/describe-error'
import { leaveFor } from '@/lib/browser/leave-guard'
import { useNow } from '@/lib/browser/now'
import { useRecentInspections } from '@/lib/browser/recent'
import { useRegisteredShortcuts } from '@/lib/browser/shortcuts'
import { useTheme } from '@/lib/browser/theme'
import { formatRelative } from '@/lib/time/time-format'
import { useSettled } from '@/lib/browser/typed-text'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { InspectionRow } from '@/lib/inspections/schema'
import { allKey, arrangeViews, canonicalQuery } from '@/lib/saved-views/model'
import { savedViewQueries } from '@/lib/saved-views/queries'
import type { NavItem } from './nav-items'
import { matchesQuery, readInspectionId, writeFinding } from './palette-items'

const foundMax = 8
const settleMs = 150

interface PaletteItem {
  value: string
  label: string
  icon: LucideIcon
  keys?: string | undefined
  /** Where and when, beside the name. */
  hint?: string | undefined
  run: () => void
}

interface PaletteGroup {
  value: string
  items: PaletteItem[]
}

/** One field to go anywhere and do anything that has a name. Opened by Ctrl or Cmd and K. */
export default function CommandPalette({ items, onClose }: { items: readonly NavItem[]; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const found = useFoundInspections(query)
  const groups = usePaletteGroups(items, query, found)
  const choose = (item: PaletteItem) => {
    onClose()
    item.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label="Search or jump"
          className="fixed top-[12dvh] left-1/2 z-40 flex max-h-[70dvh] w-[calc(100vw-1rem)] max-w-lg -translate-x-1/2 flex-col overflow-hidden rounded-lg bg-surface text-ink shadow-float outline-none"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={query}
            onValueChange={setQuery}
            filter={null}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(item: PaletteItem) => item.label}
          >
            <div className="flex items-center gap-2 border-b border-line px-4">
              <Search aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
              <Autocomplete.Input
                aria-label="Search inspections, pages and commands, or paste an inspection id"
                placeholder="Find an inspection, a page or a command"
                className="h-12 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-muted"
              />
              <Kbd keys="escape" className="text-ink-muted" />
            </div>
            <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto p-2 outline-none empty:hidden">
              {(group: PaletteGroup) => (
                <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-2">
                  <Autocomplete.GroupLabel className="px-2 py-1 text-xs font-medium text-ink-muted">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: PaletteItem) => (
                      <Autocomplete.Item
                        key={item.value}
                        value={item}
                        onClick={() => choose(item)}
                        className="group flex min-h-9 cursor-default items-center gap-2.5 rounded px-2 text-sm select-none data-highlighted:bg-raised"
                      >
                        <item.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
                        <span className="min-w-0 flex-1 truncate">{item.label}</span>
                        {item.hint !== undefined && (
                          <span className="max-w-[45%] shrink-0 truncate text-xs text-ink-muted tabular-nums">
                            {item.hint}
                          </span>
                        )}
                        {item.keys === undefined ? (
                          <CornerDownLeft
                            aria-hidden
                            size={14}
                            className="invisible shrink-0 text-ink-muted group-data-highlighted:visible"
                          />
                        ) : (
                          <Kbd keys={item.keys} className="shrink-0 text-ink-muted" />
                        )}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            {/* Below: above pages and commands that match it would be read as their heading. */}
            <Finding found={found} />
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface Found {
  /** Null while nothing is looked for. */
  asked: string | null
  rows: readonly InspectionRow[]
  /** No answer to what is typed has come yet. */
  isSearching: boolean
  error: unknown
  retry: () => void
}

const none: readonly InspectionRow[] = []

/** Inspections whose words match what is typed, once the typing pauses. */
function useFoundInspections(text: string): Found {
  const typed = writeFinding(text)
  const asked = useSettled(typed, settleMs)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...inspectionQueries.first({ q: [asked ?? ''] }, foundMax),
    enabled: asked !== null,
  })
  const isOld = asked !== typed || isPlaceholderData
  if (typed === null) return { asked: null, rows: none, isSearching: false, error: null, retry: () => {} }
  return {
    asked: typed,
    // What was found for a word before stays until the next answer: a list that flickers cannot be read.
    rows: error === null ? (data?.rows ?? none) : none,
    isSearching: error === null && (isOld || (isFetching && data === undefined)),
    error: isOld ? null : error,
    retry: () => void refetch(),
  }
}

/** How the search for inspections goes, where the list does not say it. */
function Finding({ found: { asked, rows, isSearching, error, retry } }: { found: Found }) {
  if (asked === null) return null
  if (error !== null)
    return (
      <div role="alert" className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm text-bad">
        <span className="min-w-0 flex-1">Inspections could not be searched. {describeError(error).message}</span>
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  const text = isSearching
    ? 'Searching inspections'
    : rows.length === 0
      ? 'No inspection matches'
      : rows.length === foundMax
        ? `The newest ${foundMax} inspections that match`
        : rows.length === 1
          ? '1 inspection matches'
          : `${rows.length} inspections match`
  return (
    <output className="flex h-8 shrink-0 items-center gap-2 border-t border-line px-4 text-xs text-ink-muted">
      {isSearching && <Spinner />}
      {text}
    </output>
  )
}

/** Commands of the page and the frame, and the other themes. */
function useCommands(): PaletteGroup['items'] {
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
        label: other === 'system' ? 'Theme: as the system' : `Theme: ${other}`,
        icon: SunMoon,
        run: () => setTheme(other),
      })),
  ]
}

function usePaletteGroups(navItems: readonly NavItem[], query: string, found: Found): PaletteGroup[] {
  const router = useRouter()
  const go = (href: Route) => leaveFor(() => router.push(href))
  const commands = useCommands()
  const now = useNow(60_000)
  const recent = useRecentInspections()
  const { data: saved } = useQuery(savedViewQueries.list())
  const views = arrangeViews(saved?.views ?? [], saved?.bar ?? { ordered: [], hidden: [] })
  const open = (auditId: string) => go(inspectionHref(auditId))
  const pasted = readInspectionId(query)
  const foundIds = new Set(found.rows.map(({ auditId }) => String(auditId)))
  const inspections: PaletteGroup = {
    value: 'Inspections',
    items: found.rows.map((row) => ({
      value: `found:${row.auditId}`,
      label: row.title ?? 'Title not read yet',
      icon: ClipboardList,
      hint: [row.siteName ?? row.templateName, formatRelative(Math.min(Date.parse(row.modifiedAt), now), now)]
        .filter((part) => part !== null)
        .join(' · '),
      run: () => open(row.auditId),
    })),
  }
  const all: PaletteGroup[] = [
    {
      value: 'Pages',
      items: navItems.map((item) => ({
        value: item.href,
        label: item.label,
        icon: item.icon,
        keys: item.keys,
        run: () => go(item.href),
      })),
    },
    {
      value: 'Views',
      items: [...views.shown, ...views.hidden].map((view) => ({
        value: `view:${view.key}`,
        label: view.key === allKey ? 'All inspections' : view.name,
        icon: Bookmark,
        hint: view.stored !== null && !view.stored.isMine ? `by ${view.stored.ownerName}` : undefined,
        run: () => go(viewHref(view)),
      })),
    },
    {
      value: 'Recent inspections',
      items: recent
        .filter(({ auditId }) => !foundIds.has(auditId))
        .map(({ auditId, title }) => ({
          value: auditId,
          label: title,
          icon: History,
          run: () => open(auditId),
        })),
    },
    { value: 'Commands', items: commands },
  ]
  const words = query.trim()
  const known = all
    .map(({ value, items }) => ({ value, items: items.filter(({ label }) => matchesQuery(label, words)) }))
    .filter(({ items }) => items.length > 0)
  const jump: PaletteGroup = {
    value: 'Jump',
    items:
      pasted === null
        ? []
        : [
            {
              value: `open:${pasted}`,
              label: `Open inspection ${pasted}`,
              icon: ClipboardList,
              run: () => open(pasted),
            },
          ],
  }
  const search: PaletteGroup = {
    value: 'Search',
    items:
      words === ''
        ? []
        : [
            {
              value: 'search',
              label: `Search inspections for “${words}”`,
              icon: ListFilter,
              run: () => go(viewHref({ key: allKey, query: canonicalQuery(new URLSearchParams({ q: words })) })),
            },
          ],
  }
  // Pages and commands stay first: their names are known at once, so nothing moves under a finger on Enter.
  return [jump, ...known, inspections, search].filter(({ items }) => items.length > 0)
}
