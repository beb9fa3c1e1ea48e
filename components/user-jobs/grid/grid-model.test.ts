import { expect, it } from 'vitest'
import { guessMapping } from '@/lib/user-jobs/sheet/columns'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import type { CellIssue } from '@/lib/user-jobs/sheet/types'
import { createValidator } from '@/lib/user-jobs/sheet/validate/validate'
import { findAlike } from './grid-model'

it('a choice for an ambiguous site is for all rows with this site, even in lists with other sites', () => {
  const header = ['email', 'sites']
  const sites = ['Leeds', 'Cork; Leeds', 'Oslo', 'Leeds']
  const sheet = createSheet({ header, rows: sites.map((cell, at) => [`p${at}@x.test`, cell]) })
  const mapping = guessMapping(header)
  const validator = createValidator({ sheet, mapping })
  const of = (at: number, value: string): CellIssue => ({
    rowId: sheet.rowIds[at] ?? 0,
    column: 1,
    code: 'service',
    level: 'error',
    text: { key: 'said', values: { text: 'Ambiguous.', part: 'check' } },
    reason: 'REASON_SITE_REFERENCE_AMBIGUOUS',
    value,
    fixes: ['site_1', 'site_2'].map((id) => ({
      label: `${value} (${id})`,
      value: (sites[at] ?? '').replace(value, `id:${id}`),
    })),
  })
  const issues = [of(0, 'Leeds'), of(1, 'Leeds'), of(2, 'Oslo'), of(3, 'Leeds')]
  validator.setServiceIssues(sheet.rowIds, issues)
  const [first] = issues
  const second = first?.fixes?.[1]
  if (first === undefined || second === undefined) throw new Error('There is no choice')
  expect(findAlike(sheet, validator, first, second).map(({ value }) => value)).toEqual([
    'id:site_2',
    'Cork; id:site_2',
    'id:site_2',
  ])
})
