import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Counting } from '@/components/status-groups/counting'
import { assetsHref } from '@/components/status-groups/links'

/** Assets by the ids of their statuses; null if they cannot be counted. */
export type Counts = Readonly<Record<string, number>> | 'counting' | null

/** Assets with a status; null if unknown. A status that is not saved yet has none. */
export function countOf(counts: Counts, optionId: string | null): number | null {
  if (optionId === null) return 0
  return counts === null || counts === 'counting' ? null : (counts[optionId] ?? 0)
}

/** The number of assets with a status, as a link to them. */
export function StatusCount({ optionId, name, counts }: { optionId: string; name: string; counts: Counts }) {
  const t = useTranslations('statusGroups.row')
  if (counts === 'counting') return <Counting className="text-sm" />
  const count = countOf(counts, optionId)
  if (count === null) return <span className="text-sm text-ink-muted">{t('statusNotCounted')}</span>
  if (count === 0) return <span className="text-sm text-ink-muted tabular-nums">{t('assets', { count: 0 })}</span>
  return (
    <Link
      href={assetsHref({ status: optionId })}
      prefetch={false}
      aria-label={t('assetsWith', { count, name })}
      className="text-sm text-accent-ink tabular-nums underline-offset-2 hover:underline"
    >
      {t('assets', { count })}
    </Link>
  )
}
