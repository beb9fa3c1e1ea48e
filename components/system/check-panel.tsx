'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleX, Link2, PlugZap } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { formatCount } from '@/lib/browser/numbers'
import { checkConnection, systemQueries } from '@/lib/system/queries'
import type { CheckRow, ConnectionCheck } from '@/lib/system/schema'
import { Panel, Waiting } from './panel'

const anchor = 'connection-check'

const verdictWords: Record<CheckRow['verdict'], readonly [Tone, string]> = {
  granted: ['good', 'Granted'],
  missing: ['bad', 'Missing'],
  unknown: ['unknown', 'Cannot tell'],
}

const probably: readonly [Tone, string] = ['good', 'Probably granted']

/** Which permissions the service's token has, found out by asking, and what does not work without those it lacks. */
export function CheckPanel({ mayCheck, className }: { mayCheck: boolean; className?: string }) {
  const queryClient = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(systemQueries.check())
  const run = useMutation({
    mutationFn: () => checkConnection(),
    onSuccess: (checked) => queryClient.setQueryData(systemQueries.check().queryKey, checked),
  })
  const check = data?.check ?? null
  return (
    <Panel
      title="Connection check"
      id={anchor}
      {...(className === undefined ? {} : { className })}
      actions={
        <div className="flex flex-wrap gap-2">
          {check !== null && <CopyLink />}
          {mayCheck && (
            <Button icon={PlugZap} busy={run.isPending} onClick={() => run.mutate()}>
              {run.isPending ? 'Checking' : 'Check the connection'}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="max-w-[72ch] text-ink-muted">
          Asks the service one question for each permission. Where only a write can tell, it names an id that does not
          exist, so that there is nothing to change. Each check is in the log of activity.
        </p>
        {run.error !== null && (
          <ErrorNotice
            error={run.error}
            title="The connection was not checked"
            kept={check === null ? '' : 'What stands below was found before.'}
            onRetry={() => run.mutate()}
            isRetrying={run.isPending}
          />
        )}
        {data === undefined && error !== null && (
          <ErrorNotice
            error={error}
            title="The last check could not be read"
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {data === undefined && error === null && <Waiting />}
        {data !== undefined && check === null && (
          <p>
            It was not checked since the console started.
            {!mayCheck && ' An administrator can do that here.'}
          </p>
        )}
        {check !== null && <Result check={check} />}
      </div>
    </Panel>
  )
}

function Result({ check }: { check: ConnectionCheck }) {
  return (
    <>
      <Taken rows={check.rows} />
      <output className="flex flex-col gap-1">
        <span className="font-medium">{describeResult(check)}</span>
        <span className="text-ink-muted">
          <Time value={check.startedAt} format="smart" /> by {check.askedBy}, in {formatCount(check.durationMs)} ms
          {check.owner !== null && `. The token is ${check.owner}’s`}
        </span>
      </output>
      <ul aria-label="Permissions" className="divide-y divide-line border-y border-line">
        {check.rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </>
  )
}

/** What no check should do: the service changed something. */
function Taken({ rows }: { rows: readonly CheckRow[] }) {
  const taken = rows.filter(({ wasTaken }) => wasTaken)
  if (taken.length === 0) return null
  return (
    <div role="alert" className="flex gap-3 rounded border border-bad/30 bg-bad-soft p-3">
      <CircleX aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-medium">
          This check changed something: the service took a write that it should have refused
        </p>
        {taken.map(({ id, permission, found }) => (
          <p key={id}>
            {permission}: {found}
          </p>
        ))}
      </div>
    </div>
  )
}

function Row({ row }: { row: CheckRow }) {
  const [tone, words] = row.isInferred ? probably : verdictWords[row.verdict]
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{row.permission}</span>
          <Badge tone={tone}>{words}</Badge>
        </p>
        <p className="mt-0.5 font-mono text-xs break-all text-ink-muted">{row.asked}</p>
      </div>
      <div className="min-w-0">
        <p>
          {row.found}{' '}
          <span className="text-ink-muted tabular-nums">
            {row.status !== null && `Status ${row.status}, `}
            {formatCount(row.latencyMs)} ms{row.isMadeUp && ', asked with an id that does not exist'}
          </span>
        </p>
        {row.verdict !== 'granted' && (
          <ul
            aria-label={`Without ${row.permission}`}
            className="mt-1 list-disc pl-4 text-ink-muted marker:text-line-strong"
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
export function describeResult({ token, rows }: Pick<ConnectionCheck, 'token' | 'rows'>): string {
  if (token === 'refused') return 'The service does not accept the token. Replace SERVICE_TOKEN and start again.'
  if (token === 'unreachable') return 'The service gave no answer to tell by. See what stands beside each permission.'
  const missing = rows.filter(({ verdict }) => verdict === 'missing').length
  const unknown = rows.filter(({ verdict }) => verdict === 'unknown').length
  const inferred = rows.filter(({ isInferred }) => isInferred).length
  const some = inferred === 0 ? '' : `, and has ${formatCount(inferred)} of the others probably`
  const rest = `${some}${unknown === 0 ? '' : `, and of ${formatCount(unknown)} it cannot be told`}`
  if (missing === 0 && unknown === 0) {
    const part = inferred === 0 ? '' : `, ${formatCount(inferred)} of them probably`
    return `The token has all ${formatCount(rows.length)} permissions${part}.`
  }
  if (missing === 0) return `No permission is known to be missing${rest}.`
  return `The token lacks ${formatCount(missing)} of ${formatCount(rows.length)} permissions${rest}.`
}

function CopyLink() {
  const toast = useToast()
  const copy = async () => {
    const url = new URL(window.location.href)
    url.hash = anchor
    try {
      await navigator.clipboard.writeText(url.href)
      toast.show({ tone: 'good', title: 'Link copied' })
    } catch {
      window.history.replaceState(window.history.state, '', url.hash)
      toast.show({ title: 'The browser does not allow copying. The link is in the address bar.' })
    }
  }
  return (
    <Button icon={Link2} variant="ghost" onClick={() => void copy()}>
      Copy link
    </Button>
  )
}
