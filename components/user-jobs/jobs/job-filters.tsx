'use client'

import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { Segmented } from '@/components/ui/inputs/segmented'
import { userJobKinds } from '@/lib/user-jobs/values-model'
import { askForJobs, phaseGroupNames } from './job-texts'

/** The filters in the address. */
export function useJobFilter() {
  const [{ phase, kind }, set] = useQueryStates({
    phase: parseAsStringLiteral(phaseGroupNames),
    kind: parseAsStringLiteral(userJobKinds),
  })
  const asked = useMemo(() => askForJobs(phase, kind), [phase, kind])
  return { phase, kind, asked, set, isOn: phase !== null || kind !== null, clear: () => void set(null) }
}
export type JobFilter = ReturnType<typeof useJobFilter>

const kinds = ['all', 'run', 'check'] as const

/** The filters by type and status, which are kept in the address. */
export function JobFilters({ filter }: { filter: JobFilter }) {
  const t = useTranslations('userJobs.filters')
  const states = useTranslations('userJobStates')
  const { phase, kind, set, isOn, clear } = filter
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label={t('kind')}
        value={kind ?? 'all'}
        options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(next) => void set({ kind: next === 'all' ? null : next })}
      />
      <Select
        label={t('status')}
        value={phase ?? ''}
        onChange={(next) => void set({ phase: next === '' ? null : next })}
        className="w-auto! max-sm:flex-1"
        options={[
          { value: '', label: t('anyStatus') },
          ...phaseGroupNames.map((name) => ({ value: name, label: states(`groups.${name}`) })),
        ]}
      />
      {isOn && (
        <Button variant="ghost" onClick={clear}>
          {t('actions.clear')}
        </Button>
      )}
    </div>
  )
}
