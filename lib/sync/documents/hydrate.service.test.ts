import { describe, expect, it } from 'vitest'
import { auditId } from '@/lib/ids'
import { readVersion } from '@/lib/sync/version'
import { startWorld, type World } from '@/lib/testing/sync-world'
import { renderText } from '@/lib/server-text'

const waiting = `hydrated_modified_at is distinct from modified_at`
const fetched = (world: World) => world.standin.control.counts()['getInspection'] ?? 0
const allHydrated = (world: World) => async () =>
  (await world.index()).length === world.truth().length && (await world.count(waiting)) === 0

async function passes(world: World): Promise<number> {
  const { rows } = await world.db.query<{ passes: number }>('select passes from sync_state')
  return rows[0]?.passes ?? 0
}

async function readRow(world: World, id: string) {
  const { rows } = await world.db.query<{
    modified_at: string
    hydrated_modified_at: string | null
    title: string | null
    hydrate_error: string | null
    hydrate_tries: number
    hydrate_after: string | null
  }>(
    `select modified_at, hydrated_modified_at, title, hydrate_error, hydrate_tries, hydrate_after
     from inspections where audit_id = $1`,
    [id],
  )
  const row = rows[0]
  if (row === undefined) throw new Error(`${id} is not in the index`)
  return row
}

describe('hydration', () => {
  it('fetches each version once, however often it is restarted', { tags: ['full'] }, async () => {
    await using world = await startWorld()
    const first = world.createSync()
    first.start()
    await world.until('all rows are hydrated', allHydrated(world))
    expect(fetched(world)).toBe(60)
    expect(await world.count('title is null or template_name is null or failed_count is null')).toBe(0)
    await first.stop()

    const second = world.createSync()
    const before = await passes(world)
    second.start()
    await world.until('one more pass', async () => (await passes(world)) > before)
    second.poke()
    await world.until('two more passes', async () => (await passes(world)) > before + 1)
    expect(fetched(world)).toBe(60)

    const touched = world.truth()[7]?.audit_id ?? ''
    const modifiedAt = world.standin.control.touch(touched)
    second.poke()
    await world.until('the new version is hydrated', async () => {
      const row = await readRow(world, touched)
      return row.modified_at === modifiedAt && row.hydrated_modified_at === modifiedAt
    })
    expect(fetched(world)).toBe(61)
    const { rows } = await world.db.query<{ n: number }>(
      'select count(*)::int as n from inspection_documents where audit_id = $1',
      [touched],
    )
    expect(rows[0]?.n).toBe(2)
  })

  it('stores the document unchanged', async () => {
    await using world = await startWorld({ inspections: 3 })
    const sync = world.createSync()
    sync.start()
    await world.until('all rows are hydrated', allHydrated(world))
    const id = world.truth()[0]?.audit_id ?? ''
    const answer = await world.service.raw('getInspection', { params: { auditId: id } })
    const kept = await world.db.query<{ document: string }>(
      'select document from inspection_documents where audit_id = $1',
      [id],
    )
    expect(kept.rows[0]?.document).toBe(Buffer.from(answer.bytes ?? []).toString())
  })

  it('continues after missing, invalid or refused documents, keeps the known data and records the reason', async () => {
    await using world = await startWorld({ inspections: 12 })
    await world.pass()
    const [gone = '', garbled = '', wrong = '', nul = ''] = world.truth().map((row) => row.audit_id)
    const { control } = world.standin
    control.delete(gone)
    control.setFault({ path: `/audits/${garbled}$`, action: { kind: 'garble' } })
    control.override(wrong, { audit_id: 'audit_00000000000000000000000000000000' })
    control.override(nul, {
      audit_data: { name: 'Fork\u0000lift', score: 'many', date_completed: '2026-13-45T99:99:99Z' },
    })
    await world.pass()
    await world.db.query(`update inspections set title = 'Known before' where audit_id = $1`, [garbled])
    const sync = world.createSync()
    sync.start()
    await world.until('all others are hydrated', async () => (await world.count(waiting)) === 3)
    await world.until('the three have been tried', async () => (await world.count('hydrate_tries > 0')) === 3)
    expect(await readRow(world, gone)).toMatchObject({ hydrate_error: 'not_found', hydrated_modified_at: null })
    expect(await readRow(world, garbled)).toMatchObject({ hydrate_error: 'upstream_failed', title: 'Known before' })
    expect(await readRow(world, wrong)).toMatchObject({ hydrate_error: 'upstream_failed', title: null })
    expect((await readRow(world, nul)).title).toBe('Forklift')

    control.clearFaults()
    await world.until('the garbled one is read in the end', async () => {
      const row = await readRow(world, garbled)
      return row.hydrate_error === null && row.hydrated_modified_at !== null && row.title !== 'Known before'
    })
  })

  it('waits longer between the tries of a row that stays refused', { tags: ['full'] }, async () => {
    await using world = await startWorld({ inspections: 1 })
    const id = world.truth()[0]?.audit_id ?? ''
    world.standin.control.setFault({ operation: 'getInspection', action: { kind: 'garble' } })
    const sync = world.createSync()
    sync.start()
    const pauses: number[] = []
    for (const tries of [1, 2, 3]) {
      await world.until(
        `try ${tries}`,
        async () => (await world.index()).length === 1 && (await readRow(world, id)).hydrate_tries >= tries,
      )
      pauses.push(Date.parse((await readRow(world, id)).hydrate_after ?? '') - world.clock.now())
    }
    expect(pauses[1]).toBeGreaterThan((pauses[0] ?? 0) * 1.2)
    expect(pauses[2]).toBeGreaterThan((pauses[1] ?? 0) * 1.2)
  })

  it('survives outages of the service and rate limits', { tags: ['full'] }, async () => {
    await using world = await startWorld()
    const { control } = world.standin
    control.setFault({ action: { kind: 'reset', when: 'before' } })
    const sync = world.createSync()
    sync.start()
    await world.until('the failure is told in words', async () => {
      const { rows } = await world.db.query<{ last_error: string | null }>('select last_error from sync_state')
      return rows[0]?.last_error?.includes('service.') === true
    })
    control.clearFaults()
    await world.until('the index is there', async () => (await world.index()).length === 60)
    control.setFault({ when: { every: 2 }, action: { kind: 'status', status: 429, retryAfter: '1' } })
    await world.until('all rows are hydrated', allHydrated(world))
    await world.until('the failure is forgotten', async () => {
      const { rows } = await world.db.query<{ last_error: string | null }>('select last_error from sync_state')
      return rows[0]?.last_error === null
    })
    expect(await world.count('hydrate_error is not null')).toBe(0)
  })

  it('reports that the token is refused, until it works again', { tags: ['full'] }, async () => {
    await using world = await startWorld()
    const { control } = world.standin
    control.setFault({ action: { kind: 'status', status: 401 } })
    const sync = world.createSync()
    sync.start()
    await world.until('it is told', () => /token/.test(sync.status().tokenRefused ?? ''))
    control.clearFaults()
    await world.until('all rows are hydrated', allHydrated(world))
    await world.until('it is not told any more', () => sync.status().tokenRefused === null)
  })

  it('advances a row to a newer document, and never sets it back to an older one', async () => {
    await using world = await startWorld({ inspections: 2 })
    await world.pass()
    const [newer = '', older = ''] = world.truth().map((row) => row.audit_id)
    const modifiedAt = world.standin.control.touch(newer)
    const ahead = '2099-01-01T00:00:00.000Z'
    await world.db.query(`update inspections set modified_at = $2 where audit_id = $1`, [older, ahead])
    const sync = world.createSync()
    // No pass succeeds, so only documents change the rows.
    world.standin.control.setFault({ operation: 'searchInspections', action: { kind: 'status', status: 500 } })
    sync.start()
    await world.until('both were read', async () => (await world.count('title is not null')) === 2)
    expect(await readRow(world, newer)).toMatchObject({ modified_at: modifiedAt, hydrated_modified_at: modifiedAt })
    const behind = await readRow(world, older)
    expect(behind).toMatchObject({ modified_at: ahead })
    expect(behind.hydrated_modified_at).not.toBe(ahead)
    expect(behind.hydrate_tries).toBeGreaterThan(0)
    // As if many tries had failed.
    await world.db.query(`update inspections set hydrate_tries = 6, hydrate_after = null where audit_id = $1`, [older])
    sync.hydrateFirst([older])
    await world.until(
      'it is taken for the version in the end',
      async () => (await readRow(world, older)).hydrated_modified_at === ahead,
    )
    expect(fetched(world)).toBeLessThan(6)
  })

  it('is not held up by broken items, however many there are in a row', { tags: ['full'] }, async () => {
    await using world = await startWorld({ inspections: 150 })
    await world.pass()
    const newest = world.truth().toSorted((a, b) => (a.modified_at < b.modified_at ? 1 : -1))
    const broken = newest.slice(0, 100).map((row) => row.audit_id)
    for (const id of broken)
      world.standin.control.setFault({ path: `/audits/${id}$`, action: { kind: 'status', status: 500 } })
    const sync = world.createSync()
    world.standin.control.record(true)
    sync.start()
    const others = `audit_id <> all('{${broken.join(',')}}')`
    await world.until('the others are hydrated', async () => (await world.count(`${others} and ${waiting}`)) === 0)
    // In the order "newest first", all broken items would come before the first other one. Only the order of the
    // requests proves that both ends are mixed, because broken items may have been retried before the database is read.
    const asked = world.standin.control.requests().map(({ path }) => path.replace('/audits/', ''))
    const isBroken = new Set(broken)
    const lastOther = asked.findLastIndex((id) => !isBroken.has(id) && id.startsWith('audit_'))
    expect(lastOther).toBeGreaterThan(0)
    expect(new Set(asked.slice(0, lastOther).filter((id) => isBroken.has(id))).size).toBeLessThan(broken.length)
    // This many failures in a row look like an outage, so requests slow down until a document is read.
    await world.until(
      'broken ones are known',
      async () => (await world.count(`hydrate_error = 'upstream_failed'`)) >= 5,
    )
    world.standin.control.clearFaults()
    await world.until('they are read in the end', allHydrated(world))
  })

  it(
    'stores a document without any field of an inspection only after some tries, with the problem',
    { tags: ['full'] },
    async () => {
      await using world = await startWorld({ inspections: 3 })
      const id = world.truth()[1]?.audit_id ?? ''
      const strange = JSON.stringify({ error: 'try later' })
      const sync = world.createSync({
        service: () => ({
          ...world.service,
          raw: async (operation, input, options) => {
            const answer = await world.service.raw(operation, input, options)
            return input?.params?.['auditId'] === id ? { ...answer, bytes: Buffer.from(strange) } : answer
          },
        }),
      })
      sync.start()
      await world.until(
        'it was refused once',
        async () => (await world.count(`hydrate_error = 'upstream_failed'`)) === 1,
      )
      expect(await readRow(world, id)).toMatchObject({ hydrated_modified_at: null })
      await world.until('it is kept in the end', allHydrated(world))
      const { rows } = await world.db.query(
        `select document, document_problem from inspections join inspection_documents using (audit_id) where audit_id = $1`,
        [id],
      )
      expect(rows).toEqual([
        { document: strange, document_problem: expect.stringContaining('sync.document.missingFields') as string },
      ])
      expect(await world.count('document_problem is not null')).toBe(1)
    },
  )
})

describe('an inspection that a person opens', () => {
  it('is read from the service in one request for many readers, and then from the index', async () => {
    await using world = await startWorld()
    const sync = world.createSync()
    const id = auditId.parse(world.truth()[5]?.audit_id)
    const from = { db: world.db, sync }
    const answers = await Promise.all(Array.from({ length: 8 }, () => readVersion(from, id)))
    expect(fetched(world)).toBe(1)
    // A reader that comes after the response was stored gets it from the index.
    expect(answers.some((answer) => answer.source === 'service')).toBe(true)
    expect(answers.every((answer) => answer.stale === null && answer.text === answers[0]?.text)).toBe(true)
    const again = await readVersion(from, id)
    expect(again).toMatchObject({ source: 'index', stale: null, modifiedAt: world.truth()[5]?.modified_at })
    expect(again.text).toBe(answers[0]?.text)
    expect(fetched(world)).toBe(1)
    expect((await readRow(world, id)).title).not.toBeNull()
  })

  it('is not_found when neither the index nor the service knows it', async () => {
    await using world = await startWorld()
    const sync = world.createSync()
    const id = auditId.parse('audit_ffffffffffffffffffffffffffffffff')
    await expect(readVersion({ db: world.db, sync }, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(fetched(world)).toBe(1)
  })

  it('is shown in its newest stored version, marked as stale, while the service cannot return the current one', async () => {
    await using world = await startWorld()
    const sync = world.createSync()
    const from = { db: world.db, sync }
    const id = auditId.parse(world.truth()[5]?.audit_id)
    const kept = await readVersion(from, id)
    world.standin.control.touch(id)
    await world.pass()
    world.standin.control.setFault({ operation: 'getInspection', action: { kind: 'garble' } })
    const stale = await readVersion(from, id)
    expect(stale).toMatchObject({ source: 'index', modifiedAt: kept.modifiedAt })
    const reason = renderText(stale.stale?.reason ?? '')
    expect(reason).toMatch(
      /^A newer version could not be loaded\. SafetyCulture returned something that is not an inspection\./,
    )
    world.standin.control.clearFaults()
    expect(await readVersion(from, id)).toMatchObject({ source: 'service', stale: null })
  })

  it('reaches the other readers when one of them leaves', async () => {
    await using world = await startWorld()
    const sync = world.createSync()
    const id = auditId.parse(world.truth()[5]?.audit_id)
    const leaving = new AbortController()
    const left = sync.fetchVersion(id, leaving.signal)
    const stayed = sync.fetchVersion(id)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    expect((await stayed).auditId).toBe(id)
  })
})
