import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { peopleHref } from './links'

/** The link back to the list, above pages of one person. */
export function BackToPeople() {
  const t = useTranslations('people')
  return (
    <Link href={peopleHref} className="inline-flex items-center gap-1 self-start text-sm text-ink-muted hover:text-ink">
      <ArrowLeft aria-hidden size={14} strokeWidth={1.75} />
      {t('title')}
    </Link>
  )
}
