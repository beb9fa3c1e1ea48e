import { describe, expect, it } from 'vitest'
import { orderGroups } from '@/lib/inspections/columns'
import { countMissing, isChosen, writeGroupParams } from './group-values'

const left = (params: Parameters<typeof isChosen>[0]) =>
  ['Cork', 'Leeds', null].filter((value) => isChosen(params, 'site', value))

describe('the groups of the list of inspections', () => {
  it('have the rows that their value finds, under the other filters of the list', () => {
    const params = { q: ['fork'], site: ['Cork', 'Leeds'], 'site!': ['Bath'], sort: ['-score'] }
    expect(writeGroupParams(params, 'site', 'Cork')).toEqual({ ...params, site: ['Cork'] })
    expect(writeGroupParams({ q: ['fork'], 'site!': ['Bath'] }, 'site', '')).toEqual({
      q: ['fork'],
      'site!': ['Bath', '*'],
    })
    expect(writeGroupParams({ site: ['*'] }, 'result', 'failed')).toEqual({ site: ['*'], result: ['failed'] })
  })

  it('are only those that the filter of their own column leaves', () => {
    expect(left({ template: ['template_a'] })).toEqual(['Cork', 'Leeds', null])
    expect(left({ site: ['Cork'] })).toEqual(['Cork'])
    expect(left({ 'site!': ['Cork'] })).toEqual(['Leeds', null])
    expect(left({ site: ['*'] })).toEqual(['Cork', 'Leeds'])
    expect(left({ 'site!': ['*'] })).toEqual([null])
  })

  it('have results in the order of results, and other values in the order of their counts', () => {
    const values = ['passed', 'failed', 'in-progress'].map((value) => ({ value }))
    expect(orderGroups('result', values).map(({ value }) => value)).toEqual(['failed', 'in-progress', 'passed'])
    expect(orderGroups('site', values)).toEqual(values)
  })

  it('count the values that are not among them', () => {
    const values = [{ value: 'Cork', label: 'Cork', count: 2 }]
    expect(countMissing({}, 'site', { values, distinct: 133 })).toBe(132)
    expect(countMissing({ site: ['Cork', 'Leeds'] }, 'site', { values, distinct: 133 })).toBe(1)
    expect(countMissing({ 'site!': ['*'] }, 'site', { values, distinct: 133 })).toBe(0)
  })
})
