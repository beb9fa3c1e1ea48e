import { describe, expect, it } from 'vitest'
import type { SystemStatus } from './schema'
import { describeFreshness, describeProgress } from './freshness'
import { formatBytes, formatCount } from '@/lib/browser/numbers'

const now = Date.UTC(2026, 10, 20, 12)
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()

function makeStatus(
  sync: Partial<SystemStatus['sync']> = {},
  service: Partial<SystemStatus['service']> = {},
): SystemStatus {
  return {
    mode: 'demo',
    now: ago(0),
    sync: {
      asOf: ago(12),
      checkpoint: ago(12),
      running: false,
      lastError: null,
      nextPassAt: null,
      total: 2400,
      hydrated: 2400,
      rowsToList: null,
      hydratePerMinute: null,
      secondsLeft: null,
      missing: 0,
      gaps: [],
      ...sync,
    },
    reconcile: { latest: null, doneAt: null, requests: 5, seconds: 2 },
    problems: { unreadable: { count: 0, newest: [] }, unusual: { count: 0, newest: [] } },
    service: { host: 'service.test', breaker: 'closed', nextProbeAt: null, refused: null, budget: [], ...service },
    database: { kind: 'embedded', sizeBytes: 1, version: '18.4', migrations: 1 },
    version: '0.1.0',
  }
}

const look = (status: SystemStatus | undefined, isReachable = true) => {
  const { tone, text } = describeFreshness(status, isReachable, now)
  return `${tone}: ${text}`
}

describe('freshness', () => {
  it('is good while the last sync is under three minutes old', () => {
    expect(look(makeStatus())).toBe('good: as of 12 sec ago')
    expect(look(makeStatus({ asOf: ago(179) }))).toBe('good: as of 3 min ago')
    expect(look(makeStatus({ asOf: ago(181) }))).toBe('attention: as of 3 min ago')
  })

  it('says in words when the service refuses, fails or is away, and still how old the data is', () => {
    expect(look(makeStatus({}, { refused: 'The service refused the token (401).' }))).toBe(
      'bad: Token refused · as of 12 sec ago',
    )
    expect(look(makeStatus({}, { breaker: 'open' }))).toBe('bad: Service unreachable · as of 12 sec ago')
    expect(look(makeStatus({ lastError: 'The service was slow.' }))).toBe('attention: Sync failing · as of 12 sec ago')
    expect(look(makeStatus(), false)).toBe('bad: Console unreachable · as of 12 sec ago')
    expect(look(undefined, false)).toBe('bad: Console unreachable')
  })

  it('says that a full compare waits for a word', () => {
    const held = makeStatus()
    held.reconcile.latest = {
      state: 'held',
      cause: 'schedule',
      phase: 'ask',
      startedAt: ago(600),
      finishedAt: ago(60),
      expected: 2_400,
      listed: 0,
      requests: 3,
      added: 0,
      returned: 0,
      archivedChanged: 0,
      missing: 0,
      unclear: 0,
      error: 'The service lists no inspection at all any more.',
    }
    expect(look(held)).toBe('attention: Many missing · as of 12 sec ago')
    expect(describeFreshness(held, true, Date.now()).reason).toBe('The service lists no inspection at all any more.')
  })

  it('does not claim an age before the first sync', () => {
    expect(look(makeStatus({ asOf: null, running: true, hydrated: 0 }))).toBe('unknown: First sync')
    expect(look(makeStatus({ asOf: null }))).toBe('unknown: Not synced yet')
    expect(look(undefined)).toBe('unknown: Checking')
  })

  it('never shows a negative age when the clocks differ', () => {
    expect(look(makeStatus({ asOf: ago(-40) }))).toBe('good: as of 0 sec ago')
  })
})

describe('import progress', () => {
  it('tells how many are read and about how long it takes', () => {
    expect(describeProgress(makeStatus({ hydrated: 412, hydratePerMinute: 994, secondsLeft: 120 }))).toBe(
      '412 of 2,400 read, about 2 min left',
    )
    expect(describeProgress(makeStatus({ hydrated: 412 }))).toBe('412 of 2,400 read')
    expect(describeProgress(makeStatus({ hydrated: 412, rowsToList: 997_600, secondsLeft: 72_000 }))).toBe(
      '2,400 of about 1,000,000 found, 412 read, about 20 hr left',
    )
    expect(describeProgress(makeStatus({ total: 0, hydrated: 0, rowsToList: 60 }))).toBe('0 of about 60 found, 0 read')
    expect(describeProgress(makeStatus())).toBeNull()
  })

  it('groups digits by three', () => {
    expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567'])
  })

  it('writes sizes in the unit that reads best', () => {
    expect([0, 999, 1000, 61_400_000, 999_600, 1_900_000_000].map((bytes) => formatBytes(bytes))).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '61 MB',
      '1.0 MB',
      '1.9 GB',
    ])
  })
})
