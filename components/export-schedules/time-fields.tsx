'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback, useDeferredValue } from 'react'
import { buttonClass } from '@/lib/browser/button-class'
import { Time } from '@/components/ui/dates/time'
import { useZoneOptions } from '@/components/ui/dates/zone-options'
import { TextField } from '@/components/ui/inputs/field'
import { Picker } from '@/components/ui/inputs/picker'
import { ApiError } from '@/lib/browser/api'
import { scheduleQueries } from '@/lib/export-schedules/queries'
import { timesQuery, type ScheduleTimes } from '@/lib/export-schedules/schema'
import type { ScheduleDraft } from './use-schedule-draft'

/** The next runs of the entered schedule. Sends no request while a field is empty or invalid. */
export function useTimes(draft: ScheduleDraft): UseQueryResult<ScheduleTimes> {
  const { cron, zone, fileName, format } = draft
  const asked = useDeferredValue(timesQuery.safeParse({ cron, zone, fileName, format }).data)
  return useQuery({
    ...scheduleQueries.times(asked ?? { cron, zone, fileName, format }),
    enabled: asked !== undefined,
  })
}

/** When a schedule runs: the expression, the zone, and what they mean. */
export function TimeFields({
  draft: { cron, zone },
  change,
  times: { data, error },
}: {
  draft: ScheduleDraft
  change: (changed: Partial<ScheduleDraft>) => void
  times: UseQueryResult<ScheduleTimes>
}) {
  const t = useTranslations('exportSchedules.form')
  const problem = error instanceof ApiError ? error.fields['cron'] : undefined
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('cron')}
          hint={t('cronHint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={cron}
          error={problem}
          onChange={(event) => change({ cron: event.target.value })}
        />
        <ZoneField zone={zone} onChange={(next) => change({ zone: next })} />
      </div>
      <div aria-live="polite" className="flex flex-col gap-1 rounded bg-raised p-3 text-sm">
        <span className="text-xs font-medium text-ink-muted">{t('times')}</span>
        {data === undefined || problem !== undefined ? (
          <span className="text-ink-muted">{problem ?? t('timesWait')}</span>
        ) : (
          <ol className="flex flex-wrap gap-x-4 gap-y-1">
            {data.times.map((at) => (
              <li key={at}>
                <Time value={at} zone={zone} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}

function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const t = useTranslations('exportSchedules.form')
  const listZones = useZoneOptions()
  const options = useCallback(() => listZones().filter(({ value }) => value !== 'browser'), [listZones])
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm font-medium">{t('zone')}</span>
      <Picker
        label={t('zone')}
        placeholder={t('zone')}
        options={options}
        value={[zone]}
        onChange={([next]) => next !== undefined && onChange(next)}
        trigger={
          <button
            type="button"
            aria-label={`${t('zone')}: ${zone}`}
            className={buttonClass('secondary', 'md', 'w-full border-line-strong px-2 font-normal')}
          >
            <span className="min-w-0 flex-1 truncate text-start">{zone.replaceAll('_', ' ')}</span>
            <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-ink-muted" />
          </button>
        }
      />
    </div>
  )
}
