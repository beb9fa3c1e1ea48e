'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { SearchInput } from '@/components/ui/search-field'
import { type Shortcut, useRegisteredShortcuts } from '@/lib/browser/shortcuts'
import { matchesQuery } from './palette-items'

/** Group -> label -> keys. Those of the page come first, then those of every page. `words` is searched in labels and groups. */
export function groupShortcuts(
  shortcuts: readonly Shortcut[],
  { words, frame }: { words: string; frame: readonly string[] },
): Map<string, Map<string, string[]>> {
  const groups = new Map<string, Map<string, string[]>>()
  const rank = ({ group }: Shortcut) => frame.indexOf(group)
  for (const { group, label, keys } of shortcuts.toSorted((one, other) => rank(one) - rank(other))) {
    if (!matchesQuery(`${label} ${group}`, words.trim())) continue
    if (keys.length === 0) continue
    const lines = groups.get(group) ?? new Map<string, string[]>()
    groups.set(group, lines.set(label, [...(lines.get(label) ?? []), ...keys]))
  }
  return groups
}

/** Every shortcut that works on this page, and the switch for single-key shortcuts. */
export default function ShortcutSheet({
  hasSingleKeys,
  onSingleKeys,
  onClose,
}: {
  hasSingleKeys: boolean
  onSingleKeys: (on: boolean) => void
  onClose: () => void
}) {
  const t = useTranslations('shell.shortcuts')
  const [words, setWords] = useState('')
  const groups = groupShortcuts(useRegisteredShortcuts(), {
    words,
    frame: [t('groups.anywhere'), t('groups.goTo')],
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')}>
      <div className="mb-4 flex">
        <SearchInput
          value={words}
          onChange={setWords}
          label={t('search')}
          placeholder={t('search')}
          shortcut={null}
          className="max-w-full"
        />
      </div>
      {groups.size === 0 && <p className="mb-4 text-sm text-ink-muted">{t('none')}</p>}
      <div className="gap-6 sm:columns-2">
        {[...groups].map(([group, lines]) => (
          <section key={group} className="mb-6 break-inside-avoid">
            <h3 className="mb-1 text-xs font-medium text-ink-muted">{group}</h3>
            <ul>
              {[...lines].map(([label, alternatives]) => (
                <li key={label} className="flex min-h-8 items-center justify-between gap-4 text-sm">
                  {label}
                  <span className="flex shrink-0 gap-2">
                    {alternatives.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <label className="flex items-center gap-2 border-t border-line pt-4 text-sm">
        <Checkbox checked={hasSingleKeys} onChange={(event) => onSingleKeys(event.target.checked)} />
        {t('singleKeys')}
      </label>
    </Dialog>
  )
}
