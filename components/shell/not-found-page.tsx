import { SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { addressOf } from '@/lib/base-path'
import { buttonClass } from '@/lib/browser/button-class'
import { EmptyState } from '@/components/ui/lists/empty-state'

/** Shown at an address that does not exist. Every page loads this, so its links are plain ones. */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  const t = useTranslations('shell')
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        icon={SearchX}
        title={t('notFound.title')}
        action={
          <>
            {/* oxlint-disable-next-line next/no-html-link-for-pages -- without code */}
            <a href={addressOf('/')} className={buttonClass('primary')}>
              {t('overviewLink')}
            </a>
            {/* oxlint-disable-next-line next/no-html-link-for-pages -- without code */}
            <a href={addressOf('/inspections')} className={buttonClass()}>
              {t('notFound.inspections')}
            </a>
          </>
        }
      >
        {t('notFound.text')}
        {children}
      </EmptyState>
    </div>
  )
}
