'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ListStates } from '@/components/ui/lists/list-states'
import { apiTokenCalls, apiTokenQueries } from '@/lib/api-tokens/queries'
import { TokenList } from './token-list'

/** Another person's tokens, for admins. */
export function AccountTokens({ userId, name }: { userId: string; name: string }) {
  const t = useTranslations('apiTokens')
  const query = useQuery(apiTokenQueries.of(userId))
  const tokens = query.data?.tokens ?? []
  return (
    <>
      <ListStates query={query} title={t('loadFailed')}>
        {tokens.length === 0 && <p className="p-4 text-sm text-ink-muted">{t('none')}</p>}
      </ListStates>
      {tokens.length > 0 && (
        <div className="rounded border border-line bg-surface">
          <TokenList label={t('of', { name })} tokens={tokens} onRevoke={apiTokenCalls.revokeOf} />
        </div>
      )}
    </>
  )
}
