'use client'

import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { apiTokenCalls, apiTokenQueries } from '@/lib/api-tokens/queries'
import { TokenDialog } from './token-dialog'
import { TokenList } from './token-list'

/** Settings > API tokens: one's own. */
export function TokensPage() {
  const query = useQuery(apiTokenQueries.own())
  const [isNew, setNew] = useState(false)
  const tokens = query.data?.tokens ?? []
  const create = (
    <Button variant="primary" icon={Plus} disabled={query.data === undefined} onClick={() => setNew(true)}>
      New token
    </Button>
  )
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <PageHeader
        title="API tokens"
        description="Programs use a token to act in your name through the API. A token never has more rights than you, and never manages people or tokens."
        actions={tokens.length > 0 && create}
      />
      <ListStates query={query} title="The tokens could not be loaded">
        {tokens.length === 0 && (
          <EmptyState icon={KeyRound} title="No API tokens" action={create}>
            Create one for a script or another program that reads or changes data in Sightline.
          </EmptyState>
        )}
      </ListStates>
      {tokens.length > 0 && (
        <div className="rounded border border-line bg-surface">
          <TokenList label="API tokens" tokens={tokens} onRevoke={apiTokenCalls.revoke} />
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
