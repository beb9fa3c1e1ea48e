'use client'

import { useTranslations } from 'next-intl'
import { addressOf } from '@/lib/base-path'
import { buttonClass } from '@/lib/browser/button-class'
import { EmptyState } from '@/components/ui/lists/empty-state'

/**
 * Shown in place of a page that failed. The text of the error stays on the server; its digest finds it in the log. Every page
 * loads this, so it is made of plain elements; its link loads the next page as a whole, because this one is broken.
 */
export function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('shell')
  const tCommon = useTranslations('common')
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null
  return (
    <div role="alert" className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        title={t('error.title')}
        action={
          <>
            <button type="button" onClick={retry} className={buttonClass('primary')}>
              {tCommon('retry')}
            </button>
            {/* oxlint-disable-next-line next/no-html-link-for-pages -- loads the next page as a whole */}
            <a href={addressOf('/')} className={buttonClass()}>
              {t('overviewLink')}
            </a>
          </>
        }
      >
        <p>{t('error.text')}</p>
        {digest !== null && (
          <p className="mt-2">
            {t.rich('error.digest', { id: () => <code className="font-mono text-xs select-all">{digest}</code> })}
          </p>
        )}
      </EmptyState>
    </div>
  )
}
