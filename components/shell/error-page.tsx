'use client'

import { House, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'

/** Shown in place of a page that failed. The text of the error stays on the server; its digest finds it in the log. */
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
            <Button variant="primary" icon={RotateCw} onClick={retry}>
              {tCommon('retry')}
            </Button>
            <ButtonLink href="/" icon={House}>
              {t('overviewLink')}
            </ButtonLink>
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
