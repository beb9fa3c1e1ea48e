import { useTranslations } from 'next-intl'
import { Spinner } from '@/components/ui/spinner'
import { classNames } from '@/lib/browser/class-names'

/** Shown in place of a number that is being recounted. */
export function Counting({ className }: { className?: string }) {
  const t = useTranslations('statusGroups.counts')
  return (
    <span className={classNames('inline-flex items-center gap-1 text-ink-muted', className)}>
      <Spinner size={12} /> {t('counting')}
    </span>
  )
}
