import { expect, it } from 'vitest'
import { isReconcileDue } from './schedule'

it('a full reconciliation starts once a night, or when the last one is more than 26 hours old', () => {
  const cases: Array<[last: string | null, now: string, due: boolean]> = [
    [null, '2026-11-20T02:30:00Z', false],
    ['2026-11-19T02:00:05Z', '2026-11-20T01:59:59Z', false],
    ['2026-11-19T02:00:05Z', '2026-11-20T02:00:00Z', true],
    ['2026-11-20T02:00:00Z', '2026-11-20T02:00:01Z', false],
    ['2026-11-20T02:00:00Z', '2026-11-20T03:59:59Z', false],
    ['2026-11-19T23:30:00Z', '2026-11-20T02:10:00Z', false],
    ['2026-11-19T17:00:00Z', '2026-11-20T02:10:00Z', true],
    // The console runs only in office hours.
    ['2026-11-19T09:00:00Z', '2026-11-20T10:59:00Z', false],
    ['2026-11-19T09:00:00Z', '2026-11-20T11:01:00Z', true],
    ['2026-11-13T09:00:00Z', '2026-11-20T08:00:00Z', true],
    // The clock was set back.
    ['2026-11-21T02:00:00Z', '2026-11-20T02:30:00Z', false],
  ]
  for (const [last, now, due] of cases) expect(isReconcileDue(last, Date.parse(now)), `${last} ${now}`).toBe(due)
})
