import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { auditId } from '@/lib/ids'
import { orderGroups, sortNames } from '@/lib/inspections/columns'
import { queryInspections } from '@/lib/inspections/data'
import { countExports, exportInspections, type ExportRequest } from './export'
import { readColumns } from '@/lib/inspections/model'
import type { ListParams } from '@/lib/inspections/schema'

const rowsCount = 4_500
let db: TestDatabase

beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(
    `insert into inspections (audit_id, modified_at, template_id, hydrated_modified_at, title, title_key, site_name,
                              score_percentage, failed_count, date_completed)
     select 'audit_' || lpad(n::text, 6, '0'), at, 'template_' || n % 7, at, 'Inspection ' || n,
            'inspection ' || lpad(n::text, 6, '0'), case when n % 5 > 0 then 'Site ' || n % 40 end,
            case when n % 3 > 0 then n % 101 end, n % 4, case when n % 6 > 0 then at end
     from generate_series(1, ${rowsCount}) n,
          lateral (select timestamptz '2026-11-20T12:00:00Z' - (n / 3) * interval '1 minute' as at) as times`,
  )
})
afterAll(() => db.close())
beforeEach(() => vi.waitFor(() => expect(countExports()).toBe(0), 20_000))

const request = (params: ListParams, more: Partial<ExportRequest> = {}): ExportRequest => ({
  params,
  columns: readColumns('title,id'),
  zone: 'UTC',
  ...more,
})
const readLines = async (given: ExportRequest) => {
  const { total, body } = await exportInspections(given, { db })
  const lines = (await new Response(body).text()).split('\r\n')
  expect(lines.shift()).toBe('Title,Inspection ID')
  expect(lines.pop()).toBe('')
  expect(lines).toHaveLength(total)
  return lines.map((line) => line.split(',')[1])
}
const backends = async () => {
  const { rows } = await db.query<{ state: string; count: number }>(
    `select state, count(*) as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%' group by state`,
  )
  return rows
}

describe('an export', () => {
  it.each(sortNames.flatMap((sort) => [sort, `-${sort}`]))(
    'has the rows and the order of the list by %s',
    async (sort) => {
      const params = { sort: [sort], 'template!': ['template_3'], failed: ['1..'] }
      const page = await queryInspections(db, { ...params, limit: rowsCount, include: ['rows'] })
      expect(page.rows.length).toBeGreaterThan(1_000)
      expect(await readLines(request(params))).toEqual(page.rows.map((row) => row.auditId))
    },
  )

  it.each(['template', 'site', 'result'] as const)(
    'has the groups of the list by %s, one after another',
    async (groupBy) => {
      const params = { sort: ['-score'], failed: ['1..'] }
      const { facets } = await queryInspections(db, { ...params, limit: 1, include: ['facets'] })
      const groups = orderGroups(groupBy, facets?.[groupBy].values ?? [])
      expect(groups.length).toBeGreaterThan(1)
      const pages = await Promise.all(
        groups.map(({ value }) => {
          const group = value === null ? { [`${groupBy}!`]: ['*'] } : { [groupBy]: [value] }
          return queryInspections(db, { ...params, ...group, limit: rowsCount, include: ['rows'] })
        }),
      )
      expect(await readLines(request(params, { groupBy }))).toEqual(
        pages.flatMap(({ rows }) => rows.map((row) => row.auditId)),
      )
    },
  )

  it('has selected rows in the groups of the list, and last those that are in none', async () => {
    const ids = ['audit_000009', 'audit_000001', 'audit_000008', 'audit_000002'].map((id) => auditId.parse(id))
    const params = { sort: ['title'], template: ['template_1', 'template_2'], 'site!': ['Site 9'] }
    expect(await readLines(request(params, { groupBy: 'template', selection: { kind: 'ids', ids } }))).toEqual([
      'audit_000001',
      'audit_000008',
      'audit_000002',
      'audit_000009',
    ])
    const sites = { ...params, template: ['template_1'] }
    expect(await readLines(request(sites, { groupBy: 'template', selection: { kind: 'ids', ids } }))).toEqual([
      'audit_000001',
      'audit_000008',
      'audit_000002',
      'audit_000009',
    ])
  })

  it('has exactly the selected rows, or all matching rows except the excluded ones, in the order of the list', async () => {
    const ids = ['audit_000900', 'audit_000007', 'audit_004000'].map((id) => auditId.parse(id))
    const params = { 'template!': ['template_0'] }
    expect(await readLines(request(params, { selection: { kind: 'ids', ids } }))).toEqual([
      'audit_000007',
      'audit_000900',
      'audit_004000',
    ])
    const all = await readLines(request(params))
    expect(await readLines(request(params, { selection: { kind: 'matching', except: ids } }))).toEqual(
      all.filter((id) => !ids.some((chosen) => chosen === id)),
    )
    expect(await readLines(request(params, { selection: { kind: 'ids', ids: [] } }))).toEqual([])
  })

  it('has the state of the index at its start, so that concurrent changes neither duplicate nor lose rows', async () => {
    const before = await readLines(request({}))
    const { total, body } = await exportInspections(request({}), { db })
    const reader = body.getReader()
    const parts: Uint8Array[] = []
    for (let read = 0; ; read += 1) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      // Moves rows to both ends of the order, adds one row and deletes one.
      await db.query(
        `update inspections set modified_at = case when right(audit_id, 1) < '5' then timestamptz '2030-01-01' else timestamptz '2020-01-01' end
         where left(audit_id, 10) = $1`,
        [`audit_00${read}0`.slice(0, 10)],
      )
      await db.query(`insert into inspections (audit_id, modified_at) values ($1, now())`, [`new_${read}`])
      await db.query(`delete from inspections where audit_id = $1`, [before.at(-1 - read)])
    }
    const ids = Buffer.concat(parts)
      .toString()
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1])
    expect(ids).toHaveLength(total)
    expect(ids).toEqual(before)
    expect(await readLines(request({}))).not.toEqual(before)
  })

  it('releases its connection when the reader leaves or stops reading', async () => {
    const leaving = new AbortController()
    const left = await exportInspections(request({}), { db, signal: leaving.signal })
    const reader = left.body.getReader()
    await reader.read()
    // The export reads ahead until its buffer is full. Only then is its connection idle.
    await vi.waitFor(async () => expect(await backends()).toHaveLength(1), 20_000)
    leaving.abort()
    await vi.waitFor(async () => expect([countExports(), await backends()]).toEqual([0, []]), 20_000)
    const stalled = await exportInspections(request({}), { db, stallMs: 50 })
    expect(countExports()).toBe(1)
    await vi.waitFor(async () => expect([countExports(), await backends()]).toEqual([0, []]), 20_000)
    await expect(new Response(stalled.body).text()).rejects.toThrow('too long')
  })

  it('fails when the connection is lost, without starting again in the middle', async () => {
    const { body } = await exportInspections(request({}), { db })
    const reader = body.getReader()
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toContain('Title')
    // Repeats until the connection is found, because it is not idle during a statement.
    await vi.waitFor(async () => {
      const { rows } = await db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
      )
      expect(rows).toHaveLength(1)
    }, 20_000)
    let text = ''
    const readOn = async () => {
      for (;;) {
        const { done, value: more } = await reader.read()
        if (done) return
        text += new TextDecoder().decode(more)
      }
    }
    await expect(readOn()).rejects.toMatchObject({ code: 'unavailable' })
    expect(text).not.toContain('Title')
    await vi.waitFor(() => expect(countExports()).toBe(0), 20_000)
  })

  it('is refused while two others run, or if a parameter is invalid', async () => {
    const first = await exportInspections(request({}), { db })
    const second = await exportInspections(request({}), { db })
    await expect(exportInspections(request({}), { db })).rejects.toMatchObject({ code: 'throttled' })
    await Promise.all([first.body.cancel(), second.body.cancel()])
    await vi.waitFor(() => expect(countExports()).toBe(0), 20_000)
    await expect(exportInspections(request({ completedAt: ['now..now-1d'] }), { db })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(countExports()).toBe(0)
  })
})
