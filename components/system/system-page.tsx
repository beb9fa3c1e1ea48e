'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { classNames } from '@/lib/browser/class-names'
import { formatBytes, formatCount } from '@/lib/browser/numbers'
import { useSystemStatus } from '@/lib/browser/use-system-status'
import { requestSync, systemQueries } from '@/lib/system/queries'
import type { SystemStatus } from '@/lib/system/schema'
import { BudgetTable } from './budget-table'
import { Facts } from './facts'
import { ProblemList } from './problem-list'
import { ReconcilePanel } from './reconcile-panel'
import { SyncFacts } from './sync-facts'

/** The console's own state: what it knows, how it reaches the service, and what it runs on. */
export function SystemPage({ maySync }: { maySync: boolean }) {
  const { status, error, isFetching, refetch } = useSystemStatus()
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
      <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-3">
        <Panel title="Sync" className="lg:row-span-2 xl:row-span-1">
          {status === undefined ? <Waiting /> : <SyncFacts status={status} />}
        </Panel>
        <Panel title="Inspection service">
          {status === undefined ? <Waiting /> : <ServiceFacts status={status} />}
        </Panel>
        <Panel title="Database and version">
          {status === undefined ? <Waiting /> : <DatabaseFacts status={status} />}
        </Panel>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Panel title="Full compare">
          {status === undefined ? <Waiting /> : <ReconcilePanel status={status} maySteer={maySync} />}
        </Panel>
        <Panel title="Documents to look at">
          {status === undefined ? <Waiting /> : <ProblemList problems={status.problems} />}
        </Panel>
      </div>
      <Panel title="Budget">
        {status === undefined ? <Waiting /> : <BudgetTable budget={status.service.budget} readAt={status.now} />}
      </Panel>
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

function Panel({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={classNames('min-w-0 rounded border border-line bg-surface p-4', className)}>
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Waiting() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  )
}

const breakerWords = {
  closed: ['good', 'Reachable'],
  'half-open': ['attention', 'Being tried again'],
  open: ['bad', 'Not reachable'],
} as const

function ServiceFacts({ status: { mode, service } }: { status: SystemStatus }) {
  const [tone, words] = breakerWords[service.breaker]
  return (
    <Facts
      rows={[
        [
          'Address',
          <span key="host" className="font-mono text-xs break-all">
            {service.host}
          </span>,
        ],
        [
          'Kind',
          mode === 'demo' ? (
            <Badge tone="attention" icon={null}>
              Demo: the built-in stand-in
            </Badge>
          ) : (
            'The organization’s service'
          ),
        ],
        [
          'Connection',
          <Badge key="breaker" tone={tone}>
            {words}
          </Badge>,
        ],
        ...(service.nextProbeAt === null
          ? []
          : [['Next try', <Time key="probe" value={service.nextProbeAt} format="relative" />] as const]),
        [
          'Token',
          service.refused === null ? (
            <Badge tone="good">Accepted</Badge>
          ) : (
            <span className="flex flex-col items-start gap-1">
              <Badge tone="bad">Refused</Badge>
              {service.refused}
            </span>
          ),
        ],
      ]}
    />
  )
}

function DatabaseFacts({ status: { database, version } }: { status: SystemStatus }) {
  return (
    <Facts
      rows={[
        [
          'Kind',
          database.kind === 'embedded' ? 'Embedded PostgreSQL, run by this console' : 'PostgreSQL of the organization',
        ],
        ['PostgreSQL', database.version],
        ['Size', formatBytes(database.sizeBytes)],
        ['Migrations', formatCount(database.migrations)],
        ['Sightline', version],
      ]}
    />
  )
}
