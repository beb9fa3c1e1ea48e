'use client'

import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useNow } from '@/lib/browser/now'
import type { ExplorerOperation } from '@/lib/explorer/schema'
import { MethodBadge } from './method-badge'
import { useBudget } from './use-budget'
import { PathText } from './path-text'
import { explorerHref } from './texts'

/** The header of an operation: its path, permission, rate limit and remaining requests. */
export function OperationHead({ operation }: { operation: ExplorerOperation }) {
  const t = useTranslations('explorer')
  const { title, method, path, isRead, isBeyondContract, permission } = operation
  return (
    <div className="flex flex-col gap-3">
      <ButtonLink href={explorerHref} size="sm" variant="ghost" icon={ArrowLeft} className="-ms-2 self-start lg:hidden">
        {t('actions.allOperations')}
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
          {t(isRead ? 'operation.reads' : 'operation.writes')}
        </Badge>
        <Badge>{permission}</Badge>
        {isBeyondContract && <Badge>{t('operation.unofficial')}</Badge>}
      </div>
      <Limit operation={operation} />
    </div>
  )
}

function Limit({ operation: { perMinute, bucket, lane } }: { operation: ExplorerOperation }) {
  const t = useTranslations('explorer.operation')
  const { buckets, readAt } = useBudget()
  const now = useNow(1000)
  const state = buckets.get(bucket)
  const resets =
    state === undefined ? 0 : Math.max(0, Math.ceil(state.resetSeconds - (now - Date.parse(readAt)) / 1000))
  return (
    <div className="flex max-w-xl flex-col gap-1 text-sm text-ink-muted tabular-nums">
      <p>
        {t(lane === 'person' ? 'limitInteractive' : 'limitBackground', {
          perMinute,
          isShared: bucket === 'other' ? 'yes' : 'no',
        })}
      </p>
      {state !== undefined && (
        <>
          <ProgressBar value={state.remaining} max={state.limit} />
          <p>
            {t('left', {
              left: state.remaining,
              limit: state.limit,
              resets: state.remaining < state.limit ? String(resets) : 'none',
              waiting: state.queuedPerson + state.queuedBackground,
            })}
          </p>
        </>
      )}
    </div>
  )
}
