'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { useMay } from '@/lib/browser/sign-in/actor'
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

/** The status of Sightline: its index, its connection to SafetyCulture, and what it runs on. */
export function SystemPage({ maySync }: { maySync: boolean }) {
  const t = useTranslations('system')
  const { status, error, isFetching, refetch } = useSystemStatus({ showsBudget: true })
  const maySeeWebhooks = useMay('webhooks:read')
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader title={t('title')} actions={maySync && <SyncButton isRunning={status?.sync.running === true} />} />
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('failed')}
          kept={status === undefined ? '' : t('kept')}
          tone={status === undefined ? 'bad' : 'attention'}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
      <ProxyWarning />
      <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-3">
        <Panel title={t('sync.title')}>{status === undefined ? <Waiting /> : <SyncFacts status={status} />}</Panel>
        <Panel title={t('reconciliation.title')}>
          {status === undefined ? <Waiting /> : <ReconcilePanel status={status} maySteer={maySync} />}
        </Panel>
        <Panel title={t('problems.title')} className="lg:max-xl:col-span-2">
          {status === undefined ? <Waiting /> : <ProblemList problems={status.problems} />}
        </Panel>
      </div>
      <Panel title={t('usage.title')}>
        {status === undefined ? <Waiting /> : <BudgetTable budget={status.service.budget} readAt={status.now} />}
      </Panel>
      <div className="grid gap-6 xl:grid-cols-3">
        <CheckPanel mayCheck={maySync} className="xl:col-span-2" />
        <div className="grid content-start gap-6 lg:max-xl:grid-cols-2">
          <Panel title={t('service.title')}>
            {status === undefined ? <Waiting /> : <ServiceFacts status={status} />}
          </Panel>
          {maySeeWebhooks && (
            <Panel
              title={t('webhooks.title')}
              actions={
                <Link href="/webhooks" className="text-sm text-accent-ink underline-offset-2 hover:underline">
                  {t('actions.allDeliveries')}
                </Link>
              }
            >
              <DeliveryFacts />
            </Panel>
          )}
        </div>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Panel title={t('console.title')}>
          {status === undefined ? <Waiting /> : <ConsoleFacts status={status} />}
        </Panel>
        <Panel title={t('thumbnails.title')}>
          <ThumbnailFacts />
        </Panel>
      </div>
    </div>
  )
}

function SyncButton({ isRunning }: { isRunning: boolean }) {
  const t = useTranslations('system')
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => requestSync(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQueries.status().queryKey }),
  })
  return (
    <>
      {error !== null && <Badge tone="bad">{t('syncFailed')}</Badge>}
      <Button variant="primary" icon={RefreshCw} busy={isPending || isRunning} onClick={() => mutate()}>
        {t(isRunning ? 'actions.syncing' : 'actions.sync')}
      </Button>
    </>
  )
}
