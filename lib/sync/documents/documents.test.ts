import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { auditId } from '@/lib/ids'
import { quoteLexeme, searchVersion } from '@/lib/search/search-text'
import type { RawAnswer } from '@/lib/service/types'
import { runs } from '@/lib/testing/random-runs'
import { fetchDocument, storeDocument, storeDocuments, type StoredDocument } from './documents'
import { readDocument } from './read-document'
import { createPassStore } from '@/lib/sync/store'
import { renderText, serverText } from '@/lib/server-text'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => db.query('delete from inspections'))
afterAll(() => db.close())

const nowMs = Date.parse('2026-06-01T00:00:00.000Z')
const instantOf = (version: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + version).toISOString()

const whole = (id: string, version: number, name: string) => ({
  audit_id: id,
  template_id: 'template_1',
  created_at: instantOf(0),
  modified_at: instantOf(version),
  audit_data: { name },
  template_data: { metadata: { name: 'Yard check' } },
  header_items: [],
  items: [],
})

function makeDocument(id: string, version: number, name = `Title ${version}`): StoredDocument {
  const text = JSON.stringify(whole(id, version, name))
  const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
  return { ...read, auditId: auditId.parse(id), text, bytes: null, modifiedAt: instantOf(version) }
}

interface Row {
  audit_id: string
  modified_at: string
  hydrated_modified_at: string | null
  title: string | null
  title_key: string | null
  hydrate_tries: number
  hydrate_after: string | null
  document_problem: string | null
  search_version: number | null
}

async function readRows(): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select audit_id, modified_at, hydrated_modified_at, title, title_key, hydrate_tries, hydrate_after, document_problem, search_version
     from inspections order by audit_id`,
  )
  return rows
}

async function find(word: string): Promise<string[]> {
  const { rows } = await db.query<{ audit_id: string }>(
    'select audit_id from inspections where search @@ $1::tsquery order by audit_id',
    [quoteLexeme(word)],
  )
  return rows.map((row) => row.audit_id)
}

/** A database that notes the statements of its transactions. */
function countStatements() {
  const statements: Array<{ text: string; values: readonly unknown[] }> = []
  const counted: Database = Object.assign(Object.create(db) as Database, {
    transaction: (work: (tx: Database) => Promise<unknown>) =>
      db.transaction((tx) => {
        const query = (text: string, values: readonly unknown[] = []) => {
          statements.push({ text, values })
          return tx.query(text, values)
        }
        return work(Object.assign(Object.create(db) as Database, { query }))
      }),
  })
  return { counted, statements }
}

async function readKept(id: string): Promise<string[]> {
  const { rows } = await db.query<{ modified_at: string }>(
    'select modified_at from inspection_documents where audit_id = $1 order by modified_at',
    [id],
  )
  return rows.map((row) => row.modified_at)
}

describe('a document of an inspection that was marked as missing', () => {
  it('proves that the inspection exists, whatever its version', async () => {
    await storeDocuments(
      db,
      [makeDocument('audit_a', 5), makeDocument('audit_b', 5), makeDocument('audit_c', 5)],
      nowMs,
    )
    await db.query(`update inspections set missing_at = now(), missing_reason = 'not-permitted'`)
    await storeDocuments(db, [makeDocument('audit_a', 6), makeDocument('audit_b', 4)], nowMs)
    const { rows } = await db.query(
      `select audit_id, missing_at is null as is_there, missing_reason from inspections order by audit_id`,
    )
    expect(rows).toEqual([
      { audit_id: 'audit_a', is_there: true, missing_reason: null },
      { audit_id: 'audit_b', is_there: true, missing_reason: null },
      { audit_id: 'audit_c', is_there: false, missing_reason: 'not-permitted' },
    ])
  })
})

describe('storing documents', () => {
  it('makes each document searchable by words and ids, in one transaction', async () => {
    await storeDocuments(db, [makeDocument('audit_b', 1, 'Forklift Łódź'), makeDocument('audit_a', 2, 'Ladder')], nowMs)
    expect(await readRows()).toMatchObject([
      {
        audit_id: 'audit_a',
        title: 'Ladder',
        title_key: 'ladder',
        document_problem: null,
        search_version: searchVersion,
      },
      { audit_id: 'audit_b', title: 'Forklift Łódź', title_key: 'forklift lodz', hydrated_modified_at: instantOf(1) },
    ])
    expect(await find('lodz')).toEqual(['audit_b'])
    expect(await find('yard')).toEqual(['audit_a', 'audit_b'])
    const { rows } = await db.query('select audit_id from inspection_ids order by audit_id')
    expect(rows).toEqual([{ audit_id: 'audit_a' }, { audit_id: 'audit_b' }])
  })

  it('adds the names of all rows in one order, so that two writers of new names cannot wait in a circle', async () => {
    const names = ['Ines', 'Ada', 'Olu', 'Ben']
    const batch = names.map((author, at) => {
      const one = makeDocument(`audit_${at}`, 1)
      return { ...one, summary: { ...one.summary, authorName: author } }
    })
    await storeDocuments(db, batch, nowMs)
    const { rows } = await db.query<{ name: string }>(
      `select name from inspection_names where kind = 'author' and name = any($1::text[]) order by ctid`,
      [names],
    )
    expect(rows.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Ines', 'Olu'])
  })

  it('stores many known inspections with few statements, and locks their rows once', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `audit_${at}`)
    await createPassStore(db).save({
      rows: ids.map((id) => ({ auditId: auditId.parse(id), modifiedAt: instantOf(1), templateId: null })),
      checkpoint: instantOf(1),
    })
    const { counted, statements } = countStatements()
    await storeDocuments(
      counted,
      ids.map((id) => makeDocument(id, 1)),
      nowMs,
    )
    expect(statements.filter(({ text }) => text.includes('for no key update'))).toHaveLength(1)
    expect(statements.length).toBeLessThanOrEqual(5)
    expect((await readRows()).every((row) => row.hydrated_modified_at === instantOf(1))).toBe(true)
  })

  it('sends at most 64 documents with a statement, and stores all of a larger batch', async () => {
    const batch = Array.from({ length: 130 }, (_, at) => makeDocument(`audit_${at}`, 1, `Name ${at}`))
    const { counted, statements } = countStatements()
    await storeDocuments(counted, batch, nowMs)
    const inserts = statements.filter(({ text }) => text.startsWith('insert into inspection_documents'))
    expect(inserts.map(({ values }) => values.length / 3)).toEqual([64, 64, 2])
    const { rows } = await db.query<{ audit_id: string; name: string }>(
      `select audit_id, document::json -> 'audit_data' ->> 'name' as name from inspection_documents`,
    )
    expect(rows).toHaveLength(130)
    for (const row of rows) expect(row.name).toBe(`Name ${row.audit_id.slice('audit_'.length)}`)
  })

  it('stores either all documents of a batch or none', async () => {
    const bad = { ...makeDocument('audit_b', 1), search: `'broken` }
    await expect(
      storeDocuments(db, [makeDocument('audit_a', 1), bad, makeDocument('audit_c', 1)], nowMs),
    ).rejects.toThrow()
    expect(await readRows()).toEqual([])
    expect(await readKept('audit_a')).toEqual([])
  })

  it('ends with the newest version, whatever the order and batches', async () => {
    const ids = ['audit_a', 'audit_b', 'audit_c']
    const version = fc.record({ id: fc.constantFrom(...ids), version: fc.integer({ min: 1, max: 8 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(version, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        async (batches) => {
          await db.query('delete from inspections')
          for (const batch of batches)
            await storeDocuments(
              db,
              batch.map((one) => makeDocument(one.id, one.version)),
              nowMs,
            )
          const rows = await readRows()
          const all = batches.flat()
          expect(rows.map((row) => row.audit_id)).toEqual(ids.filter((id) => all.some((one) => one.id === id)))
          for (const row of rows) {
            const versions = [...new Set(all.filter((one) => one.id === row.audit_id).map((one) => one.version))].sort(
              (a, b) => a - b,
            )
            const newest = versions.at(-1) ?? 0
            expect(row).toMatchObject({
              modified_at: instantOf(newest),
              hydrated_modified_at: instantOf(newest),
              title: `Title ${newest}`,
              hydrate_tries: 0,
            })
            expect(await readKept(row.audit_id)).toEqual(versions.slice(-5).map(instantOf))
          }
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('leaves a row waiting for the version that the search reported, with longer pauses after each try', async () => {
    await createPassStore(db).save({
      rows: [{ auditId: 'audit_a', modifiedAt: instantOf(9), templateId: null }],
      checkpoint: null,
    })
    const pauses: number[] = []
    for (const version of [1, 2, 1]) {
      await storeDocument(db, makeDocument('audit_a', version), nowMs)
      const [row] = await readRows()
      expect(row).toMatchObject({
        modified_at: instantOf(9),
        hydrated_modified_at: instantOf(version === 1 && pauses.length === 0 ? 1 : 2),
      })
      pauses.push(Date.parse(row?.hydrate_after ?? '') - nowMs)
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000])
    await storeDocument(db, makeDocument('audit_a', 9), nowMs)
    expect(await readRows()).toMatchObject([
      { hydrated_modified_at: instantOf(9), hydrate_tries: 0, hydrate_after: null },
    ])
  })

  it('keeps the last five versions of an inspection', async () => {
    for (const version of [3, 1, 7, 2, 9, 5, 8]) await storeDocument(db, makeDocument('audit_a', version), nowMs)
    expect(await readKept('audit_a')).toEqual([3, 5, 7, 8, 9].map(instantOf))
    await storeDocuments(
      db,
      [1, 2, 3, 4, 5, 6, 7].map((version) => makeDocument('audit_b', version)),
      nowMs,
    )
    expect(await readKept('audit_b')).toEqual([3, 4, 5, 6, 7].map(instantOf))
  })

  it('causes no deadlock when several batches and passes write the same rows at once', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `audit_${String(at).padStart(2, '0')}`)
    const shuffle = (seed: number) =>
      ids.toSorted((a, b) => ((a.charCodeAt(7) * seed) % 7) - ((b.charCodeAt(7) * seed) % 7))
    // The database would end a deadlock by aborting one transaction, which would be tried again and counted here.
    let tries = 0
    const counting: Database = {
      ...db,
      transaction: (work) =>
        db.transaction((tx) => {
          tries += 1
          return work(tx)
        }),
    }
    const store = createPassStore(counting)
    await Promise.all(
      Array.from({ length: 12 }, (_, round) =>
        round % 3 === 0
          ? store.save({
              rows: shuffle(round + 1).map((id) => ({ auditId: id, modifiedAt: instantOf(round), templateId: null })),
              checkpoint: null,
            })
          : storeDocuments(
              counting,
              shuffle(round + 2).map((id) => makeDocument(id, round)),
              nowMs,
            ),
      ),
    )
    expect((await readRows()).map((row) => row.hydrated_modified_at)).toEqual(ids.map(() => instantOf(11)))
    expect(tries).toBe(12)
  })
})

describe('checking a document', () => {
  const asked = auditId.parse('audit_ab12')
  const fetch = (body: string | Buffer, takesAnything = false) =>
    fetchDocument(
      {
        raw: (): Promise<RawAnswer> =>
          Promise.resolve({ status: 200, headers: {}, bytes: Buffer.from(body), stream: null }),
      },
      asked,
      { lane: 'background', signal: new AbortController().signal, takesAnything },
    )
  const problemOf = async (document: unknown, takesAnything = false) => {
    const { problem } = await fetch(JSON.stringify(document), takesAnything)
    return problem === null ? null : renderText(problem)
  }

  it('accepts a document that has the fields of every inspection', async () => {
    expect(await problemOf(whole('audit_AB12', 1, 'x'))).toBeNull()
  })

  it('uses the requested id if the document has none, and reports an invalid one', async () => {
    const { audit_id: _, ...nameless } = whole('x', 1, 'Ladder')
    expect(await fetch(JSON.stringify(nameless))).toMatchObject({
      auditId: asked,
      problem: serverText('sync.document.missingFields', { fields: 'audit_id' }),
      summary: { title: 'Ladder' },
    })
    expect(await problemOf({ ...nameless, audit_id: 42 })).toMatch(/ID is not valid.*audit_id/)
  })

  it('reports missing fields, fields of another type, and unusual items', async () => {
    expect(await problemOf({ audit_id: 'audit_ab12', modified_at: instantOf(1) })).toBe(
      'Missing fields: template_id, created_at, audit_data, template_data, header_items, items.',
    )
    const odd = {
      ...whole('audit_ab12', 1, 'x'),
      created_at: 'yesterday',
      audit_data: { name: 'x', score: 'many', date_completed: '2026-13-45T99:99:99Z', date_started: null },
      items: [{ item_id: 'a', parent_id: 'nowhere', type: 'text' }, 7],
    }
    expect(await problemOf(odd)).toBe(
      'Unexpected values, not used: created_at, audit_data.score, audit_data.date_completed. ' +
        '1 item names a parent that is missing, and is shown on its own. 1 item is not an object, and is shown in Raw only.',
    )
  })

  it('always refuses another inspection, or a text that is not JSON', async () => {
    await expect(fetch(JSON.stringify(whole('audit_cd34', 1, 'x')), true)).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    await expect(fetch('{"audit_id":', true)).rejects.toMatchObject({ code: 'upstream_failed' })
    await expect(fetch('', true)).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('accepts a document without any field of an inspection only on request', async () => {
    for (const strange of [[1, 2], 'text', 7, null, { error: 'try later' }, {}]) {
      await expect(problemOf(strange), JSON.stringify(strange)).rejects.toMatchObject({ code: 'upstream_failed' })
      expect(await problemOf(strange, true), JSON.stringify(strange)).toMatch(/not (?:a )?JSON|Missing fields/)
    }
  })

  it('leaves the document unchanged byte for byte, and removes what the database cannot store only from columns', async () => {
    const texts = [
      `{"audit_id":"audit_ab12","modified_at":"${instantOf(1)}","audit_data":{"name":"a\\u0000b \\ud800 é 😀"}}`,
      `\ufeff{"audit_id":"audit_ab12","modified_at":"${instantOf(2)}"}\r\n`,
    ]
    const bytes = [
      ...texts.map((text) => Buffer.from(text)),
      Buffer.concat([
        Buffer.from(`{"modified_at":"${instantOf(3)}","x":"`),
        Buffer.from([0xff, 0xc3]),
        Buffer.from('"}'),
      ]),
    ]
    for (const one of bytes) {
      const { document: _, ...fetched } = await fetch(one)
      await storeDocument(db, { ...fetched, modifiedAt: fetched.modifiedAt ?? '' }, nowMs)
      const { rows } = await db.query<{ document: string }>(
        'select document from inspection_documents order by modified_at desc limit 1',
      )
      // TextDecoder removes a byte order mark and replaces invalid UTF-8.
      expect(rows[0]?.document).toBe(new TextDecoder().decode(one))
    }
  })
})
