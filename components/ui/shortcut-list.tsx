import { Kbd } from '@/components/ui/kbd'
import { classNames } from '@/lib/browser/class-names'
import type { Shortcut } from '@/lib/browser/shortcuts'

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

/** Shortcuts with their keys, by group. A single group has no heading, because the dialog around it names it. */
export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const groups = groupShortcuts(shortcuts)
  const isSingle = groups.size === 1
  return (
    <div className={classNames('gap-6', !isSingle && 'sm:columns-2')}>
      {[...groups].map(([group, lines]) => (
        <section key={group} aria-label={group} className="mb-6 break-inside-avoid last:mb-0">
          {!isSingle && <h3 className="mb-1 text-xs font-medium text-ink-muted">{group}</h3>}
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
  )
}
