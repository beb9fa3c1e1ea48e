import { describe, expect, it } from 'vitest'
import { HandClock } from '@/lib/testing/sync-world'
import { createHydrateMeter } from './meter'

describe('the rate of hydration', () => {
  it('counts the documents of the last minute, and is null before the first document', () => {
    const clock = new HandClock()
    const meter = createHydrateMeter(clock)
    expect(meter.perMinute()).toBeNull()
    for (let second = 0; second < 300; second += 1) {
      meter.count(second < 200 ? 10 : 5)
      clock.advance(1_000)
    }
    expect(meter.perMinute()).toBe(59 * 5)
    clock.advance(30_000)
    expect(meter.perMinute()).toBe(29 * 5)
    clock.advance(30_000)
    expect(meter.perMinute()).toBeNull()
  })
})
