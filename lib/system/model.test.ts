import { expect, it } from 'vitest'
import { estimateCompare, estimateSecondsLeft } from './model'

it('never estimates a faster rate than the limit allows', () => {
  expect(estimateSecondsLeft(0, 800, 800)).toBeNull()
  expect(estimateSecondsLeft(1_000_000, null, 800)).toBeNull()
  expect(estimateSecondsLeft(1_000_000, 0, 800)).toBeNull()
  expect(estimateSecondsLeft(8_000, 400, 800)).toBe(1_200)
  // In the first seconds of an import, the requests of a whole window are sent at once.
  expect(estimateSecondsLeft(8_000, 2_000, 800)).toBe(600)
  expect(estimateSecondsLeft(8_000, 2_000, null)).toBe(240)
})

it('estimates one request per thousand rows for a full reconciliation', () => {
  expect(estimateCompare(0, 400)).toEqual({ requests: 2, seconds: 1 })
  expect(estimateCompare(1_000_000, 400)).toEqual({ requests: 1_002, seconds: 401 })
})
