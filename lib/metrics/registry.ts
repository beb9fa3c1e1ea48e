import 'server-only'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { requestEars } from '@/lib/http/note-request'
import { processWide } from '@/lib/process-wide'
import { isOperationName } from '@/lib/service/endpoints'
import { serviceEars } from '@/lib/service/instance'

/**
 * Everything that is counted, once per process. Labels are names from our own tables (routes, operations, buckets,
 * states) and never values from people or the service. So they contain no ids or personal names, and the number of
 * series is limited.
 */
export interface Metrics {
  registry: Registry
  budgetLimit: Gauge<'bucket'>
  budgetLeft: Gauge<'bucket'>
  budgetQueued: Gauge<'bucket' | 'lane'>
  breakerOpen: Gauge
  breakerFailures: Gauge
  syncRunning: Gauge
  syncCheckpointAge: Gauge
  syncAge: Gauge
  inspections: Gauge<'state'>
  hydrateRate: Gauge
  deliveries: Counter<'verdict'>
  deliveriesWaiting: Gauge
  deliveriesFailed: Gauge
  streams: Gauge
  userJobs: Gauge
  exports: Gauge
  connections: Gauge<'state'>
  thumbnailBytes: Gauge
  thumbnailReads: Counter<'result'>
  diskFree: Gauge<'place'>
  backupAge: Gauge
  activityUnchained: Gauge
  up: Gauge<'part'>
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const serviceSeconds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export const statusClassOf = (status: number | null) => (status === null ? 'none' : `${Math.floor(status / 100)}xx`)

function create(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `sightline_${name}`, help, labelNames: [...labelNames], registers })

  const requests = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'From the start of a handler of the API to its answer, by the pattern of its path',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: requestSeconds,
    registers,
  })
  requestEars().onAnswered = ({ pattern, method, status, durationMs }) =>
    requests.observe(
      { route: pattern, method: methods.has(method) ? method : 'other', status: statusClassOf(status) },
      durationMs / 1_000,
    )

  const exchanges = new Histogram({
    name: 'sightline_service_request_duration_seconds',
    help: 'Requests sent to SafetyCulture, from sending to the answer; status none: no answer came',
    labelNames: ['operation', 'status', 'lane'] as const,
    buckets: serviceSeconds,
    registers,
  })
  serviceEars().onExchange = ({ operation, status, lane, durationMs }) =>
    exchanges.observe(
      { operation: isOperationName(operation) ? operation : 'other', status: statusClassOf(status), lane },
      durationMs / 1_000,
    )

  return {
    registry,
    budgetLimit: gauge('service_budget_limit', 'Requests that a bucket of the service allows in 60 s', ['bucket']),
    budgetLeft: gauge('service_budget_left', 'Requests that may still be sent in the current window', ['bucket']),
    budgetQueued: gauge('service_budget_queued', 'Requests that wait for their bucket', ['bucket', 'lane']),
    breakerOpen: gauge('service_breaker_open', '1 while the service is held for down and only probed'),
    breakerFailures: gauge('service_breaker_failures', 'Failures in a row'),
    syncRunning: gauge('sync_running', '1 while a pass reads changes'),
    syncCheckpointAge: gauge('sync_checkpoint_age_seconds', 'Age of the newest change that was read'),
    syncAge: gauge('sync_lag_seconds', 'Since the start of the last pass that ended: nothing older is missing'),
    inspections: gauge('index_inspections', 'Inspections of the index', ['state']),
    hydrateRate: gauge('sync_documents_last_minute', 'Documents read in the last minute'),
    deliveries: new Counter({
      name: 'sightline_webhook_deliveries_total',
      help: 'Requests to the receiver of webhooks, by what it said',
      labelNames: ['verdict'] as const,
      registers,
    }),
    deliveriesWaiting: gauge('webhook_deliveries_waiting', 'Deliveries that are still to be worked on'),
    deliveriesFailed: gauge('webhook_deliveries_failed', 'Deliveries that were given up'),
    streams: gauge('event_streams_open', 'Browsers that listen for events'),
    userJobs: gauge('user_jobs_under_way', 'User jobs that are not finished'),
    exports: gauge('exports_under_way', 'Documents that are being made or wait for it'),
    connections: gauge('database_connections', 'Connections of this process to the database', ['state']),
    thumbnailBytes: gauge('thumbnail_cache_bytes', 'Thumbnails kept on disk'),
    thumbnailReads: new Counter({
      name: 'sightline_thumbnail_reads_total',
      help: 'Thumbnails looked for, by whether they were kept',
      labelNames: ['result'] as const,
      registers,
    }),
    diskFree: gauge('disk_free_bytes', 'Bytes that may still be written, by what lies there', ['place']),
    backupAge: gauge('backup_age_seconds', 'Since the last scheduled backup began; not a number before the first'),
    activityUnchained: gauge('activity_unchained', 'Links that the chain of the activity log still lacks'),
    up: gauge('part_readable', '0 where the figures of a part could not be read for this answer', ['part']),
  }
}

/** The metrics of this process; counting begins with the first call, which the boot makes when there is a METRICS_TOKEN. */
export function metrics(): Metrics {
  return processWide('metrics', create)
}
