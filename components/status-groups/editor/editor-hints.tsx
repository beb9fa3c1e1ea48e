import { Info } from 'lucide-react'
import { findColorHints } from '@/lib/status-groups/color'
import { findSameNames, type StagedStatus } from '@/lib/status-groups/model'
import { describeHint, describeMistaken, joinNames } from './editor-words'

/** What is worth a second look, and keeps nobody from saving. */
export function EditorHints({ statuses }: { statuses: readonly StagedStatus[] }) {
  const nameOf = (key: string) => statuses.find((status) => status.key === key)?.name ?? ''
  const colors = findColorHints(statuses)
  const hints = [
    ...findSameNames(statuses).map((same) => `${same.length} statuses are called ${joinNames([same[0]?.name ?? ''])}.`),
    ...colors.flatMap((hint) => (hint.kind === 'mistaken' ? [] : [describeHint(hint, nameOf)])),
    ...describeMistaken(colors),
  ]
  if (hints.length === 0) return null
  return (
    <section aria-label="Worth a second look" className="flex gap-2 text-sm text-ink-muted">
      <Info aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <ul className="flex min-w-0 flex-col gap-1">
        {hints.map((hint) => (
          <li key={hint} className="wrap-anywhere">
            {hint}
          </li>
        ))}
      </ul>
    </section>
  )
}
