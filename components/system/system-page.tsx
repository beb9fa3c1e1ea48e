'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { useMay } from '@/lib/browser/actor'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { requestSync, systemQueries } from '@/lib/system/queries'
import { BudgetTable } from './budget-table'
import { CheckPanel } from './check-panel'
import { ConsoleFacts, DeliveryFacts, ThumbnailFacts } from './console-facts'
import { Panel, Waiting } from './panel'
import { ProxyWarning } from './proxy-warning'
import { ProblemList } from './problem-list'
import { ReconcilePanel } from './reconcile-panel'
import { ServiceFacts } from './service-facts'
import { SyncFacts } from './sync-facts'

/** The console's own state: what it knows, how it reaches the service, and what it runs on. */
export function SystemPage({ maySync }: { maySync: boolean }) {
  const { status, error, isFetching, refetch } = useSystemStatus({ showsBudget: true })
  const maySeeWebhooks = useMay('webhooks:read')
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader title="System" actions={maySync && <SyncButton isRunning={status?.sync.running === true} />} />
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The state of the console could not be read"
          kept={status === undefined ? '' : 'What stands below was read before.'}
          tone={status === undefined ? 'bad' : 'attention'}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
      <ProxyWarning />
      <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-3">
        <Panel title="Sync">{status === undefined ? <Waiting /> : <SyncFacts status={status} />}</Panel>
        <Panel title="Full compare">
          {status === undefined ? <Waiting /> : <ReconcilePanel status={status} maySteer={maySync} />}
        </Panel>
        <Panel title="Documents to look at" className="lg:max-xl:col-span-2">
          {status === undefined ? <Waiting /> : <ProblemList problems={status.problems} />}
        </Panel>
      </div>
      <Panel title="Budget">
        {status === undefined ? <Waiting /> : <BudgetTable budget={status.service.budget} readAt={status.now} />}
      </Panel>
      <div className="grid gap-6 xl:grid-cols-3">
        <CheckPanel mayCheck={maySync} className="xl:col-span-2" />
        <div className="grid content-start gap-6 lg:max-xl:grid-cols-2">
          <Panel title="Inspection service">
            {status === undefined ? <Waiting /> : <ServiceFacts status={status} />}
          </Panel>
          {maySeeWebhooks && (
            <Panel
              title="Webhooks"
              actions={
                <Link href="/webhooks" className="text-sm text-accent-ink underline-offset-2 hover:underline">
                  All deliveries
                </Link>
              }
            >
              <DeliveryFacts />
            </Panel>
          )}
        </div>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Panel title="Console and database">
          {status === undefined ? <Waiting /> : <ConsoleFacts status={status} />}
        </Panel>
        <Panel title="Thumbnails">
          <ThumbnailFacts />
        </Panel>
      </div>
    </div>
  )
}

function SyncButton({ isRunning }: { isRunning: boolean }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => requestSync(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQueries.status().queryKey }),
  })
  return (
    <>
      {error !== null && <Badge tone="bad">No sync was started</Badge>}
      <Button variant="primary" icon={RefreshCw} busy={isPending || isRunning} onClick={() => mutate()}>
        {isRunning ? 'Syncing' : 'Sync now'}
      </Button>
    </>
  )
}
