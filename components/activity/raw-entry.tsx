import { useTranslations } from 'next-intl'
import type { ActivityEntry } from '@/lib/activity/schema'

/** Before and after as an entry stored them. */
export function RawEntry({ entry }: { entry: Pick<ActivityEntry, 'before' | 'after'> }) {
  const t = useTranslations('activity.details')
  if (entry.before == null && entry.after == null) return null
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-ink-muted">{t('raw')}</summary>
      <div className="mt-2 grid gap-2 md:grid-cols-2">
        {(['before', 'after'] as const).map((side) => (
          <div key={side} className="min-w-0">
            <p className="text-xs font-medium text-ink-muted">{t(side)}</p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer */}
            <pre tabIndex={0} className="max-h-64 overflow-auto rounded bg-raised p-2 font-mono text-xs">
              {JSON.stringify(entry[side], null, 2)}
            </pre>
          </div>
        ))}
      </div>
    </details>
  )
}
