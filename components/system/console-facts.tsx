'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/time'
import { useNow } from '@/lib/browser/now'
import { formatBytes, formatCount } from '@/lib/browser/numbers'
import { formatDuration } from '@/lib/time/time-format'
import { systemQueries } from '@/lib/system/queries'
import type { SystemDetails, SystemStatus } from '@/lib/system/schema'
import { webhookQueries } from '@/lib/webhooks/queries'
import { Facts } from './facts'
import { Waiting } from './panel'

/** What the console runs on, and since when. */
export function ConsoleFacts({ status: { database, version } }: { status: SystemStatus }) {
  const { data, error } = useQuery(systemQueries.details())
  const now = useNow(30_000)
  const missing = error === null ? '…' : 'Could not be read'
  return (
    <Facts
      rows={[
        ['Sightline', version],
        ['Running for', data === undefined ? missing : formatDuration(Math.max(0, now - Date.parse(data.startedAt)))],
        ['Node', data?.versions.node ?? missing],
        ['Next', data?.versions.next ?? missing],
        [
          'Database',
          database.kind === 'embedded' ? 'Embedded PostgreSQL, run by this console' : 'PostgreSQL of the organization',
        ],
        ['PostgreSQL', database.version],
        ['Size', formatBytes(database.sizeBytes)],
        ['Migrations', formatCount(database.migrations)],
        ['Free disk', data === undefined ? missing : describeFreeDisk(data.diskFreeBytes)],
        ['Connections', data === undefined ? missing : describeConnections(data.connections)],
      ]}
    />
  )
}

const describeFreeDisk = (bytes: number | null) => (bytes === null ? 'Not known' : formatBytes(bytes))

function describeConnections(connections: SystemDetails['connections']): string {
  if (connections === null) return 'Not counted'
  const { open, idle, max, waiting } = connections
  const queue = waiting === 0 ? '' : `, ${formatCount(waiting)} ${waiting === 1 ? 'query waits' : 'queries wait'}`
  return `${formatCount(open - idle)} busy, ${formatCount(idle)} idle, at most ${formatCount(max)}${queue}`
}

/** Small pictures kept on the disk of the console. */
export function ThumbnailFacts() {
  const { data, error, refetch, isFetching } = useQuery(systemQueries.details())
  if (data === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorNotice
        error={error}
        title="The figures could not be read"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  const { files, bytes, bytesMax, hits, misses } = data.thumbnails
  const asked = hits + misses
  return (
    <Facts
      rows={[
        ['Files', files === null ? 'Being counted' : formatCount(files)],
        [
          'On disk',
          <span key="bytes" className="flex flex-col gap-1.5">
            {bytes === null ? 'Being counted' : `${formatBytes(bytes)} of at most ${formatBytes(bytesMax)}`}
            <ProgressBar value={bytes ?? 0} max={bytesMax} />
          </span>,
        ],
        [
          'Found kept',
          asked === 0
            ? 'None was asked for since the start'
            : `${Math.round((hits / asked) * 100)} % of ${formatCount(asked)} since the start`,
        ],
      ]}
    />
  )
}

/** What came in by webhooks, in short; all of it has a page of its own. */
export function DeliveryFacts() {
  const { data, error, refetch, isFetching } = useQuery(webhookQueries.status())
  if (data === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorNotice
        error={error}
        title="The deliveries could not be counted"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  const { accepted, repeated } = data.verdicts
  return (
    <Facts
      rows={[
        ['Secret', data.secret.source === 'none' ? 'None is known: every delivery is refused' : 'Known'],
        [
          'Last one',
          data.lastAcceptedAt === null ? (
            'None came yet'
          ) : (
            <Time key="last" value={data.lastAcceptedAt} format="relative" />
          ),
        ],
        ['Accepted', `${formatCount(accepted)} since the start, ${formatCount(repeated)} repeated`],
        ['Waiting', data.waiting === 0 ? 'None' : formatCount(data.waiting)],
        [
          'Failed',
          data.failed === 0 ? (
            'None'
          ) : (
            <Link key="failed" href="/webhooks?state=failed" className="text-accent-ink underline underline-offset-2">
              {formatCount(data.failed)}
            </Link>
          ),
        ],
      ]}
    />
  )
}
