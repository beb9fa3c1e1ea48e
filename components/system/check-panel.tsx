'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleX, Link2, PlugZap } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import type { Translator } from '@/lib/messages/translator'
import { checkConnection, systemQueries } from '@/lib/system/queries'
import type { CheckRow, ConnectionCheck } from '@/lib/system/schema'
import { Panel, Waiting } from './panel'

const anchor = 'connection-check'

const verdictTones: Record<CheckRow['verdict'], Tone> = { granted: 'good', missing: 'bad', unknown: 'unknown' }

/** Which permissions the API token has, found by test requests, and what does not work without the missing ones. */
export function CheckPanel({ mayCheck, className }: { mayCheck: boolean; className?: string }) {
  const t = useTranslations('system')
  const queryClient = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(systemQueries.check())
  const run = useMutation({
    mutationFn: () => checkConnection(),
    onSuccess: (checked) => queryClient.setQueryData(systemQueries.check().queryKey, checked),
  })
  const check = data?.check ?? null
  return (
    <Panel
      title={t('check.title')}
      id={anchor}
      {...(className === undefined ? {} : { className })}
      actions={
        <div className="flex flex-wrap gap-2">
          {check !== null && <CopyLink />}
          {mayCheck && (
            <Button icon={PlugZap} busy={run.isPending} onClick={() => run.mutate()}>
              {t(run.isPending ? 'actions.checking' : 'actions.check')}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="max-w-[72ch] text-ink-muted">{t('check.description')}</p>
        {run.error !== null && (
          <ErrorNotice
            error={run.error}
            title={t('check.failed')}
            kept={check === null ? '' : t('check.kept')}
            onRetry={() => run.mutate()}
            isRetrying={run.isPending}
          />
        )}
        {data === undefined && error !== null && (
          <ErrorNotice
            error={error}
            title={t('check.loadFailed')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {data === undefined && error === null && <Waiting />}
        {data !== undefined && check === null && <p>{t(mayCheck ? 'check.notYet' : 'check.notYetAskAdmin')}</p>}
        {check !== null && <Result check={check} />}
      </div>
    </Panel>
  )
}

const milliseconds = { style: 'unit', unit: 'millisecond', unitDisplay: 'short' } as const

function Result({ check }: { check: ConnectionCheck }) {
  const t = useTranslations('system.check')
  const format = useFormatter()
  const run = {
    name: check.askedBy,
    duration: format.number(check.durationMs, milliseconds),
    time: () => <Time value={check.startedAt} format="smart" />,
  }
  return (
    <>
      <Taken rows={check.rows} />
      <output className="flex flex-col gap-1">
        <span className="font-medium">{describeResult(t, check)}</span>
        <span className="text-ink-muted">
          {check.owner === null ? t.rich('by', run) : t.rich('byWithOwner', { ...run, owner: check.owner })}
        </span>
      </output>
      <ul aria-label={t('permissions')} className="divide-y divide-line border-y border-line">
        {check.rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </>
  )
}

/** Warns of something that no test should cause: a write was accepted. */
function Taken({ rows }: { rows: readonly CheckRow[] }) {
  const t = useTranslations('system.check')
  const taken = rows.filter(({ wasTaken }) => wasTaken)
  if (taken.length === 0) return null
  return (
    <div role="alert" className="flex gap-3 rounded border border-bad/30 bg-bad-soft p-3">
      <CircleX aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-medium">{t('tookWrite')}</p>
        {taken.map(({ id, permission, found }) => (
          <p key={id}>{t('tookWriteDetail', { permission, found })}</p>
        ))}
      </div>
    </div>
  )
}

function Row({ row }: { row: CheckRow }) {
  const t = useTranslations('system.check')
  const format = useFormatter()
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{row.permission}</span>
          <Badge tone={row.isInferred ? 'good' : verdictTones[row.verdict]}>
            {t(`verdicts.${row.isInferred ? 'inferred' : row.verdict}`)}
          </Badge>
        </p>
        <p className="mt-0.5 font-mono text-xs break-all text-ink-muted">{row.asked}</p>
      </div>
      <div className="min-w-0">
        <p>
          {row.found}{' '}
          <span className="text-ink-muted tabular-nums">
            {t('request', {
              status: row.status === null ? 'none' : String(row.status),
              duration: format.number(row.latencyMs, milliseconds),
              isMadeUp: row.isMadeUp ? 'yes' : 'no',
            })}
          </span>
        </p>
        {row.verdict !== 'granted' && (
          <ul
            aria-label={t('without', { permission: row.permission })}
            className="mt-1 list-disc ps-4 text-ink-muted marker:text-line-strong"
          >
            {row.disables.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** The whole result in one sentence. */
export function describeResult(
  t: Translator<'system.check'>,
  { token, rows }: Pick<ConnectionCheck, 'token' | 'rows'>,
): string {
  if (token === 'refused') return t('refused')
  if (token === 'unreachable') return t('unreachable')
  const missing = rows.filter(({ verdict }) => verdict === 'missing').length
  const unknown = rows.filter(({ verdict }) => verdict === 'unknown').length
  const inferred = rows.filter(({ isInferred }) => isInferred).length
  if (missing > 0) return t('someMissing', { missing, total: rows.length, inferred, unknown })
  return unknown > 0 ? t('noneMissing', { inferred, unknown }) : t('allGranted', { total: rows.length, inferred })
}

function CopyLink() {
  const t = useTranslations('system')
  const toast = useToast()
  const copy = async () => {
    const url = new URL(window.location.href)
    url.hash = anchor
    try {
      await navigator.clipboard.writeText(url.href)
      toast.show({ tone: 'good', title: t('check.linkCopied') })
    } catch {
      window.history.replaceState(window.history.state, '', url.hash)
      toast.show({ title: t('check.linkNotCopied') })
    }
  }
  return (
    <Button icon={Link2} variant="ghost" onClick={() => void copy()}>
      {t('actions.copyLink')}
    </Button>
  )
}
