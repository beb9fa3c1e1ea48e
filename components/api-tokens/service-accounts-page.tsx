'use client'

import { useQuery } from '@tanstack/react-query'
import { Bot, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import { ServiceAccountCard } from './service-account-card'
import { ServiceAccountDialog } from './late-service-account-dialog'

/** Settings > Service accounts: accounts of programs that do not belong to a person. */
export function ServiceAccountsPage() {
  const t = useTranslations('apiTokens.accounts')
  const query = useQuery(apiTokenQueries.serviceAccounts())
  const [isNew, setNew] = useState(false)
  const accounts = query.data?.accounts ?? []
  const create = (
    <Button variant="primary" icon={Plus} disabled={query.data === undefined} onClick={() => setNew(true)}>
      {t('actions.create')}
    </Button>
  )
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} actions={accounts.length > 0 && create} />
      <ListStates query={query} title={t('loadFailed')}>
        {accounts.length === 0 && (
          <EmptyState icon={Bot} title={t('empty.title')} action={create}>
            {t('empty.text')}
          </EmptyState>
        )}
      </ListStates>
      {accounts.map((account) => (
        <ServiceAccountCard key={account.accountId} account={account} />
      ))}
      {isNew && <ServiceAccountDialog account={null} onClose={() => setNew(false)} />}
    </div>
  )
}
