import { expect } from 'vitest'
import type { Database } from './types'

/**
 * A case that must have the same result on every PostgreSQL server (R18). It uses its own tables in a migrated database
 * and returns everything that it reads, so that a test can compare the results of two servers.
 */
export interface DataCase {
  name: string
  run(db: Database): Promise<unknown>
}

async function selectOne(db: Database, expression: string, values: readonly unknown[] = []): Promise<unknown> {
  const { rows } = await db.query<{ value: unknown }>(`select ${expression} as value`, values)
  return rows[0]?.value
}

const words = [
  'a',
  'B',
  'Á',
  'á',
  'Z',
  'z',
  'ä',
  'ß',
  'É',
  'e\u0301',
  'ñ',
  '10',
  '9',
  '_',
  '-',
  ' ',
  '日本',
  '😀',
  '🏗️',
  'İ',
  'ı',
  '',
]

const documents = [
  '{"b":1,  "a":2,"a":3}',
  '{"n":1.0,"big":12345678901234567890,"e":1e400}',
  '{"text":"\\u00e9 é \\ud83d\\ude00 😀 \\"\\\\ \\n"}',
  `{"long":"${'x'.repeat(200_000)}"}`,
  '\ufeff{"bom":true}\r\n',
  `[${'[1],'.repeat(2_000)}null]`,
]

export const dataCases: readonly DataCase[] = [
  {
    name: 'timestamps keep milliseconds and microseconds in every time zone',
    run: async (db) => {
      const given = [
        '2026-11-20T21:14:44.123Z',
        '2026-11-20T21:14:44Z',
        '2026-11-20T21:14:44.123456Z',
        '2026-11-21T02:44:44.100+05:30',
        '1969-12-31T23:59:59.999Z',
        '2400-02-29T00:00:00.000Z',
        '1900-01-01T00:00:00.000Z',
      ]
      const back: unknown[] = []
      for (const text of given) back.push(await selectOne(db, '$1::timestamptz', [text]))
      expect(back).toEqual([
        '2026-11-20T21:14:44.123Z',
        '2026-11-20T21:14:44.000Z',
        '2026-11-20T21:14:44.123456Z',
        '2026-11-20T21:14:44.100Z',
        '1969-12-31T23:59:59.999Z',
        '2400-02-29T00:00:00.000Z',
        '1900-01-01T00:00:00.000Z',
      ])
      // A value that was read must find its row again.
      await db.query('create table moments (at timestamptz primary key)')
      for (const text of given) await db.query('insert into moments values ($1)', [text])
      for (const text of back) expect((await db.query('delete from moments where at = $1', [text])).rowCount).toBe(1)
      return back
    },
  },
  {
    name: 'a Date keeps its exact time',
    run: async (db) => {
      const value = await selectOne(db, '$1::timestamptz', [new Date('2026-03-29T01:30:00.007Z')])
      expect(value).toBe('2026-03-29T01:30:00.007Z')
      return value
    },
  },
  {
    name: 'values of each type are read alike',
    run: async (db) => {
      const { rows } = await db.query(
        `select 1::int2 as small, 2147483647 as int, 9007199254740991::int8 as int8, 9007199254740993::int8 as huge,
                0.1::float8 as double, 1e300::float8 as far, 12.50::numeric as exact, true as yes, null::text as nothing,
                date '2026-02-01' as day, timestamp '2026-02-01 10:00:00.5' as local, time '10:00' as clock,
                interval '1 day 2 hours' as span, decode('00ff10', 'hex') as bytes,
                '{"b": 1, "a": [1, null]}'::jsonb as tree, array['x', null, 'y,"z"'] as texts, array[1, 2]::int8[] as ints,
                array[timestamptz '2026-01-01 00:00:00+01', null] as moments,
                '0b0e7a5c-8a6e-4b57-9f3e-3a53c1a9f9b1'::uuid as id, count(*) as n from generate_series(1, 3)`,
      )
      expect(rows).toEqual([
        {
          small: 1,
          int: 2_147_483_647,
          int8: 9_007_199_254_740_991,
          huge: '9007199254740993',
          double: 0.1,
          far: 1e300,
          exact: '12.50',
          yes: true,
          nothing: null,
          day: '2026-02-01',
          local: '2026-02-01 10:00:00.5',
          clock: '10:00:00',
          span: '1 day 02:00:00',
          bytes: Buffer.from('00ff10', 'hex'),
          tree: { a: [1, null], b: 1 },
          texts: ['x', null, 'y,"z"'],
          ints: [1, 2],
          moments: ['2025-12-31T23:00:00.000Z', null],
          id: '0b0e7a5c-8a6e-4b57-9f3e-3a53c1a9f9b1',
          n: 3,
        },
      ])
      return rows
    },
  },
  {
    name: 'parameters arrive unchanged',
    run: async (db) => {
      const { rows } = await db.query(
        `select $1::text as text, $2::text[] as list, $3::jsonb as tree, $4::bytea as bytes, $5::int8 as number, $6::text as missing`,
        [
          `o'clock; -- "x" \\ $1`,
          ['a,b', '{}', '"', '\\', ''],
          { deep: [1, 'é'] },
          Buffer.from([0, 255]),
          2 ** 53 - 1,
          undefined,
        ],
      )
      expect(rows).toEqual([
        {
          text: `o'clock; -- "x" \\ $1`,
          list: ['a,b', '{}', '"', '\\', ''],
          tree: { deep: [1, 'é'] },
          bytes: Buffer.from([0, 255]),
          number: 2 ** 53 - 1,
          missing: null,
        },
      ])
      return rows
    },
  },
  {
    name: 'text is returned unchanged, and its length counts characters',
    run: async (db) => {
      const seen: unknown[] = []
      for (const word of words) {
        expect(await selectOne(db, '$1::text', [word])).toBe(word)
        seen.push(await selectOne(db, 'char_length($1::text)', [word]))
      }
      await expect(db.query('select $1::text', ['nul \0 byte'])).rejects.toMatchObject({ code: '22021' })
      return seen
    },
  },
  {
    name: 'order by collate "C" is the order of code points everywhere',
    run: async (db) => {
      const { rows } = await db.query<{ word: string }>(
        'select word from unnest($1::text[]) word order by word collate "C"',
        [words],
      )
      const order = rows.map(({ word }) => word)
      expect(order).toEqual([...words].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
      return order
    },
  },
  {
    name: 'newest first with ties has the same order, page by page',
    run: async (db) => {
      await db.query('create table walk (modified_at timestamptz not null, audit_id text not null)')
      await db.query(
        `insert into walk select timestamptz '2026-01-01Z' + (i / 7) * interval '1 ms', 'audit_' || substr(md5(i::text), 1, 8)
         from generate_series(1, 200) i`,
      )
      const walked: string[] = []
      let after: [string, string] = ['infinity', '']
      for (;;) {
        const { rows } = await db.query<{ at: string; id: string }>(
          `select modified_at as at, audit_id as id from walk where (modified_at, audit_id collate "C") < ($1, $2 collate "C")
           order by modified_at desc, audit_id collate "C" desc limit 9`,
          after,
        )
        const last = rows.at(-1)
        if (last === undefined) break
        walked.push(...rows.map(({ at, id }) => `${at} ${id}`))
        after = [last.at, last.id]
      }
      expect(new Set(walked).size).toBe(200)
      expect(walked).toEqual([...walked].sort().reverse())
      return walked
    },
  },
  {
    name: 'a document in text keeps every byte',
    run: async (db) => {
      await db.query(`insert into inspections (audit_id, modified_at) values ('audit_bytes', '2026-01-01Z')`)
      for (const [index, document] of documents.entries()) {
        const at = new Date(index).toISOString()
        await db.query('insert into inspection_documents (audit_id, modified_at, document) values ($1, $2, $3)', [
          'audit_bytes',
          at,
          document,
        ])
        const { rows } = await db.query<{ document: string }>(
          'select document from inspection_documents where audit_id = $1 and modified_at = $2',
          ['audit_bytes', at],
        )
        expect(rows[0]?.document === document, `document ${index}`).toBe(true)
      }
      return await selectOne(
        db,
        '(select array_agg(octet_length(document) order by modified_at) from inspection_documents)',
      )
    },
  },
  {
    name: 'a transaction is all or nothing, and only it sees its writes',
    run: async (db) => {
      const seen: unknown[] = []
      await db.query('create table ledger (id integer primary key)')
      await db.transaction(async (tx) => {
        await tx.query('insert into ledger values (1)')
        seen.push(
          await selectOne(db, '(select count(*) from ledger)'),
          (await tx.query('select count(*) as n from ledger')).rows,
        )
      })
      await expect(
        db.transaction(async (tx) => {
          await tx.query('insert into ledger values (2)')
          await tx.query('insert into ledger values (1)')
        }),
      ).rejects.toMatchObject({ code: '23505' })
      seen.push((await db.query('select id from ledger')).rows)
      expect(seen).toEqual([0, [{ n: 1 }], [{ id: 1 }]])
      return seen
    },
  },
  {
    name: 'errors keep their SQLSTATE',
    run: async (db) => {
      const states: unknown[] = []
      const statements = [
        'select 1/0',
        'select * from nowhere',
        `select 'x'::int`,
        `insert into users (email, name, role, password_hash) values ('a', 'b', 'king', 'c')`,
      ]
      for (const statement of statements)
        states.push(
          await db.query(statement).then(
            () => 'no error',
            (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
          ),
        )
      expect(states).toEqual(['22012', '42P01', '22P02', '23514'])
      return states
    },
  },
]
