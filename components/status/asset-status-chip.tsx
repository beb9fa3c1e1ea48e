import { useTranslations } from 'next-intl'
import type { AssetStatus } from '@/lib/assets/schema'
import { StatusChip } from './status-chip'

/** The status of an asset, or that it has none. */
export function AssetStatusChip({ status }: { status: AssetStatus | null }) {
  const t = useTranslations('status')
  return status === null ? (
    <span className="text-ink-muted">{t('none')}</span>
  ) : (
    <StatusChip name={status.name} color={status.color} />
  )
}
