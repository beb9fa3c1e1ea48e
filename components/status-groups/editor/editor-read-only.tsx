import { useFormatter, useTranslations } from 'next-intl'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { StatusCount, type Counts } from './editor-count'
import { StatusChip } from '@/components/status/status-chip'

/** The statuses for people who cannot change them. */
export function ReadOnlyStatuses({ group, counts }: { group: StatusGroup; counts: Counts; refusal: string }) {
  const t = useTranslations('statusGroups.editor.statuses')
  const format = useFormatter()
  if (group.options.length === 0) return <p className="text-sm text-ink-muted">{t('noneYet')}</p>
  return (
    <ol aria-label={t('label')} className="max-w-2xl divide-y divide-line rounded border border-line bg-surface">
      {group.options.map(({ optionId, name, color }, index) => (
        <li key={optionId} className="flex items-center gap-3 px-4 py-2">
          <span aria-hidden className="w-5 text-end text-sm text-ink-muted tabular-nums">
            {format.number(index + 1)}
          </span>
          <span className="min-w-0 flex-1">
            <StatusChip name={name} color={color} size="md" />
          </span>
          <StatusCount optionId={optionId} name={name} counts={counts} />
        </li>
      ))}
    </ol>
  )
}
