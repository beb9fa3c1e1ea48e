'use client'

import { ArrowLeft } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useNow } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import type { ExplorerOperation } from '@/lib/explorer/schema'
import { MethodBadge } from './method-badge'
import { useBudget } from './use-budget'
import { PathText } from './path-text'
import { explorerHref } from './words'

/** What an operation is: its path, who may call it, its limit, and what is left of that now. */
export function OperationHead({ operation }: { operation: ExplorerOperation }) {
  const { title, method, path, isRead, isBeyondContract, permission } = operation
  return (
    <div className="flex flex-col gap-3">
      <ButtonLink href={explorerHref} size="sm" variant="ghost" icon={ArrowLeft} className="-ml-2 self-start lg:hidden">
        All operations
      </ButtonLink>
      <PageHeader
        title={title}
        description={
          <span className="mt-1 flex flex-wrap items-center gap-2">
            <MethodBadge method={method} />
            <code className="min-w-0 font-mono text-sm wrap-anywhere text-ink">
              <PathText path={path} />
            </code>
          </span>
        }
      />
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={isRead ? 'good' : 'attention'} icon={null}>
          {isRead ? 'Reads' : 'Writes'}
        </Badge>
        <Badge>{permission}</Badge>
        {isBeyondContract && <Badge>From public pages, not in the contract</Badge>}
      </div>
      <Limit operation={operation} />
    </div>
  )
}

function Limit({ operation: { perMinute, bucket, lane } }: { operation: ExplorerOperation }) {
  const { buckets, readAt } = useBudget()
  const now = useNow(1000)
  const state = buckets.get(bucket)
  const shared = bucket === 'other' ? ', shared by all without a limit of their own' : ''
  const resets =
    state === undefined ? 0 : Math.max(0, Math.ceil(state.resetSeconds - (now - Date.parse(readAt)) / 1000))
  return (
    <div className="flex max-w-xl flex-col gap-1 text-sm text-ink-muted tabular-nums">
      <p>
        {formatCount(perMinute)} a minute{shared}. {lane === 'person' ? 'Goes before' : 'Waits behind'}{' '}
        {lane === 'person' ? 'background work' : 'people'}.
      </p>
      {state !== undefined && (
        <>
          <ProgressBar value={state.remaining} max={state.limit} />
          <p>
            {formatCount(state.remaining)} of {formatCount(state.limit)} left
            {state.remaining < state.limit ? `, full again in ${resets} s` : ''}
            {state.queuedPerson + state.queuedBackground > 0
              ? `, ${formatCount(state.queuedPerson + state.queuedBackground)} waiting`
              : ''}
          </p>
        </>
      )}
    </div>
  )
}
