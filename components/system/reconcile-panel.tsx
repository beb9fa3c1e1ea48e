'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/time'
import { describeError } from '@/lib/browser/describe-error'
import { useKeptFocus } from '@/lib/browser/kept-focus'
import { formatCount } from '@/lib/browser/numbers'
import { formatDuration } from '@/lib/time/time-format'
import { steerReconcile, systemQueries } from '@/lib/system/queries'
import type { ReconcileAction, ReconcileStatus, SystemStatus } from '@/lib/system/schema'
import { Facts } from './facts'

const phaseWords: Record<ReconcileStatus['phase'], string> = {
  active: 'Comparing what is not archived',
  archived: 'Comparing what is archived',
  verify: 'Looking a second time for what was not found',
  settle: 'Waiting for a pass to end',
  ask: 'Asking for some that were not found',
  mark: 'Marking what is missing',
}

/** The full compare of the index with the service: what the last one found, the one under way, and how to start one. */
export function ReconcilePanel({ status, maySteer }: { status: SystemStatus; maySteer: boolean }) {
  const { latest, doneAt } = status.reconcile
  const focus = useKeptFocus<HTMLDivElement>(latest?.state)
  return (
    <div {...focus} className="flex flex-col gap-4 outline-none">
      {latest?.state === 'running' ? <Running run={latest} maySteer={maySteer} /> : null}
      {latest?.state === 'held' ? <Held run={latest} maySteer={maySteer} /> : null}
      <Facts
        rows={[
          [
            'Last one',
            doneAt === null ? 'None yet; one runs each night' : <Time key="done" value={doneAt} format="relative" />,
          ],
          ...(latest === null || latest.state === 'running' ? [] : [['It found', describeFound(latest)] as const]),
          [
            'Missing',
            status.sync.missing === 0 ? (
              'None'
            ) : (
              <Link
                key="missing"
                href="/inspections?missing=true"
                className="text-accent-ink underline underline-offset-2"
              >
                {status.sync.missing === 1 ? '1 inspection' : `${formatCount(status.sync.missing)} inspections`} that
                the service no longer lists
              </Link>
            ),
          ],
          ...(latest !== null && latest.unclear > 0
            ? [
                [
                  'Unclear',
                  `${latest.unclear === 1 ? '1 inspection' : `${formatCount(latest.unclear)} inspections`} could not be compared, because the list could not be read whole there. None of them was marked.`,
                ] as const,
              ]
            : []),
        ]}
      />
      {maySteer && latest?.state !== 'running' && <Start status={status} />}
    </div>
  )
}

function describeFound(run: ReconcileStatus): string {
  const found = [
    [run.missing, 'missing'],
    [run.returned, 'back'],
    [run.added, 'not known before'],
    [run.archivedChanged, 'archived or restored'],
    [run.unclear, 'unclear'],
  ] as const
  const words = found.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`)
  const ending = run.state === 'cancelled' ? ' until it was cancelled' : ''
  return `${words.length === 0 ? 'No difference' : words.join(', ')}${ending}, ${formatCount(run.requests)} requests`
}

function Running({ run, maySteer }: { run: ReconcileStatus; maySteer: boolean }) {
  const { steer, isPending, error } = useSteer()
  return (
    <div className="flex flex-col gap-1.5 text-sm tabular-nums">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone="accent">{phaseWords[run.phase]}</Badge>
        {maySteer && (
          <Button size="sm" busy={isPending} onClick={() => steer('cancel')}>
            Cancel
          </Button>
        )}
      </div>
      <ProgressBar value={run.listed} max={Math.max(run.expected, run.listed)} />
      <p className="text-ink-muted">
        {formatCount(run.listed)} of {formatCount(Math.max(run.expected, run.listed))} compared. So far:{' '}
        {describeFound(run)}.
      </p>
      {run.error !== null && <Notice>It does not go on at the moment. {run.error}</Notice>}
      <Failure error={error} />
    </div>
  )
}

function Held({ run, maySteer }: { run: ReconcileStatus; maySteer: boolean }) {
  const { steer, isPending, error } = useSteer()
  return (
    <Notice>
      <p className="font-medium">The last compare waits for your word</p>
      <p>{run.error}</p>
      {maySteer && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" variant="danger" busy={isPending} onClick={() => steer('accept')}>
            It is true: mark them
          </Button>
          <Button size="sm" busy={isPending} onClick={() => steer('cancel')}>
            Leave them as they are
          </Button>
        </div>
      )}
      <Failure error={error} />
    </Notice>
  )
}

function Start({ status }: { status: SystemStatus }) {
  const [isOpen, setIsOpen] = useState(false)
  const { steer, isPending, error } = useSteer(() => setIsOpen(false))
  const { requests, seconds } = status.reconcile
  return (
    <>
      <Button icon={GitCompareArrows} className="self-start" onClick={() => setIsOpen(true)}>
        Compare everything
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Compare everything with the service?"
        size="sm"
        footer={
          <>
            <Button onClick={() => setIsOpen(false)}>Not now</Button>
            <Button variant="primary" busy={isPending} data-autofocus onClick={() => steer('start')}>
              Compare everything
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-2 text-sm">
          <p>
            It costs about <b className="tabular-nums">{formatCount(requests)} requests</b> of the search and takes{' '}
            {seconds < 60 ? 'under a minute' : `about ${formatDuration(seconds * 1_000)}`}. Syncing and people go first.
          </p>
          <p className="text-ink-muted">
            It finds what was removed, hidden from the token, archived, or newly permitted. Nothing is deleted here:
            what is no longer found is marked, and unmarked when it is back.
          </p>
          <Failure error={error} />
        </div>
      </Dialog>
    </>
  )
}

function useSteer(onDone?: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (action: ReconcileAction) => steerReconcile(action),
    onSuccess: () => onDone?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQueries.status().queryKey }),
  })
  return { steer: mutate, isPending, error }
}

function Failure({ error }: { error: Error | null }) {
  if (error === null) return null
  return (
    <p role="alert" className="text-sm text-bad">
      {describeError(error).message}
    </p>
  )
}

/** Something that a person should know, in a box of its own. */
function Notice({ children }: { children: ReactNode }) {
  return <div className="rounded border border-attention/30 bg-attention-soft p-3 text-sm">{children}</div>
}
