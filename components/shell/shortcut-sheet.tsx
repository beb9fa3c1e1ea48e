'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { SearchInput } from '@/components/ui/inputs/search-field'
import { ShortcutList } from '@/components/ui/shortcut-list'
import { type Shortcut, useRegisteredShortcuts } from '@/lib/browser/shortcuts'
import { matchesQuery } from './palette/palette-items'

/** Lists the shortcuts of the page, then those of every page. `words` is searched in labels and groups. */
export function arrangeShortcuts(
  shortcuts: readonly Shortcut[],
  { words, frame }: { words: string; frame: readonly string[] },
): readonly Shortcut[] {
  const rank = ({ group }: Shortcut) => frame.indexOf(group)
  return shortcuts
    .filter(({ label, group, keys }) => keys.length > 0 && matchesQuery(`${label} ${group}`, words.trim()))
    .toSorted((one, other) => rank(one) - rank(other))
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
  const shortcuts = arrangeShortcuts(useRegisteredShortcuts(), {
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
      {shortcuts.length === 0 && <p className="mb-4 text-sm text-ink-muted">{t('none')}</p>}
      <ShortcutList shortcuts={shortcuts} />
      <label className="flex items-center gap-2 border-t border-line pt-4 text-sm">
        <Checkbox checked={hasSingleKeys} onChange={(event) => onSingleKeys(event.target.checked)} />
        {t('singleKeys')}
      </label>
    </Dialog>
  )
}
