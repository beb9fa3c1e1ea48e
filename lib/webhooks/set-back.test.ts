import { describe, expect, it, vi } from 'vitest'
import { makeBody, makeRequest } from './testing'
import { startInboxWorld, type InboxWorld } from './testing-inbox'

vi.setConfig({ testTimeout: 60_000 })

/** A world in which the first inspection has a second version, and all documents are read. */
async function startChanged() {
  const own = await startInboxWorld({ inspections: 6 })
  await own.untilQuiet()
  const [first] = own.world.truth()
  if (first === undefined) throw new Error('there are inspections')
  own.standin.control.touch(first.audit_id)
  await own.untilQuiet()
  await own.world.until('all is read', async () => {
    return (await own.world.count('hydrated_modified_at is distinct from modified_at')) === 0
  })
  return { own, first }
}

async function deliver(own: InboxWorld, id: string, modifyTime: string): Promise<void> {
  const body = makeBody({ id, modifyTime, triggeredAt: new Date(own.world.clock.now()).toISOString() })
  await own.door.send(makeRequest(body, { 'x-safetyculture-signature': own.standin.control.webhooks.sign(body) }))
}

describe('a webhook that names an older version than the index has', () => {
  it('causes a new read of the inspection, and the index adopts the current version of the service', async () => {
    const { own, first } = await startChanged()
    await using world = own
    // The service sends a webhook for this change by itself.
    world.standin.control.touch(first.audit_id, Date.parse(first.modified_at) - 5 * 3_600_000)
    await world.untilQuiet()
    expect(await world.shown()).toEqual(world.truth())
    expect(await world.world.count('hydrated_modified_at is distinct from modified_at')).toBe(0)
  })

  it('changes nothing when the webhook was only late', async () => {
    const { own, first } = await startChanged()
    await using world = own
    await deliver(world, first.audit_id, first.modified_at)
    await world.untilQuiet()
    expect(await world.shown()).toEqual(world.truth())
    expect(await world.world.count('hydrated_modified_at is distinct from modified_at')).toBe(0)
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(['done', 'done'])
  })
})
