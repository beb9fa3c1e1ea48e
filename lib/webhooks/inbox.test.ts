import { describe, expect, it, vi } from 'vitest'
import { renderText, serverText } from '@/lib/server-text'
import { makeBody, makeRequest } from './testing'
import { startInboxWorld, type InboxWorld } from './testing-inbox'

vi.setConfig({ testTimeout: 60_000 })

/** Returns the transactions that last wrote the rows. They reveal every write, even one that changes nothing. */
async function readWrites({ db }: InboxWorld): Promise<unknown> {
  const tables = ['webhook_deliveries', 'inspections', 'inspection_documents', 'inspection_media', 'activity', 'events']
  const counted = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await db.query<{ writes: string }>(
        `select count(*) || ' ' || coalesce(string_agg(xmin::text, ',' order by ctid), '') as writes from ${table}`,
      )
      return [table, rows[0]?.writes]
    }),
  )
  return Object.fromEntries(counted)
}

const idOf = (world: InboxWorld, at: number) => {
  const row = world.world.truth()[at]
  if (row === undefined) throw new Error('there is no such inspection')
  return row.audit_id
}

describe('webhook deliveries', () => {
  it('update the index when inspections are created, changed, archived, restored or removed', async () => {
    await using own = await startInboxWorld()
    const { control } = own.standin
    const [changed, archived, restored, removed] = [0, 1, 2, 3].map((at) => idOf(own, at)) as [
      string,
      string,
      string,
      string,
    ]
    control.setArchivedFlag(restored, true)
    await own.untilQuiet()
    expect(await own.shown()).toEqual(own.truth())

    control.insert(2)
    control.touch(changed)
    control.setArchivedFlag(archived, true)
    control.setArchivedFlag(restored, false)
    control.delete(removed)
    await own.untilQuiet()
    expect(await own.shown()).toEqual(own.truth())
    expect((await own.deliveries()).map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'done'))
    expect(await own.world.count(`missing_at is not null and missing_reason = 'removed'`)).toBe(1)
    expect(await own.world.count('hydrated_modified_at is distinct from modified_at')).toBe(0)
  })

  it('about an assigned action are stored with their events, and cause no read', async () => {
    await using own = await startInboxWorld({ inspections: 1 })
    const readsOf = own.countReads()
    own.standin.control.webhooks.assignAction({
      action: { id: 'action_7', title: 'Replace the extinguisher' },
      assigneeId: 'user_2',
    })
    await own.untilQuiet()
    const { rows } = await own.db.query(
      'select resource_type, resource_id, event_types, state, note from webhook_deliveries',
    )
    expect(rows).toEqual([
      {
        resource_type: 'ACTION',
        resource_id: 'action_7',
        event_types: ['UPDATED', 'COLLABORATORS_UPDATED', 'COLLABORATORS_ADDED'].map(
          (kind) => `TRIGGER_EVENT_ACTION_${kind}`,
        ),
        state: 'ignored',
        note: serverText('webhooks.unused'),
      },
    ])
    expect(readsOf()).toBe(0)
  })

  it('about unused events are stored and ignored, with a note', async () => {
    await using own = await startInboxWorld({ inspections: 1 })
    const secret = own.standin.control.webhooks
    const readsOf = own.countReads()
    for (const [type, id] of [
      ['ACTION', 'action_1'],
      ['INCIDENT', 'incident_1'],
      ['INSPECTION', '../../etc'],
    ] as const) {
      const body = makeBody({ id, type, kinds: [type] })
      await own.door.send(makeRequest(body, { 'x-safetyculture-signature': secret.sign(body) }))
    }
    await own.untilQuiet()
    expect((await own.deliveries()).map(({ state, note }) => [state, note])).toEqual([
      ['ignored', serverText('webhooks.unused')],
      ['ignored', serverText('webhooks.unused')],
      ['ignored', serverText('webhooks.noInspection')],
    ])
    expect(readsOf()).toBe(0)
  })

  it('mark an inspection as missing when access to it is lost, and restore it when access returns', async () => {
    await using own = await startInboxWorld({ inspections: 4 })
    const { control } = own.standin
    const id = idOf(own, 0)
    const deliverAccess = async (at: string) => {
      const body = makeBody({ id, kinds: ['INSPECTION', 'INSPECTION_ACCESS'], triggeredAt: at })
      await own.door.send(makeRequest(body, { 'x-safetyculture-signature': control.webhooks.sign(body) }))
      await own.untilQuiet()
    }
    control.hide(id)
    await deliverAccess('2026-06-01T00:00:01Z')
    expect(await own.world.count(`missing_reason = 'not-permitted'`)).toBe(1)
    control.hide(id, false)
    await deliverAccess('2026-06-01T00:00:02Z')
    expect(await own.world.count('missing_at is not null')).toBe(0)
    expect(await own.shown()).toEqual(own.truth())
  })

  it('wait while the service fails, and are given up after many tries', async () => {
    await using own = await startInboxWorld({ inspections: 4 })
    const { control } = own.standin
    const [id, other] = [idOf(own, 0), idOf(own, 1)]
    control.setFault({ path: id, action: { kind: 'status', status: 500 } })
    control.setArchivedFlag(id, true)
    await control.webhooks.settled()
    await own.world.until('it was tried', async () => ((await own.deliveries())[0]?.tries ?? 0) > 1)
    const [waiting] = await own.deliveries()
    expect(waiting?.state).toBe('waiting')
    expect(renderText(waiting?.note ?? '')).toContain('failed')
    control.clearFaults()
    await own.untilQuiet()
    expect((await own.deliveries())[0]).toMatchObject({ state: 'done' })

    control.setFault({ path: other, action: { kind: 'garble' } })
    control.setArchivedFlag(other, true)
    await control.webhooks.settled()
    await own.world.until('it was tried', async () => ((await own.deliveries())[1]?.tries ?? 0) > 0)
    await own.db.query('update webhook_deliveries set tries = 13, due_at = $2 where resource_id = $1', [
      other,
      new Date(own.world.clock.now()),
    ])
    await own.untilQuiet()
    const over = (await own.deliveries())[1]
    expect(over?.state).toBe('failed')
    expect(renderText(over?.note ?? '')).toContain('stopped after 14 tries')
    expect(await own.world.count('missing_at is not null')).toBe(0)
  })
})

describe('an archived or removed inspection', () => {
  it('is shown before the second of its delivery is over, and is confirmed after that second', async () => {
    await using own = await startInboxWorld()
    await own.worker.stop()
    const { control } = own.standin
    const [archived, removed] = [idOf(own, 4), idOf(own, 6)]
    const steps: string[] = []
    const deliveryOf = async (id: string) => (await own.deliveries()).find(({ resource_id: of }) => of === id)?.state
    own.startWorker((kind, ids = []) => {
      if (kind === 'inspections') steps.push(...ids.map((id) => `told of ${id}`))
    })
    const readsOf = own.countReads()
    control.setArchivedFlag(archived, true)
    control.delete(removed)
    await control.webhooks.settled()
    // The worker takes its next turn within this time, even if a turn has just ended, and the second is not over yet.
    own.world.clock.advance(200)
    await vi.waitFor(() => expect(steps.toSorted()).toEqual([`told of ${archived}`, `told of ${removed}`].toSorted()), {
      timeout: 20_000,
    })
    expect(await own.shown()).toEqual(own.truth())
    expect([await deliveryOf(archived), await deliveryOf(removed)]).toEqual(['waiting', 'waiting'])
    expect([readsOf(archived), readsOf(removed)]).toEqual([1, 1])

    await own.untilQuiet()
    expect([await deliveryOf(archived), await deliveryOf(removed)]).toEqual(['done', 'done'])
    expect([readsOf(archived), readsOf(removed)]).toEqual([2, 2])
    expect(await own.shown()).toEqual(own.truth())
  })

  it('is read only once when its delivery is processed late, as in a flood', { tags: ['full'] }, async () => {
    await using own = await startInboxWorld()
    await own.worker.stop()
    const id = idOf(own, 4)
    const readsOf = own.countReads()
    own.standin.control.setArchivedFlag(id, true)
    await own.standin.control.webhooks.settled()
    own.world.clock.advance(5_000)
    own.startWorker()
    await own.untilQuiet()
    expect(await own.shown()).toEqual(own.truth())
    expect(readsOf(id)).toBe(1)
  })
})

describe('S24: a hundred deliveries for one inspection', { tags: ['S24'] }, () => {
  it(
    'with the same body are stored once, and cause no further reads or writes, even after a restart and a day later',
    { tags: ['full'] },
    async () => {
      await using own = await startInboxWorld()
      const { control } = own.standin
      const id = idOf(own, 5)
      const readsOf = own.countReads()
      control.setArchivedFlag(id, true)
      await own.untilQuiet()
      const [first] = await own.deliveries()
      if (first === undefined) throw new Error('nothing was kept')
      // It was read at once, and once more when its second was over.
      expect(readsOf(id)).toBe(2)
      const before = await readWrites(own)
      const sendAgain = async (times: number) => {
        for (let n = 0; n < times; n += 1)
          for (const { status } of await control.webhooks.sendRaw(first.body)) expect(status).toBe(200)
      }

      await sendAgain(40)
      await own.worker.stop()
      await sendAgain(10)
      own.startWorker()
      await sendAgain(30)
      own.world.clock.advance(86_400_000)
      await sendAgain(20)
      await own.world.until('the worker has looked', () => own.world.clock.now() % 60_000 > 30_000)
      expect(await own.deliveries()).toHaveLength(1)
      expect(readsOf(id)).toBe(2)
      expect(await readWrites(own)).toEqual(before)
    },
  )

  it('with different bodies cause at most three reads', { tags: ['full'] }, async () => {
    await using own = await startInboxWorld({ inspections: 3 })
    const id = idOf(own, 0)
    const readsOf = own.countReads()
    const { webhooks } = own.standin.control
    for (let n = 0; n < 60; n += 1) {
      const triggeredAt = `2026-06-01T00:00:${String(n).padStart(2, '0')}Z`
      const body = makeBody({ id, kinds: ['INSPECTION', 'INSPECTION_ARCHIVED_STATUS'], triggeredAt })
      await webhooks.sendRaw(body)
    }
    await own.untilQuiet()
    expect(await own.deliveries()).toHaveLength(60)
    // One read at once, one for the deliveries that arrived during it, and one when the second of those was over.
    expect(readsOf(id)).toBeLessThanOrEqual(3)
  })
})
