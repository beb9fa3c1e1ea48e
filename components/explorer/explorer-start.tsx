'use client'

import { SquareTerminal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { RunHistory } from './run-history'

/** What the explorer shows before an operation is chosen. */
export function ExplorerStart() {
  const t = useTranslations('explorer')
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader title={t('title')} description={t('description')} />
      <EmptyState icon={SquareTerminal} title={t('start.title')} className="max-lg:hidden">
        {t('start.text')}
      </EmptyState>
      <RunHistory />
    </div>
  )
}
