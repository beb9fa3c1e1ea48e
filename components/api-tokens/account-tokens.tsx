'use client'

import { useQuery } from '@tanstack/react-query'
import { ListStates } from '@/components/ui/list-states'
import { apiTokenCalls, apiTokenQueries } from '@/lib/api-tokens/queries'
import { TokenList } from './token-list'

/** Tokens of somebody else, for admins. */
export function AccountTokens({ userId, name }: { userId: string; name: string }) {
  const query = useQuery(apiTokenQueries.of(userId))
  const tokens = query.data?.tokens ?? []
  return (
    <>
      <ListStates query={query} title="The tokens could not be loaded">
        {tokens.length === 0 && <p className="p-4 text-sm text-ink-muted">No API tokens</p>}
      </ListStates>
      {tokens.length > 0 && (
        <div className="rounded border border-line bg-surface">
          <TokenList label={`API tokens of ${name}`} tokens={tokens} onRevoke={apiTokenCalls.revokeOf} />
        </div>
      )}
    </>
  )
}
