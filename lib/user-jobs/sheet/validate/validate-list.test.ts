import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { en } from '@/lib/testing/english'
import { referenceNamesMax, type UserReferences } from '@/lib/user-jobs/references-schema'
import { guessMapping } from '@/lib/user-jobs/sheet/columns'
import { describeIssue } from '@/lib/user-jobs/sheet/issue-view'
import { replaceItem, suggestName } from '@/lib/user-jobs/sheet/replace-item'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import type { CellIssue, Known } from '@/lib/user-jobs/sheet/types'
import { createValidator } from './validate'

const heads = ['email', 'first_name', 'last_name', 'password', 'groups', 'groups_to_remove', 'sites', 'permission_set']
const mapping = guessMapping(heads)
const t = createTranslator({ locale: 'en', messages: en, namespace: 'userJobs' })

const references: UserReferences = {
  groups: ['Drivers', 'Night shift'],
  areGroupsWhole: false,
  sites: ['Cork', 'Leeds Depot'],
  permissionSets: ['Administrators', 'Guests'],
}
const whole = { ...references, areGroupsWhole: true }

function open(rows: readonly Record<string, string>[], known: Known = {}) {
  const sheet = createSheet({
    header: heads,
    rows: rows.map((cells, at) => {
      const all: Record<string, string> = { email: `p${at}@x.test`, first_name: 'Al', last_name: 'Bo', ...cells }
      return heads.map((head) => all[head] ?? '')
    }),
  })
  const validator = createValidator({ sheet, mapping, known })
  validator.step()
  return { sheet, validator }
}

/** The errors of one row with these cells, once the names are known. */
function issuesWith(names: UserReferences, cells: Record<string, string>): readonly CellIssue[] {
  const { validator } = open([cells])
  validator.learn(names)
  validator.step()
  return validator.issuesOf(1)
}
const say = (issues: readonly CellIssue[]) => issues.map((issue) => [issue.level, describeIssue(t, issue)])

describe('names of groups and sites', () => {
  it('are not checked before the known names arrive, or when none arrive', () => {
    const cells = { groups: 'Divers', sites: 'Crok', permission_set: 'Gests' }
    expect(open([cells]).validator.issuesOf(1)).toEqual([])
    expect(issuesWith({ groups: [], areGroupsWhole: true, sites: [], permissionSets: [] }, cells)).toEqual([])
  })

  it('are a warning with the name to replace if others may exist', () => {
    const found = issuesWith(references, { groups: 'drivers; Divers; Nobody' })
    expect(found).toMatchObject([{ code: 'bad-reference', level: 'warning', column: 4, value: 'Divers' }])
    expect(say(found)).toEqual([['warning', '“Divers” and 1 more may not exist. A dry run checks this.']])
    expect(say(issuesWith(whole, { sites: 'Cork; Atlantis' }))).toEqual([
      ['warning', '“Atlantis” may not exist. A dry run checks this.'],
    ])
  })

  it('are errors of single groups if the list of groups is whole, and the user can be imported without them', () => {
    const found = issuesWith(whole, { groups: 'Divers; DRIVERS ; Nobody', groups_to_remove: 'Nigth shift' })
    expect(found.map(({ level, column, value, isPartial }) => [level, column, value, isPartial])).toEqual([
      ['error', 4, 'Divers', true],
      ['error', 4, 'Nobody', true],
      ['error', 5, 'Nigth shift', true],
    ])
    expect(say(found)[0]).toEqual(['error', 'No group called “Divers”. The user can be imported without it.'])
  })

  it('are never errors if the list of groups was cut off', () => {
    const groups = Array.from({ length: referenceNamesMax }, (_, at) => `Group ${at}`)
    expect(issuesWith({ ...whole, groups }, { groups: 'Divers' }).map(({ level }) => level)).toEqual(['warning'])
  })

  it('are not compared with ids and “all”', () => {
    for (const names of [references, whole])
      expect(issuesWith(names, { groups: 'id:role_1; Drivers', groups_to_remove: 'all', sites: 'id:site_9' })).toEqual(
        [],
      )
  })
})

it('a permission set that no earlier import used is a warning with the name to replace, never an error', () => {
  const found = issuesWith(whole, { permission_set: 'Administratrs' })
  expect(found).toMatchObject([{ level: 'warning', column: 7, value: 'Administratrs' }])
  expect(say(found)).toEqual([
    ['warning', 'No earlier import used the permission set “Administratrs”. A dry run checks this.'],
  ])
  expect(suggestName('Administratrs', references.permissionSets)).toBe('Administrators')
  // A cell has one permission set, so its name may have separators.
  expect(replaceItem('Night; ops', 'permissionSet', 'Night; ops', { name: 'Day; ops' })).toBe('Day; ops')
  expect(issuesWith(whole, { permission_set: ' guests' }).map(({ level }) => level)).toEqual(['info'])
  expect(issuesWith(whole, { permission_set: 'id:role_2' })).toEqual([])
})

describe('learning names', () => {
  it('keeps what is known of the rows, whatever is mapped later', () => {
    const { validator } = open([{ groups: 'Divers' }], { blankedRows: new Set([1]) })
    const codes = () => validator.issuesOf(1).map(({ code }) => code)
    expect(codes()).toEqual(['missing-password'])
    validator.learn(references)
    validator.step()
    expect(codes()).toEqual(['missing-password', 'bad-reference'])
    validator.reset([...mapping])
    validator.step()
    expect(codes()).toEqual(['missing-password', 'bad-reference'])
  })

  it('validates all rows once, and afterwards only changed rows', () => {
    const { sheet, validator } = open([{ groups: 'Divers' }, { groups: 'Drivers' }, {}])
    validator.learn(references)
    expect(validator.pending).toBe(3)
    validator.step()
    validator.learn(references)
    expect(validator.pending).toBe(0)
    sheet.setCell(2, 4, 'Nobody')
    expect(validator.pending).toBe(1)
    validator.step()
    expect(validator.counts).toMatchObject({ errors: 0, warnings: 2 })
  })
})

/** Two rows with unknown groups, after a dry run that found one of the groups. */
function makeTested() {
  const opened = open([{ groups: 'Hidden' }, { groups: 'Nobody' }])
  opened.validator.learn(whole)
  opened.validator.step()
  const told: CellIssue = {
    rowId: 2,
    column: 4,
    code: 'service',
    level: 'error',
    text: { key: 'noGroup', values: { value: 'Nobody', part: 'check' } },
  }
  opened.sheet.markClean([1])
  opened.validator.setServiceIssues([1, 2], [told])
  return { ...opened, told }
}

describe('a dry run', () => {
  it('decides which names exist, until the row changes', () => {
    const { sheet, validator, told } = makeTested()
    expect([validator.issuesOf(1), validator.issuesOf(2)]).toEqual([[], [told]])
    expect(validator.counts).toMatchObject({ errors: 1, badRows: 1 })
    sheet.setCell(1, 4, 'Hidden; Other')
    validator.step()
    expect(validator.issuesOf(1).map(({ value }) => value)).toEqual(['Hidden', 'Other'])
  })

  it('stays decided when newer names arrive', () => {
    const { validator, told } = makeTested()
    validator.learn({ ...whole, groups: ['Drivers'] })
    validator.step()
    expect([validator.issuesOf(1), validator.issuesOf(2)]).toEqual([[], [told]])
  })
})
