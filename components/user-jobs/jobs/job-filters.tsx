'use client'

import { parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { classNames } from '@/lib/browser/class-names'
import { userJobKinds } from '@/lib/user-jobs/schema'
import { askForJobs, phaseGroupNames, phaseGroups } from './job-words'

/** Which jobs are shown, as the address says. */
export function useJobFilter() {
  const [{ phase, kind }, set] = useQueryStates({
    phase: parseAsStringLiteral(phaseGroupNames),
    kind: parseAsStringLiteral(userJobKinds),
  })
  const asked = useMemo(() => askForJobs(phase, kind), [phase, kind])
  return { phase, kind, asked, set, isOn: phase !== null || kind !== null, clear: () => void set(null) }
}
export type JobFilter = ReturnType<typeof useJobFilter>

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'run', label: 'Runs' },
  { value: 'check', label: 'Checks' },
] as const

/** Kind and state, kept in the address. */
export function JobFilters({ filter }: { filter: JobFilter }) {
  const { phase, kind, set, isOn, clear } = filter
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label="Kind of job"
        className="w-64 max-sm:w-full"
        value={kind ?? 'all'}
        options={kinds}
        onChange={(next) => void set({ kind: next === 'all' ? null : next })}
      />
      <select
        aria-label="State"
        value={phase ?? ''}
        onChange={({ target }) => void set({ phase: phaseGroupNames.find((name) => name === target.value) ?? null })}
        className={classNames(inputClass, 'w-auto! max-sm:flex-1')}
      >
        <option value="">Every state</option>
        {phaseGroupNames.map((name) => (
          <option key={name} value={name}>
            {phaseGroups[name].label}
          </option>
        ))}
      </select>
      {isOn && (
        <Button variant="ghost" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  )
}
