import { describe, expect, it } from 'vitest'
import { chooseGrain, endOfWeek, startOfGroup } from './wall-groups'

const at = (text: string) => Date.parse(text)
const every = (days: number, count: number) =>
  Array.from({ length: count }, (_, n) => at('2026-11-20T12:00:00Z') - n * days * 86_400_000)

describe('the groups of a wall', () => {
  it('are days if days have enough files, otherwise weeks or months', () => {
    expect(chooseGrain(every(0.1, 60), 'UTC')).toBe('day')
    expect(chooseGrain(every(1, 60), 'UTC')).toBe('week')
    expect(chooseGrain(every(7, 60), 'UTC')).toBe('month')
    expect(chooseGrain([], 'UTC')).toBe('day')
  })

  it('do not change when more files are loaded', () => {
    expect(chooseGrain([...every(0.1, 60), ...every(30, 500)], 'UTC')).toBe('day')
  })

  it('begin at midnight in the time zone, and weeks begin on Monday', () => {
    const late = at('2026-11-22T23:30:00Z')
    expect(new Date(startOfGroup(late, 'UTC', 'week')).toISOString()).toBe('2026-11-16T00:00:00.000Z')
    expect(new Date(startOfGroup(late, 'Europe/Berlin', 'week')).toISOString()).toBe('2026-11-23T00:00:00.000Z')
    expect(new Date(startOfGroup(late, 'UTC', 'month')).toISOString()).toBe('2026-11-01T00:00:00.000Z')
    expect(new Date(endOfWeek(at('2026-11-16T00:00:00Z'))).toISOString()).toBe('2026-11-22T00:00:00.000Z')
  })
})
