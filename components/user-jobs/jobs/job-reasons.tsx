'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/lib/browser/class-names'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { useRowsFilter } from './job-rows-filter'
import { describeReason, levelTones } from './job-row-texts'

/** The reasons that SafetyCulture gave, most frequent first. A click shows their rows. */
export function JobReasons({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs')
  const format = useFormatter()
  const headId = useId()
  const { reason: chosen, setReason } = useRowsFilter()
  const reasons = [...job.reasons].sort((a, b) => b.count - a.count)
  return (
    <section aria-labelledby={headId} className="flex min-w-0 flex-col gap-2">
      <h2 id={headId} className="font-semibold">
        {t('page.reasons')}
      </h2>
      <ul
        aria-labelledby={headId}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded border border-line bg-surface"
      >
        {reasons.map(({ reason, level, count }) => {
          const isChosen = chosen === reason
          return (
            <li key={`${reason} ${level}`}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => setReason(isChosen ? null : reason)}
                className={classNames(
                  'grid w-full grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5 text-start text-sm hover:bg-raised',
                  isChosen && 'bg-accent-soft',
                )}
              >
                <span className="text-end font-semibold tabular-nums">{format.number(count)}</span>
                <span className="min-w-0">
                  <span className="block truncate">{describeReason(t, reason)}</span>
                  <code className="block truncate font-mono text-xs text-ink-muted">{reason}</code>
                </span>
                <Badge tone={levelTones[level]}>{t(`row.levels.${level}.label`)}</Badge>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
