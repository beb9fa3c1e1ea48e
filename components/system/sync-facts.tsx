'use client'

import { Badge } from '@/components/ui/badge'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/time'
import { describeProgress } from '@/lib/system/freshness'
import { useNow } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { formatDuration } from '@/lib/time/time-format'
import type { SystemStatus } from '@/lib/system/schema'
import { Facts } from './facts'

/** Where the sync stands, what it could not read, and what went wrong last. */
export function SyncFacts({ status }: { status: SystemStatus }) {
  const { sync } = status
  const toList = sync.rowsToList ?? 0
  return (
    <>
      <Facts
        rows={[
          ['As of', sync.asOf === null ? 'Not synced yet' : <Time key="asOf" value={sync.asOf} format="seconds" />],
          ['Lag', sync.asOf === null ? 'Not known before the first sync' : <Lag key="lag" asOf={sync.asOf} />],
          [
            'Checkpoint',
            sync.checkpoint === null ? 'None yet' : <Time key="checkpoint" value={sync.checkpoint} format="seconds" />,
          ],
          [
            'Now',
            sync.running ? (
              <Badge key="running" tone="accent">
                Reading changes
              </Badge>
            ) : sync.nextPassAt === null ? (
              'Resting'
            ) : (
              <span key="next">
                Resting, next <Time value={sync.nextPassAt} format="relative" />
              </span>
            ),
          ],
          [
            'Documents',
            <span key="documents" className="flex flex-col gap-1.5">
              {describeProgress(status) ?? `All ${formatCount(sync.total)} read`}
              {sync.hydrated < sync.total + toList && <ProgressBar value={sync.hydrated} max={sync.total + toList} />}
            </span>,
          ],
          [
            'Rate',
            sync.hydratePerMinute === null
              ? 'Idle'
              : `${formatCount(sync.hydratePerMinute)} ${sync.hydratePerMinute === 1 ? 'document' : 'documents'} in the last minute`,
          ],
          ...(sync.secondsLeft === null
            ? []
            : [['Time left', `About ${formatDuration(sync.secondsLeft * 1_000)}, at the present rate`] as const]),
          [
            'Last error',
            sync.lastError === null ? (
              'None'
            ) : (
              <span key="error" className="flex flex-col items-start gap-1">
                <Badge tone="bad">Failed</Badge>
                {sync.lastError}
              </span>
            ),
          ],
        ]}
      />
      {sync.gaps.length > 0 && (
        <div className="mt-4 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
          <p className="font-medium">Some inspections cannot be read by search</p>
          <p>
            The service gives at most 1,000 inspections of one instant. At these instants it reports more than it gives.
          </p>
          <ul className="mt-2 flex flex-col gap-1 tabular-nums">
            {sync.gaps.map((gap) => (
              <li key={gap.at}>
                <Time value={gap.at} format="seconds" />: {formatCount(gap.known)} of {formatCount(gap.reported)} known
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** How far behind the service the index may be, ticking. */
function Lag({ asOf }: { asOf: string }) {
  const now = useNow(1000)
  return <>{formatDuration(Math.max(0, now - Date.parse(asOf)))}</>
}
