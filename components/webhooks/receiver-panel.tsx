'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { ReadError } from '@/components/ui/list-states'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { formatDuration } from '@/lib/time/time-format'
import { refusingVerdicts, verdictWords } from '@/lib/webhooks/model'
import { webhookQueries } from '@/lib/webhooks/queries'
import { receiverVerdicts, type WebhookStatus } from '@/lib/webhooks/schema'
import { CopyAddress } from './copy-address'
import { describeScheme, describeSecret } from './words'

/** Whether deliveries can come here, and what became of those that did. */
export function ReceiverPanel() {
  const query = useQuery(webhookQueries.status())
  const { data, error } = query
  return (
    <section aria-labelledby="receiver" className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
      <h2 id="receiver" className="text-base font-semibold">
        Receiver
      </h2>
      <ReadError query={query} title="The state of the receiver could not be read" />
      {data === undefined ? error === null && <Waiting /> : <Facts status={data} />}
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

function Facts({ status }: { status: WebhookStatus }) {
  const secret = describeSecret(status)
  const { secret: known, verdicts, waiting, oldestWaitingSeconds, failed } = status
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 text-sm md:grid-cols-2 xl:grid-cols-3">
        <Fact name="Address">
          <CopyAddress address={status.receiverUrl} />
        </Fact>
        <Fact name="Secret">
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={secret.tone}>{secret.words}</Badge>
            {known.since !== null && (
              <span className="text-ink-muted">
                since <Time value={known.since} format="smart" />
              </span>
            )}
          </span>
          <p className="mt-1 text-ink-muted">
            {secret.hint}
            {known.source === 'service' && known.hasPrevious && (
              <>
                {' '}
                The one before is accepted too
                {known.previousUntil !== null && (
                  <>
                    {' '}
                    until <Time value={known.previousUntil} />
                  </>
                )}
                .
              </>
            )}
          </p>
        </Fact>
        <Fact name="Checked by">
          <span className="wrap-anywhere">{describeScheme(status)}</span>
        </Fact>
        <Fact name="Last delivery">
          {status.lastAcceptedAt === null ? 'None came yet' : <Time value={status.lastAcceptedAt} format="smart" />}
        </Fact>
        <Fact name="Waiting">
          {waiting === 0 ? 'None' : formatCount(waiting)}
          {waiting > 0 && oldestWaitingSeconds !== null && (
            <span className="text-ink-muted">, the oldest for {formatDuration(oldestWaitingSeconds * 1_000)}</span>
          )}
        </Fact>
        <Fact name="Given up">{failed === 0 ? 'None' : formatCount(failed)}</Fact>
      </dl>
      <div className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
        <p className="text-ink-muted">
          Since this process started, <Time value={status.countedSince} format="smart" />
        </p>
        <ul aria-label="Answers of the receiver" className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
          {receiverVerdicts
            .filter((verdict) => verdict === 'accepted' || (verdicts[verdict] ?? 0) > 0)
            .map((verdict) => (
              <li key={verdict} className="flex items-center gap-1.5">
                <b className="font-medium">{formatCount(verdicts[verdict] ?? 0)}</b>
                {refusingVerdicts.has(verdict) ? (
                  <Badge tone="attention">{verdictWords[verdict]}</Badge>
                ) : (
                  <span className="text-ink-muted">{verdictWords[verdict].toLowerCase()}</span>
                )}
              </li>
            ))}
        </ul>
        {status.refusals.length > 0 && <Refusals status={status} />}
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="mt-0.5 min-w-0 tabular-nums">{children}</dd>
    </div>
  )
}

function Refusals({ status: { refusals } }: { status: WebhookStatus }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">
        {refusals.length === 1 ? 'The one that was refused' : `The last ${formatCount(refusals.length)} refused`}
      </summary>
      <ul className="mt-2 flex flex-col gap-1">
        {refusals.map(({ verdict, at, address }) => (
          <li key={`${at} ${verdict} ${address}`} className="flex flex-wrap gap-x-3">
            <Time value={at} format="seconds" className="text-ink-muted" />
            <span>{verdictWords[verdict]}</span>
            <span className="font-mono text-xs leading-5 break-all">{address}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
