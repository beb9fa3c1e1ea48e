import { describe, expect, it } from 'vitest'
import { silentLog } from '@/lib/db/testing'
import type { Service } from '@/lib/service/types'
import { normalizeInstant } from '@/lib/time/instants'
import { createSearch } from './search'
import { createSync } from './sync'
import { HandClock, startWorld } from '@/lib/testing/sync-world'
import { serverText } from '@/lib/server-text'

/** A service whose search returns this for any query. */
function answering(answer: unknown): Pick<Service, 'call'> {
  return { call: () => Promise.resolve(answer as never) }
}

const signal = new AbortController().signal
const good = { audit_id: 'audit_1', modified_at: '2026-03-01T12:00:00.5+02:00', template_id: 'template_1' }

describe('the search', () => {
  it('counts rows without a usable id or time separately, and normalizes times', async () => {
    const search = createSearch(
      answering({
        count: 7,
        total: 7,
        audits: [
          good,
          { ...good, audit_id: '../etc/passwd' },
          { ...good, audit_id: 7 },
          { ...good, modified_at: 'yesterday' },
          { audit_id: 'audit_2' },
          null,
          { ...good, audit_id: 'audit_3', template_id: 'a/b' },
        ],
      }),
    )
    expect(await search({ limit: 1_000 }, signal)).toEqual({
      rows: [
        { auditId: 'audit_1', modifiedAt: '2026-03-01T10:00:00.500Z', templateId: 'template_1' },
        { auditId: 'audit_3', modifiedAt: '2026-03-01T10:00:00.500Z', templateId: null },
      ],
      total: 7,
      count: 7,
      unreadable: 5,
    })
  })

  it('refuses a response of another shape with a message', async () => {
    for (const answer of [{}, { total: 'many', audits: [] }, { total: 1, audits: {} }, []])
      await expect(createSearch(answering(answer))({ limit: 10 }, signal)).rejects.toMatchObject({
        code: 'upstream_failed',
      })
  })

  it('reports unreadable rows although the pass succeeded', async () => {
    await using world = await startWorld()
    const odd = answering({ count: 2, total: 2, audits: [good, { audit_id: 'audit_2' }] })
    const sync = createSync({
      database: () => Promise.resolve(world.db),
      service: () => Object.assign(Object.create(world.service) as Service, odd),
      clock: new HandClock(),
      log: silentLog,
    })
    sync.start()
    await world.until('the pass has ended', async () => {
      const { rows } = await world.db.query<{ last_error: string | null }>('select last_error from sync_state')
      return rows[0]?.last_error === serverText('sync.unreadableRows', { count: 1 })
    })
    await sync.stop()
  })
})

describe('an instant', () => {
  it('is normalized to one spelling, or is null if it is not valid', () => {
    for (const [given, expected] of [
      ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
      ['2026-03-01T12:00:00.123456Z', '2026-03-01T12:00:00.123Z'],
      ['2026-03-01T12:00:00.123Z', '2026-03-01T12:00:00.123Z'],
      ['2026-03-31T24:00:00.000Z', '2026-04-01T00:00:00.000Z'],
      ['2026-03-31T25:00:00.000Z', null],
      ['2024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.000Z'],
      ['2100-02-29T12:00:00.000Z', null],
      ['2026-02-30T12:00:00Z', null],
      ['2026-03-01', null],
      ['12026-03-01T12:00:00Z', null],
      [1_700_000_000_000, null],
      [null, null],
    ])
      expect(normalizeInstant(given)).toBe(expected)
  })
})
