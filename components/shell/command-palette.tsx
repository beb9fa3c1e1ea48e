'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { ClipboardList, Command, CornerDownLeft, History, type LucideIcon, Search, SunMoon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Kbd } from '@/components/ui/kbd'
import { themes } from '@/lib/browser/preferences'
import { inspectionHref } from '@/lib/browser/routes'
import { useRecentInspections } from '@/lib/browser/recent'
import { useRegisteredShortcuts } from '@/lib/browser/shortcuts'
import { useTheme } from '@/lib/browser/theme'
import type { NavItem } from './nav-items'
import { matchesQuery, readInspectionId } from './palette-items'

interface PaletteItem {
  value: string
  label: string
  icon: LucideIcon
  keys?: string | undefined
  run: () => void
}

interface PaletteGroup {
  value: string
  items: PaletteItem[]
}

/** One field to go anywhere and do anything that has a name. Opened by Ctrl or Cmd and K. */
export default function CommandPalette({ items, onClose }: { items: readonly NavItem[]; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const groups = usePaletteGroups(items, query)
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
                aria-label="Search pages, commands and recent inspections, or paste an inspection id"
                placeholder="Go to a page, or paste an inspection id"
                className="h-12 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-muted"
              />
              <Kbd keys="escape" className="text-ink-muted" />
            </div>
            <Autocomplete.Empty className="text-sm text-ink-muted">
              <span className="block px-4 py-6">Nothing matches. An inspection opens by its id or address.</span>
            </Autocomplete.Empty>
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
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function usePaletteGroups(navItems: readonly NavItem[], query: string): PaletteGroup[] {
  const router = useRouter()
  const { theme, setTheme } = useTheme()
  const recent = useRecentInspections()
  const shortcuts = useRegisteredShortcuts()
  const open = (auditId: string) => router.push(inspectionHref(auditId))
  const pasted = readInspectionId(query)
  const all: PaletteGroup[] = [
    {
      value: 'Pages',
      items: navItems.map((item) => ({
        value: item.href,
        label: item.label,
        icon: item.icon,
        keys: item.keys,
        run: () => router.push(item.href),
      })),
    },
    {
      value: 'Recent inspections',
      items: recent.map(({ auditId, title }) => ({
        value: auditId,
        label: title,
        icon: History,
        run: () => open(auditId),
      })),
    },
    {
      value: 'Commands',
      items: [
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
      ],
    },
  ]
  const found = all
    .map(({ value, items }) => ({ value, items: items.filter(({ label }) => matchesQuery(label, query.trim())) }))
    .filter(({ items }) => items.length > 0)
  if (pasted === null) return found
  const jump = {
    value: `open:${pasted}`,
    label: `Open inspection ${pasted}`,
    icon: ClipboardList,
    run: () => open(pasted),
  }
  return [{ value: 'Jump', items: [jump] }, ...found]
}
