import { SearchX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'

/** Shown at an address that does not exist. */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  const t = useTranslations('shell')
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        icon={SearchX}
        title={t('notFound.title')}
        action={
          <>
            <ButtonLink href="/" variant="primary">
              {t('overviewLink')}
            </ButtonLink>
            <ButtonLink href="/inspections">{t('notFound.inspections')}</ButtonLink>
          </>
        }
      >
        {t('notFound.text')}
        {children}
      </EmptyState>
    </div>
  )
}
