import { describe, expect, it } from 'vitest'
import type { ListParams } from '@/lib/inspections/schema'
import { isNegatedFirst, readChoice, switchNegation, toggleValue, writeChoice } from './filter-picks'

/** Parameters after a change, as the address would have them. */
function apply(params: ListParams, changes: Partial<Record<string, readonly string[] | null>>): ListParams {
  const next = Object.entries({ ...params, ...changes }).filter(([, values]) => values != null && values.length > 0)
  return Object.fromEntries(next) as ListParams
}
const toggle = (params: ListParams, value: string | null, isNegated = false) =>
  apply(
    params,
    writeChoice(params, 'site', isNegated, toggleValue(readChoice(params, 'site', isNegated), value, isNegated)),
  )

describe('choosing values', () => {
  it('adds and removes values without changing the other half', () => {
    const one = toggle({ 'site!': ['Oslo'] }, 'Cork')
    expect(one).toEqual({ 'site!': ['Oslo'], site: ['Cork'] })
    expect(toggle(one, 'Leeds')).toEqual({ 'site!': ['Oslo'], site: ['Cork', 'Leeds'] })
    expect(toggle(one, 'Cork')).toEqual({ 'site!': ['Oslo'] })
  })

  it('replaces the sites by “no site”, because no row is both', () => {
    expect(toggle({ site: ['Cork'] }, null)).toEqual({ 'site!': ['*'] })
    expect(toggle({ 'site!': ['*'] }, null)).toEqual({})
    expect(toggle({ 'site!': ['*'] }, 'Cork')).toEqual({ site: ['Cork'] })
  })

  it('keeps to a site when rows without one are excluded too', () => {
    expect(toggle({ site: ['Cork'] }, null, true)).toEqual({ site: ['Cork'] })
    expect(toggle({ site: ['*'] }, 'Cork')).toEqual({ site: ['Cork'] })
  })

  it('excludes rows of a site and rows without one', () => {
    const both = toggle(toggle({}, 'Cork', true), null, true)
    expect(both).toEqual({ 'site!': ['Cork'], site: ['*'] })
    expect(readChoice(both, 'site', true)).toEqual({ values: ['Cork'], hasNone: true })
    expect(toggle(both, 'Cork', true)).toEqual({ site: ['*'] })
  })
})

describe('turning "is" into "is not"', () => {
  it('keeps the selection in both directions', () => {
    const is: ListParams = { site: ['Cork', 'Leeds'] }
    const isNot = apply(is, switchNegation(is, 'site', true))
    expect(isNot).toEqual({ 'site!': ['Cork', 'Leeds'] })
    expect(apply(isNot, switchNegation(isNot, 'site', false))).toEqual(is)
  })

  it('turns "has none" into "has any"', () => {
    const none: ListParams = { 'site!': ['*'] }
    expect(apply(none, switchNegation(none, 'site', true))).toEqual({ site: ['*'] })
  })

  it('asks only for rows without a site when both were excluded', () => {
    const params: ListParams = { 'site!': ['Cork'], site: ['*'] }
    expect(apply(params, switchNegation(params, 'site', false))).toEqual({ 'site!': ['*'] })
  })

  it('opens the half that has a selection', () => {
    expect(isNegatedFirst({}, 'site')).toBe(false)
    expect(isNegatedFirst({ 'site!': ['Cork'] }, 'site')).toBe(true)
    expect(isNegatedFirst({ 'site!': ['*'] }, 'site')).toBe(false)
    expect(isNegatedFirst({ site: ['*'] }, 'site')).toBe(true)
  })
})
