import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { en } from '@/lib/testing/english'
import type { SystemStatus } from './schema'
import { describeFreshness, describeProgress } from './freshness'
import { formatBytes, formatCount } from '@/lib/browser/preferences/numbers'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'shell.freshness' })
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

const read = (status: SystemStatus | undefined, isReachable = true) =>
  describeFreshness(t, { status, isReachable, now, language: 'en' })
const describeShort = (status: SystemStatus | undefined, isReachable = true) => {
  const { tone, text } = read(status, isReachable)
  return `${tone}: ${text}`
}

describe('freshness', () => {
  it('is good while the last sync is under three minutes old', () => {
    expect(describeShort(makeStatus())).toBe('good: Synced 12 sec ago')
    expect(describeShort(makeStatus({ asOf: ago(179) }))).toBe('good: Synced 3 min ago')
    expect(describeShort(makeStatus({ asOf: ago(181) }))).toBe('attention: Synced 3 min ago')
  })

  it('shows the problem and the age of the data when SafetyCulture refuses, fails or does not respond', () => {
    expect(describeShort(makeStatus({}, { refused: 'The service refused the token (401).' }))).toBe(
      'bad: Token refused · synced 12 sec ago',
    )
    expect(describeShort(makeStatus({}, { breaker: 'open' }))).toBe(
      'bad: SafetyCulture unreachable · synced 12 sec ago',
    )
    expect(describeShort(makeStatus({ lastError: 'The service was slow.' }))).toBe(
      'attention: Sync failing · synced 12 sec ago',
    )
    expect(describeShort(makeStatus(), false)).toBe('bad: Sightline unreachable · synced 12 sec ago')
    expect(describeShort(undefined, false)).toBe('bad: Sightline unreachable')
  })

  it('says that a full reconciliation is held', () => {
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
    expect(describeShort(held)).toBe('attention: Many missing · synced 12 sec ago')
    expect(read(held).reason).toBe('The service lists no inspection at all any more.')
  })

  it('shows no age before the first sync', () => {
    expect(describeShort(makeStatus({ asOf: null, running: true, hydrated: 0 }))).toBe('unknown: First sync')
    expect(describeShort(makeStatus({ asOf: null }))).toBe('unknown: Not synced yet')
    expect(describeShort(undefined)).toBe('unknown: Checking…')
  })

  it('never shows a negative age when the clocks differ', () => {
    expect(describeShort(makeStatus({ asOf: ago(-40) }))).toBe('good: Synced 0 sec ago')
  })
})

describe('the text about the first sync', () => {
  it('shows how many inspections are loaded and how long the rest takes', () => {
    expect(describeProgress(t, makeStatus({ hydrated: 412, hydratePerMinute: 994, secondsLeft: 120 }), 'en')).toBe(
      '412 of 2,400 loaded, about 2 min left',
    )
    expect(describeProgress(t, makeStatus({ hydrated: 412 }), 'en')).toBe('412 of 2,400 loaded')
    expect(describeProgress(t, makeStatus({ hydrated: 412, rowsToList: 997_600, secondsLeft: 72_000 }), 'en')).toBe(
      '2,400 of about 1,000,000 found, 412 loaded, about 20 hr left',
    )
    expect(describeProgress(t, makeStatus({ total: 0, hydrated: 0, rowsToList: 60 }), 'en')).toBe(
      '0 of about 60 found, 0 loaded',
    )
    expect(describeProgress(t, makeStatus(), 'en')).toBeNull()
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
