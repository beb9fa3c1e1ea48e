import { describe, expect, it } from 'vitest'
import { benchOfFix, countMissing } from '@/components/user-jobs/grid/workbench-sheet'
import { makePlan } from '@/components/user-jobs/workbench/plan/workbench-plan'
import type { UserReferences } from '@/lib/user-jobs/references-schema'
import { guessMapping } from '@/lib/user-jobs/sheet/columns'
import { listToCheck, mergeCheck } from './check-merge'

const header = ['email', 'first_name', 'last_name', 'groups', 'password']
const references: UserReferences = { groups: ['Drivers'], areGroupsWhole: true, sites: [], permissionSets: [] }
const cellsOf = (line: number, groups: string) => [`p${line}@x.test`, 'Ann', 'Lee', groups, '']

/** Rows with these groups; the names of all groups are known. */
function open(groups: readonly string[]) {
  const rows = groups.map((cell, at) => ({
    line: at + 1,
    cells: cellsOf(at + 1, cell),
    hadPassword: true,
    username: '',
    state: 'failed' as const,
    issues: [],
  }))
  const mapping = guessMapping(header)
  const bench = benchOfFix({ jobId: 'job', sourceName: 'a.csv', kind: 'check', header, mapping: [...mapping], rows })
  bench.validator.learn(references)
  bench.validator.step()
  return bench
}
const planOf = ({ sheet, validator, mapping }: ReturnType<typeof open>, sendsPartial: boolean) =>
  makePlan(sheet, validator, mapping, new Map(), { sendsPartial })

describe('rows with an unknown group', () => {
  it('are tested with the others, because only SafetyCulture knows all groups, but not with other errors', () => {
    const bench = open(['Drivers', 'Divers', 'Divers'])
    bench.sheet.setCell(3, 0, 'no address')
    bench.validator.step()
    expect(bench.validator.counts.badRows).toBe(2)
    expect(listToCheck(bench)).toEqual([1, 2])
  })

  it('are skipped, or imported without the group if the person chooses to', () => {
    const bench = open(['Drivers', 'Divers'])
    expect(planOf(bench, false)).toMatchObject({ sentIds: [1], partial: 1 })
    expect(planOf(bench, true)).toMatchObject({ sentIds: [1, 2], partial: 1 })
  })

  it('have no error after a dry run that found the group, and still miss their passwords', () => {
    const bench = open(['Hidden', 'Divers'])
    mergeCheck(bench, null, [
      { line: 1, username: 'p1@x.test', state: 'ok', issues: [], cells: cellsOf(1, 'Hidden') },
      {
        line: 2,
        username: 'p2@x.test',
        state: 'warned',
        issues: [
          {
            reason: 'REASON_GROUP_NOT_FOUND',
            level: 'error',
            field: 'FIELD_GROUPS',
            value: 'Divers',
            message: '',
            choices: [],
          },
        ],
        cells: cellsOf(2, 'Divers'),
      },
    ])
    const codes = [1, 2].map((id) => bench.validator.issuesOf(id).map(({ code }) => code))
    expect(codes).toEqual([['missing-password'], ['service', 'missing-password']])
    expect(countMissing(bench)).toBe(2)
    expect(planOf(bench, false).sentIds).toEqual([1])
  })
})
