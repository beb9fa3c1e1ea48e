'use client'

import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { apiTokenCalls, apiTokenQueries } from '@/lib/api-tokens/queries'
import { TokenDialog } from './late-token-dialog'
import { TokenList } from './token-list'

/** Settings > API tokens: the person's own tokens. */
export function TokensPage() {
  const t = useTranslations('apiTokens')
  const query = useQuery(apiTokenQueries.own())
  const [isNew, setNew] = useState(false)
  const tokens = query.data?.tokens ?? []
  const create = (
    <Button variant="primary" icon={Plus} disabled={query.data === undefined} onClick={() => setNew(true)}>
      {t('actions.create')}
    </Button>
  )
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} actions={tokens.length > 0 && create} />
      <ListStates query={query} title={t('loadFailed')}>
        {tokens.length === 0 && (
          <EmptyState icon={KeyRound} title={t('none')} action={create}>
            {t('noneText')}
          </EmptyState>
        )}
      </ListStates>
      {tokens.length > 0 && (
        <div className="rounded border border-line bg-surface">
          <TokenList label={t('title')} tokens={tokens} onRevoke={apiTokenCalls.revoke} />
        </div>
      )}
      {isNew && query.data !== undefined && (
        <TokenDialog
          owner={null}
          roles={query.data.roles}
          onCreate={apiTokenCalls.create}
          onClose={() => setNew(false)}
        />
      )}
    </div>
  )
}
