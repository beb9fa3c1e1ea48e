import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET as getFacets } from '@/app/api/inspections/facets/route'
import { GET as getNeighbors } from '@/app/api/inspections/neighbours/route'
import { GET as getList } from '@/app/api/inspections/route'
import { HandClock, installTestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { configureThrottle } from '@/lib/web/throttle'
import { processWide } from '@/lib/process-wide'
import { renderText } from '@/lib/server-text'
import { runs } from '@/lib/testing/random-runs'
import { sortNames } from '@/lib/inspections/columns'
import { inspectionPage } from '@/lib/inspections/schema'
import { checkParam, filterNames } from '@/lib/inspections/params-model'
import { storeRows } from './testing-lists'
import type { ModelRow } from './testing-list-rows'

vi.setConfig({ testTimeout: 120_000 })

let db: TestDatabase
let cookie: string

const rows: ModelRow[] = Array.from({ length: 40 }, (_, n) => ({
  auditId: `audit_${String(n).padStart(32, '0')}`,
  modifiedAt: new Date(Date.UTC(2026, 10, 1 + (n % 20))).toISOString(),
  templateId: `template_${n % 3}`,
  read: {
    title: n % 4 === 0 ? null : `Round ${n}`,
    site: ['Leeds', 'Łódź Główna', 'São Paulo', null][n % 4] ?? null,
    author: `Person ${n % 5}`,
    text: 'forklift',
    score: n % 6 === 0 ? null : n,
    questions: [],
    answered: [],
    assets: [],
    failed: n % 3,
    media: n % 2,
    completedAt: n % 5 === 0 ? null : new Date(Date.UTC(2026, 10, 2 + n)).toISOString(),
    archived: false,
  },
  missing: false,
  hydrateError: false,
  documentProblem: false,
  review: null,
}))

beforeAll(async () => {
  db = await openTestDatabase()
  await storeRows(db, rows)
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  const clock = new HandClock()
  const auth = installTestAuth(db, clock)
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 } }, clock)
  cookie = (await auth.signInAs((await auth.addPerson('viewer')).userId)).cookie
})
afterAll(() => db.close())

interface Answer {
  status: number
  body: Record<string, unknown>
}

async function ask(
  query: string | ReadonlyArray<readonly [string, string]>,
  handler: typeof getList = getList,
): Promise<Answer> {
  const search =
    typeof query === 'string' ? query : new URLSearchParams(query.map(([name, value]) => [name, value])).toString()
  const response = await handler(
    new Request(`http://127.0.0.1:3000/api/inspections?${search}`, { headers: { cookie } }),
    {
      params: Promise.resolve({}),
    },
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const fieldsOf = ({ body }: Answer) => body['fields'] as Record<string, string> | undefined

describe('GET /api/inspections', () => {
  it.each([
    ['q', 'x'.repeat(10_001), /longer than/],
    ['q', Array.from({ length: 201 }, (_, n) => `audit_${String(n).padStart(32, '0')}`).join(','), /more than 200/],
    ['q', Array.from({ length: 101 }, (_, n) => `w${n}x`).join(' '), /more than 100 words/],
    ['template', 'a/b', /not the ID of a template/],
    ['template!', '', /not the ID/],
    ['site', 'a\u0000b', /cannot be stored/],
    ['site!', 'x'.repeat(1_001), /not a name/],
    ['author', '\u0000', /cannot be stored/],
    ['author!', '\u0000', /cannot be stored/],
    ['result', 'bad', /not one of: failed, passed, in-progress/],
    ['result!', 'Failed', /not one of/],
    ['score', '90..50', /ends before it begins/],
    ['score!', 'high', /not a range/],
    ['score', '..', /not a range/],
    ['score', '1e3', /not a range/],
    ['failed', '1.5', /whole numbers/],
    ['failed!', '9999999999', /not a range/],
    ['media', 'yes', /not one of: with, without/],
    ['completed', '1', /not one of: true, false/],
    ['archived', 'TRUE', /not one of: true, false/],
    ['modified', 'yesterday', /not a time range/],
    ['modified!', '2026-02-30', /does not exist/],
    ['modified', '2026-11-20..2026-11-01', /ends before it begins/],
    ['modified!', 'now..now-1d', /ends before it begins/],
    ['completedAt', 'now-7d', /one moment/],
    ['completedAt!', 'now-999999y..', /too far in the past or future/],
    ['missing', 'maybe', /not one of: true, false, both/],
    ['problem', 'odd', /not one of: unreadable, unusual/],
    ['review', 'done', /not one of: unreviewed, reviewed, follow-up, changed/],
    ['review!', '*', /not one of: unreviewed/],
    ['sort', 'name', /not one of modified/],
    ['sort', '--score', /not one of modified/],
    ['tz', 'Mars/Olympus', /not a time zone/],
    ['limit', '0', /less than 1/],
    ['limit', '201', /more than 200/],
    ['limit', '1e2', /not a whole number/],
    ['offset', '-1', /not a whole number/],
    ['after', 'x', /not a cursor/],
    ['after', 'x'.repeat(4_001), /not a cursor/],
    ['include', 'everything', /not one of: rows, total, facets/],
  ])('refuses only the name %s=%j', async (name, value, problem) => {
    const answer = await ask([[name, value]])
    expect(answer.status).toBe(422)
    expect(Object.keys(fieldsOf(answer) ?? {})).toEqual([name])
    expect(fieldsOf(answer)?.[name]).toMatch(problem)
    // The same is true next to valid values.
    expect(
      Object.keys(
        fieldsOf(
          await ask([
            ['media', 'with'],
            ['q', 'leeds'],
            [name, value],
          ]),
        ) ?? {},
      ).filter((field) => (field !== 'media' && field !== 'q') || field === name),
    ).toEqual([name])
  })

  it('refuses a repeated single parameter, and more than 100 values of one parameter', async () => {
    for (const name of ['sort', 'tz', 'limit', 'after', 'offset'])
      expect(
        Object.keys(
          fieldsOf(
            await ask([
              [name, 'score'],
              [name, 'title'],
            ]),
          ) ?? {},
        ),
      ).toEqual([name])
    const many = Array.from({ length: 101 }, (_, n) => ['site', `Site ${n}`] as const)
    expect(fieldsOf(await ask(many))).toEqual({ site: 'has more than 100 values' })
  })

  it(
    'answers any query with a list or with the names of unreadable parameters',
    { tags: ['R26', 'full'] },
    async () => {
      const names = [
        ...filterNames,
        'sort',
        'tz',
        'after',
        'offset',
        'limit',
        'include',
        'unknown',
        'columns',
        '__proto__',
        'constructor',
      ]
      const value = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom(
          ...sortNames,
          '-score',
          '*',
          '..',
          '1..',
          '0..5',
          'now/d',
          'now-7d..now',
          '2026-11-01..2026-11-20',
          '2026',
        ),
        fc.constantFrom(
          'failed',
          'true',
          'false',
          'both',
          'with',
          'unreadable',
          'rows',
          'total',
          'facets',
          '1',
          '50',
          'Leeds',
        ),
        fc.constantFrom(
          'audit_0',
          '0000',
          '-leeds',
          '"wet',
          'fork*',
          "'; drop table x; --",
          '\u0000',
          '\ud800',
          '%',
          '_',
          '\\',
          'NaN',
          '-0',
        ),
        fc.constantFrom('Asia/Tokyo', 'UTC', '+01:00', 'template_1'),
      )
      const statuses = new Map<number, number>()
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 5 }), async (query) => {
          const answer = await ask(query)
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          if (answer.status === 200) inspectionPage.parse(answer.body)
          else {
            expect(answer.status, JSON.stringify(answer.body)).toBe(422)
            const given: string[] = query.map(([name]) => name)
            for (const field of Object.keys(fieldsOf(answer) ?? {})) expect(given).toContain(field)
            if (!given.includes('__proto__')) expect(Object.keys(fieldsOf(answer) ?? {}).length).toBeGreaterThan(0)
          }
        }),
        { numRuns: runs(2_000) },
      )
      expect(statuses.get(200)).toBeGreaterThan(runs(200))
      expect(statuses.get(422)).toBeGreaterThan(runs(200))
    },
  )

  it('accepts only an unchanged cursor of the same order', async () => {
    const orders = sortNames.flatMap((name) => [name, `-${name}`])
    const cursors = new Map<string, string>()
    for (const sort of orders) {
      // This limit reaches rows without a value in some orders.
      const answer = await ask(`sort=${sort}&limit=38&include=rows`)
      cursors.set(sort, String(answer.body['after']))
      expect(
        (
          await ask([
            ['sort', sort],
            ['after', String(answer.body['after'])],
          ])
        ).status,
      ).toBe(200)
    }
    for (const [sort, cursor] of cursors)
      for (const other of orders.filter((one) => one !== sort)) {
        const answer = await ask([
          ['sort', other],
          ['after', cursor],
        ])
        expect(answer.status).toBe(422)
        expect(fieldsOf(answer)).toEqual({ after: 'is a cursor of the list in another order' })
      }
    const cursor = cursors.get('-modified') ?? ''
    await fc.assert(
      fc.asyncProperty(fc.nat(cursor.length), fc.constantFrom('', 'A', '.', '_', '%', '\u0000'), async (at, char) => {
        const changed = cursor.slice(0, at) + char + cursor.slice(at + 1)
        fc.pre(changed !== cursor && changed !== '')
        expect(Object.keys(fieldsOf(await ask([['after', changed]])) ?? {})).toEqual(['after'])
      }),
      { numRuns: runs(200) },
    )
  })

  it('returns the requested parts and the resolved times of ranges', async () => {
    const { body } = await ask('include=total&modified=2026-11-01..2026-11-03&tz=Asia/Tokyo&completedAt=..2026-11-10')
    expect(body).toMatchObject({
      rows: [],
      after: null,
      facets: null,
      totalIsExact: true,
      totalAll: 40,
      resolved: {
        modified: [{ from: '2026-10-31T15:00:00.000Z', to: '2026-11-03T15:00:00.000Z' }],
        completedAt: [{ from: null, to: '2026-11-10T15:00:00.000Z' }],
      },
    })
    expect((await ask('include=rows&limit=3')).body).toMatchObject({ total: null, totalAll: null, facets: null })
    const all = (await ask('limit=3')).body
    expect(all).toMatchObject({ total: 40, totalAll: 40 })
    expect(all['facets']).not.toBeNull()
  })
})

const find = async (query: string) =>
  ((await ask(query, getFacets)).body['values'] as Array<{ value: string; count: number }>).map(
    ({ value, count }) => `${value} ${count}`,
  )

describe('GET /api/inspections/facets', () => {
  it('finds values by any part, ignores accents, and counts rows that match the other parameters', async () => {
    expect(await find('name=site&find=lodz')).toEqual(['Łódź Główna 10'])
    expect(await find('name=site&find=GLOW lo')).toEqual(['Łódź Główna 10'])
    expect(await find('name=site&find=a&site=Leeds')).toEqual(['São Paulo 10', 'Łódź Główna 10'])
    expect(await find('name=site&find=leeds&media=with')).toEqual([])
    expect(await find('name=template&find=name of template_1')).toEqual(['template_1 13'])
    expect((await find('name=author')).length).toBe(5)
    expect(await find('name=author&limit=2')).toEqual((await find('name=author')).slice(0, 2))
  })

  it('refuses a dimension that it does not count', async () => {
    expect(Object.keys(fieldsOf(await ask('name=title', getFacets)) ?? {})).toEqual(['name'])
    expect(Object.keys(fieldsOf(await ask('find=x', getFacets)) ?? {})).toEqual(['name'])
    expect(Object.keys(fieldsOf(await ask('name=site&limit=1001', getFacets)) ?? {})).toEqual(['limit'])
  })
})

describe('GET /api/inspections/neighbours', () => {
  it('returns the rows before and after an inspection, and 404 if the inspection is unknown', async () => {
    const first = rows.find((row) => row.modifiedAt.startsWith('2026-11-20'))?.auditId ?? ''
    const { status, body } = await ask(`of=${first}&sort=-modified`, getNeighbors)
    expect(status).toBe(200)
    expect(body['previous'] ?? body['next']).toMatchObject({ templateId: expect.any(String) as string })
    expect((await ask('of=audit_unknown', getNeighbors)).status).toBe(404)
    expect(Object.keys(fieldsOf(await ask('of=../x', getNeighbors)) ?? {})).toEqual(['of'])
  })
})

describe('the check of one value', () => {
  it('agrees with the API', async () => {
    for (const [name, value] of [
      ['score', '1..2'],
      ['score', 'x'],
      ['modified', 'now/d'],
      ['modified', 'now'],
      ['sort', '-title'],
      ['sort', 'titel'],
    ] as const)
      expect(renderText(checkParam(name, value) ?? '') || null).toBe(
        fieldsOf(await ask([[name, value]]))?.[name] ?? null,
      )
  })
})
