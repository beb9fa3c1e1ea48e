'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { CornerDownLeft, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Spinner } from '@/components/ui/spinner'
import { describeError } from '@/lib/browser/describe-error'
import { useSettled } from '@/lib/browser/typed-text'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { NavItem } from '@/components/shell/nav-items'
import { type PaletteGroup, type PaletteItem, writeFinding } from './palette-items'
import type { SettingsItem } from '@/components/shell/settings-items'
import { usePaletteGroups } from './use-palette-groups'

const foundMax = 8
const settleMs = 150

/** One field to open any page and run any command. Opened with Ctrl+K or Cmd+K. */
export default function CommandPalette({
  items,
  settingsItems,
  onClose,
}: {
  items: readonly NavItem[]
  settingsItems: readonly SettingsItem[]
  onClose: () => void
}) {
  const t = useTranslations('shell')
  const [query, setQuery] = useState('')
  const found = useFoundInspections(query)
  const groups = usePaletteGroups({ navItems: items, settingsItems, query, foundRows: found.rows, words: found.words })
  const choose = (item: PaletteItem) => {
    onClose()
    item.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label={t('search')}
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
                aria-label={t('palette.label')}
                placeholder={t('palette.placeholder')}
                className="h-12 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-muted"
              />
              <Kbd keys="escape" className="text-ink-muted" />
            </div>
            <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto p-2 outline-none empty:hidden">
              {(group: PaletteGroup) => (
                <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-2">
                  <Autocomplete.GroupLabel className="px-2 py-1 text-xs font-medium text-ink-muted">
                    {t(`palette.groups.${group.value}`)}
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
            {/* Below the list: above it, this would read like a heading of the matching pages and commands. */}
            <Finding found={found} />
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface Found {
  /** Null while nothing is searched. */
  asked: string | null
  rows: readonly InspectionRow[]
  /** The search text for everything except inspections: the typed words, once typing pauses. */
  words: string | null
  /** True until the results of the typed text arrive. */
  isSearching: boolean
  error: unknown
  retry: () => void
}

const none: readonly InspectionRow[] = []

/** Inspections that match the typed text, once typing pauses. */
function useFoundInspections(text: string): Found {
  const typed = writeFinding(text)
  const asked = useSettled(typed, settleMs)
  const plain = useSettled(text.trim(), settleMs)
  const settled = asked === null || plain === '' ? null : plain
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...inspectionQueries.first({ q: [asked ?? ''] }, foundMax),
    enabled: asked !== null,
  })
  const isOld = asked !== typed || isPlaceholderData
  if (typed === null) return { asked: null, words: null, rows: none, isSearching: false, error: null, retry: () => {} }
  return {
    asked: typed,
    words: settled,
    // Earlier results stay until the next ones arrive, because nobody can read a flickering list.
    rows: error === null ? (data?.rows ?? none) : none,
    isSearching: error === null && (isOld || (isFetching && data === undefined)),
    error: isOld ? null : error,
    retry: () => void refetch(),
  }
}

/** The state of the search for inspections, which the list itself does not show. */
function Finding({ found: { asked, rows, isSearching, error, retry } }: { found: Found }) {
  const t = useTranslations('shell.palette')
  const tCommon = useTranslations('common')
  if (asked === null) return null
  if (error !== null)
    return (
      <div role="alert" className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm text-bad">
        <span className="min-w-0 flex-1">{t('failed', { reason: describeError(error).message })}</span>
        <Button size="sm" onClick={retry}>
          {tCommon('retry')}
        </Button>
      </div>
    )
  const text = isSearching ? t('searching') : t(rows.length === foundMax ? 'newest' : 'found', { count: rows.length })
  return (
    <output className="flex h-8 shrink-0 items-center gap-2 border-t border-line px-4 text-xs text-ink-muted">
      {isSearching && <Spinner />}
      {text}
    </output>
  )
}
