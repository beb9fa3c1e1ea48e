import { expect, it } from 'vitest'
import { estimateCompare, estimateSecondsLeft } from './model'

it('an estimate is never quicker than the limit lets documents come', () => {
  expect(estimateSecondsLeft(0, 800, 800)).toBeNull()
  expect(estimateSecondsLeft(1_000_000, null, 800)).toBeNull()
  expect(estimateSecondsLeft(1_000_000, 0, 800)).toBeNull()
  expect(estimateSecondsLeft(8_000, 400, 800)).toBe(1_200)
  // The first seconds of an import, when a whole window goes out at once.
  expect(estimateSecondsLeft(8_000, 2_000, 800)).toBe(600)
  expect(estimateSecondsLeft(8_000, 2_000, null)).toBe(240)
})

it('a full compare costs a request a thousand rows, at the pace it keeps', () => {
  expect(estimateCompare(0, 400)).toEqual({ requests: 2, seconds: 1 })
  expect(estimateCompare(1_000_000, 400)).toEqual({ requests: 1_002, seconds: 401 })
})
