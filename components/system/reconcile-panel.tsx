'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import Link from 'next/link'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/dates/time'
import { describeError } from '@/lib/browser/describe-error'
import { useKeptFocus } from '@/lib/browser/lists/kept-focus'
import { formatDuration } from '@/lib/time/time-format'
import { steerReconcile, systemQueries } from '@/lib/system/queries'
import type { ReconcileAction, ReconcileStatus, SystemStatus } from '@/lib/system/schema'
import { Facts } from './facts'

/** The full reconciliation of the index with SafetyCulture: the last result, the current run, and a button to start one. */
export function ReconcilePanel({ status, maySteer }: { status: SystemStatus; maySteer: boolean }) {
  const t = useTranslations('system')
  const summarize = useSummary()
  const { latest, doneAt } = status.reconcile
  const focus = useKeptFocus<HTMLDivElement>(latest?.state)
  return (
    <div {...focus} className="flex flex-col gap-4 outline-none">
      {latest?.state === 'running' ? <Running run={latest} maySteer={maySteer} /> : null}
      {latest?.state === 'held' ? <Held run={latest} maySteer={maySteer} /> : null}
      <Facts
        rows={[
          [
            t('reconciliation.last'),
            doneAt === null ? t('reconciliation.notYet') : <Time key="done" value={doneAt} format="relative" />,
          ],
          ...(latest === null || latest.state === 'running'
            ? []
            : [[t('reconciliation.result'), summarize(latest)] as const]),
          [
            t('reconciliation.missing'),
            status.sync.missing === 0 ? (
              t('none')
            ) : (
              <Link
                key="missing"
                href="/inspections?missing=true"
                className="text-accent-ink underline underline-offset-2"
              >
                {t('reconciliation.missingCount', { count: status.sync.missing })}
              </Link>
            ),
          ],
          ...(latest !== null && latest.unclear > 0
            ? [[t('reconciliation.unclear'), t('reconciliation.unclearCount', { count: latest.unclear })] as const]
            : []),
        ]}
      />
      {maySteer && latest?.state !== 'running' && <Start status={status} />}
    </div>
  )
}

const findings = ['missing', 'returned', 'added', 'archivedChanged', 'unclear'] as const

/** Writes what a run found. */
function useSummary(): (run: ReconcileStatus) => string {
  const t = useTranslations('system.reconciliation')
  const format = useFormatter()
  return (run) => {
    const found = findings.flatMap((name) => (run[name] > 0 ? [t(`found.${name}`, { count: run[name] })] : []))
    const list = found.length === 0 ? t('found.none') : format.list(found, { type: 'unit', style: 'short' })
    return t(run.state === 'cancelled' ? 'summaryCanceled' : 'summary', { found: list, requests: run.requests })
  }
}

function Running({ run, maySteer }: { run: ReconcileStatus; maySteer: boolean }) {
  const t = useTranslations('system')
  const summarize = useSummary()
  const { steer, isPending, error } = useSteer()
  return (
    <div className="flex flex-col gap-1.5 text-sm tabular-nums">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone="accent">{t(`reconciliation.phases.${run.phase}`)}</Badge>
        {maySteer && (
          <Button size="sm" busy={isPending} onClick={() => steer('cancel')}>
            {t('actions.cancelReconciliation')}
          </Button>
        )}
      </div>
      <ProgressBar value={run.listed} max={Math.max(run.expected, run.listed)} />
      <p className="text-ink-muted">
        {t('reconciliation.progress', {
          compared: run.listed,
          total: Math.max(run.expected, run.listed),
          found: summarize(run),
        })}
      </p>
      {run.error !== null && <Notice>{t('reconciliation.stalled', { reason: run.error })}</Notice>}
      <Failure error={error} />
    </div>
  )
}

function Held({ run, maySteer }: { run: ReconcileStatus; maySteer: boolean }) {
  const t = useTranslations('system')
  const { steer, isPending, error } = useSteer()
  return (
    <Notice>
      <p className="font-medium">{t('reconciliation.heldTitle')}</p>
      <p>{run.error}</p>
      {maySteer && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" variant="danger" busy={isPending} onClick={() => steer('accept')}>
            {t('actions.accept')}
          </Button>
          <Button size="sm" busy={isPending} onClick={() => steer('cancel')}>
            {t('actions.reject')}
          </Button>
        </div>
      )}
      <Failure error={error} />
    </Notice>
  )
}

function Start({ status }: { status: SystemStatus }) {
  const t = useTranslations('system')
  const language = useLocale()
  const [isOpen, setIsOpen] = useState(false)
  const { steer, isPending, error } = useSteer(() => setIsOpen(false))
  const { requests, seconds } = status.reconcile
  return (
    <>
      <Button icon={GitCompareArrows} className="self-start" onClick={() => setIsOpen(true)}>
        {t('actions.runReconciliation')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('reconciliation.startTitle')}
        size="sm"
        footer={
          <>
            <Button onClick={() => setIsOpen(false)}>{t('actions.cancelReconciliation')}</Button>
            <Button variant="primary" busy={isPending} data-autofocus onClick={() => steer('start')}>
              {t('actions.runReconciliation')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-2 text-sm">
          <p>
            {t.rich(seconds < 60 ? 'reconciliation.costShort' : 'reconciliation.cost', {
              requests,
              duration: formatDuration(seconds * 1_000, language),
              b: (text) => <b className="tabular-nums">{text}</b>,
            })}
          </p>
          <p className="text-ink-muted">{t('reconciliation.effect')}</p>
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

/** A warning in a box. */
function Notice({ children }: { children: ReactNode }) {
  return <div className="rounded border border-attention/30 bg-attention-soft p-3 text-sm">{children}</div>
}
