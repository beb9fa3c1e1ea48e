'use client'

import Link from 'next/link'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { forgetRuns, prepareReplay, type Run, useRuns } from './history'
import { MethodBadge } from './method-badge'
import { StatusBadge } from './status-badge'
import { formatMs, operationHref } from './texts'

/** The runs of this visit, each with a link to its form. `onReplay` gets those of the open operation. */
export function RunHistory({ open, onReplay }: { open?: string; onReplay?: (run: Run) => void }) {
  const t = useTranslations('explorer')
  const format = useFormatter()
  const language = useLocale()
  const runs = useRuns()
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="explorer-history" className="rounded border border-line bg-surface p-4">
      <header className="mb-2 flex items-center justify-between gap-4">
        <h2 id="explorer-history" className="text-base font-semibold">
          {t('history.title')}{' '}
          <span className="text-sm font-normal text-ink-muted tabular-nums">{format.number(runs.length)}</span>
        </h2>
        <Button size="sm" variant="ghost" onClick={forgetRuns}>
          {t('actions.clearHistory')}
        </Button>
      </header>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto">
        {runs.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
            <MethodBadge method={run.method} />
            <Link
              href={operationHref(run.name, run.search)}
              className="min-w-0 flex-1 basis-60 truncate font-mono text-xs hover:underline"
              onClick={(event) => {
                if (run.name !== open || onReplay === undefined) return prepareReplay(run)
                event.preventDefault()
                onReplay(run)
              }}
            >
              {run.path}
            </Link>
            <StatusBadge status={run.status} />
            <span className="w-36 text-end text-xs text-ink-muted tabular-nums">
              {t('history.run', {
                duration: formatMs(run.timeMs, language),
                size: formatBytes(run.bytes, language),
              })}
            </span>
            <Time value={new Date(run.at).toISOString()} format="relative" className="w-24 text-end text-xs" />
          </li>
        ))}
      </ul>
    </section>
  )
}
