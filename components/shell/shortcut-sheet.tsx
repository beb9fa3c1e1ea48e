'use client'

import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { type Shortcut, useRegisteredShortcuts } from '@/lib/browser/shortcuts'

/** Group -> label -> keys, in the order of registration. */
function groupShortcuts(shortcuts: readonly Shortcut[]): Map<string, Map<string, string[]>> {
  const groups = new Map<string, Map<string, string[]>>()
  for (const { group, label, keys } of shortcuts) {
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
  const groups = groupShortcuts(useRegisteredShortcuts())
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')}>
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
