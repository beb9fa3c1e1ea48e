'use client'

import { useQuery } from '@tanstack/react-query'
import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import { ServiceAccountCard } from './service-account-card'
import { ServiceAccountDialog } from './service-account-dialog'

/** Settings > Service accounts: accounts that belong to programs and not to a person. */
export function ServiceAccountsPage() {
  const query = useQuery(apiTokenQueries.serviceAccounts())
  const [isNew, setNew] = useState(false)
  const accounts = query.data?.accounts ?? []
  const create = (
    <Button variant="primary" icon={Plus} disabled={query.data === undefined} onClick={() => setNew(true)}>
      New service account
    </Button>
  )
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <PageHeader
        title="Service accounts"
        description="Accounts for programs that do not belong to one person. They use API tokens and cannot sign in."
        actions={accounts.length > 0 && create}
      />
      <ListStates query={query} title="The service accounts could not be loaded">
        {accounts.length === 0 && (
          <EmptyState icon={Bot} title="No service accounts" action={create}>
            Create one for an integration that should keep working when a person leaves.
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
