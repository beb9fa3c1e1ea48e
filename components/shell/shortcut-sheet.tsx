'use client'

import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { type Shortcut, useRegisteredShortcuts } from '@/lib/browser/shortcuts'

/** Every shortcut that works on this page, and the switch for the single-letter ones. */
export default function ShortcutSheet({
  hasSingleKeys,
  onSingleKeys,
  onClose,
}: {
  hasSingleKeys: boolean
  onSingleKeys: (on: boolean) => void
  onClose: () => void
}) {
  const groups = new Map<string, Shortcut[]>()
  for (const shortcut of useRegisteredShortcuts()) {
    if (shortcut.keys.length === 0) continue
    groups.set(shortcut.group, [...(groups.get(shortcut.group) ?? []), shortcut])
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <div className="grid gap-6 sm:grid-cols-2">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className="mb-1 text-xs font-medium text-ink-muted">{group}</h3>
            <ul>
              {shortcuts.map((shortcut) => (
                <li key={shortcut.id} className="flex min-h-8 items-center justify-between gap-4 text-sm">
                  {shortcut.label}
                  <span className="flex shrink-0 gap-2">
                    {shortcut.keys.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <label className="mt-4 flex items-center gap-2 border-t border-line pt-4 text-sm">
        <input
          type="checkbox"
          checked={hasSingleKeys}
          onChange={(event) => onSingleKeys(event.target.checked)}
          className="size-4 accent-accent"
        />
        Letters alone are shortcuts. Switch off where speech input types for you.
      </label>
    </Dialog>
  )
}
