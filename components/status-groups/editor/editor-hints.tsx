import { useFormatter, useTranslations } from 'next-intl'
import { Info } from 'lucide-react'
import { findNewColorHints } from '@/lib/status-groups/color'
import { findSameNames, type DraftStatus } from '@/lib/status-groups/model'
import { describeHints } from './editor-texts'

/**
 * Possible mistakes that do not prevent saving: duplicate names, and similar or unknown colors that `before` did not
 * have.
 */
export function EditorHints({
  statuses,
  before,
}: {
  statuses: readonly DraftStatus[]
  /** The saved statuses. */
  before: readonly DraftStatus[]
}) {
  const t = useTranslations('statusGroups.editor')
  const colors = useTranslations('status')
  const format = useFormatter()
  const hints = [
    ...findSameNames(statuses).map((same) =>
      t('hints.sameName', { count: same.length, name: same[0]?.name.trim() ?? '' }),
    ),
    ...describeHints({ t, colors, format, hints: findNewColorHints(statuses, before), statuses }),
  ]
  if (hints.length === 0) return null
  return (
    <section aria-label={t('hints.label')} className="flex gap-2 text-sm text-ink-muted">
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
