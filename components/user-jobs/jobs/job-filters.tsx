'use client'

import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { type FilterField, listChoices } from '@/components/ui/data-table/columns/filter-choices'
import type { ColumnFilter } from '@/components/ui/data-table/table-types'
import { Select } from '@/components/ui/inputs/select'
import { Segmented } from '@/components/ui/inputs/segmented'
import type { UserJobSummary } from '@/lib/user-jobs/schema'
import { userJobKinds } from '@/lib/user-jobs/values-model'
import { askForJobs, type PhaseGroupName, phaseGroupNames } from './job-texts'

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

/** Both filters, as controls show them. */
function useFields({ phase, kind, set }: JobFilter) {
  const t = useTranslations('userJobs.filters')
  const states = useTranslations('userJobStates')
  const byKind: FilterField<(typeof kinds)[number]> = {
    value: kind ?? 'all',
    options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
    onChange: (next) => void set({ kind: next === 'all' ? null : next }),
  }
  const byPhase: FilterField<PhaseGroupName | ''> = {
    value: phase ?? '',
    options: [
      { value: '', label: t('anyStatus') },
      ...phaseGroupNames.map((value) => ({ value, label: states(`groups.${value}`) })),
    ],
    onChange: (next) => void set({ phase: next === '' ? null : next }),
  }
  return { byKind, byPhase }
}

/** The same filters in the menus of columns and cells. */
export function useJobColumnFilters(filter: JobFilter): Partial<Record<string, ColumnFilter<UserJobSummary>>> {
  const states = useTranslations('userJobStates')
  const { byKind, byPhase } = useFields(filter)
  return {
    type: {
      ofRow: ({ kind }) => ({ label: states(`kinds.${kind}`), include: () => byKind.onChange(kind) }),
      choices: listChoices(byKind),
    },
    result: { choices: listChoices(byPhase) },
  }
}

/** The filters by type and status, which are kept in the address. */
export function JobFilters({ filter }: { filter: JobFilter }) {
  const t = useTranslations('userJobs.filters')
  const { byKind, byPhase } = useFields(filter)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented label={t('kind')} {...byKind} />
      <Select label={t('status')} {...byPhase} className="w-auto! max-sm:flex-1" />
      {filter.isOn && (
        <Button variant="ghost" onClick={filter.clear}>
          {t('actions.clear')}
        </Button>
      )}
    </div>
  )
}
