import { describe, expect, it } from 'vitest'
import { beyond, others, rateTable } from '@/lib/testing/contract'
import { operationNames, operationOf } from './endpoints'
import { matchOperation } from './match'

const all = operationNames.map((name) => {
  const { method, path, perMinute, bucket, isBeyondContract = false } = operationOf(name)
  return { name, method, path: path.replace(/\/:[A-Za-z]+/g, '/{}'), limit: perMinute, bucket, isBeyondContract }
})
const listed = all.filter(({ isBeyondContract }) => !isBeyondContract)

describe('the table of operations', () => {
  it.each([...rateTable, ...others])('has $method $path with $limit a minute', ({ method, path, limit }) => {
    expect(listed.filter((row) => row.method === method && row.path === path)).toMatchObject([{ limit }])
  })

  it('has no other operation without the mark "beyond the contract"', () => {
    const documented = new Set([...rateTable, ...others].map(({ method, path }) => `${method} ${path}`))
    expect(listed.filter(({ method, path }) => !documented.has(`${method} ${path}`))).toEqual([])
    expect(listed).toHaveLength(documented.size)
  })

  it('marks the operations beyond the contract, and gives them the shared limit', () => {
    const marked = all.filter(({ isBeyondContract }) => isBeyondContract)
    expect(marked.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      beyond.map(({ method, path }) => `${method} ${path}`).sort(),
    )
    for (const { bucket, limit, name } of marked)
      expect({ bucket, limit }, name).toEqual({ bucket: 'other', limit: 800 })
  })

  it('gives each row of the rate table its own bucket, and all other operations the shared bucket', () => {
    const rows = listed.filter(({ bucket }) => bucket !== 'other')
    expect(new Set(rows.map(({ bucket }) => bucket)).size).toBe(rateTable.length)
    expect(listed.filter(({ bucket }) => bucket === 'other')).toHaveLength(others.length)
  })

  it('marks exactly the operations with a read permission as repeatable', () => {
    for (const name of operationNames) {
      const { repeatable, permission, method } = operationOf(name)
      expect(repeatable, name).toBe(permission.endsWith(':read'))
      if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') expect(repeatable, name).toBe(false)
    }
  })
})

describe('time bounds in a search', () => {
  const bounds = (['searchInspections', 'searchTemplates'] as const).flatMap((name) =>
    ['modified_after', 'modified_before'].map((bound) => [name, bound] as const),
  )
  const isTaken = (name: (typeof bounds)[number][0], query: Record<string, string>) =>
    operationOf(name).query.safeParse(query).success

  it.each(bounds)('accept dates and times in every form that official clients send (%s, %s)', (name, bound) => {
    for (const text of [
      '',
      '2016-01-01',
      '2016-01-01T00:00',
      '2016-01-01T00:00:00',
      '2016-01-01T00:00:00.123456',
      '2000-01-01T00:00:00.000Z',
      '2016-01-01T00:00:00+02:00',
    ])
      expect([text, isTaken(name, { [bound]: text })]).toEqual([text, true])
    for (const text of ['yesterday', '2016', '2016-13-01', '2016-01-01T', '01/02/2016', '2016-01-01 Z', ' '])
      expect([text, isTaken(name, { [bound]: text })]).toEqual([text, false])
  })
})

describe('matchOperation', () => {
  it('finds every operation by its own path', () => {
    for (const name of operationNames) {
      const { method, path } = operationOf(name)
      const segments = path
        .slice(1)
        .split('/')
        .map((part) => (part.startsWith(':') ? `${part.slice(1)}_1` : part))
      const params = Object.fromEntries(
        path
          .split('/')
          .filter((part) => part.startsWith(':'))
          .map((part) => [part.slice(1), `${part.slice(1)}_1`]),
      )
      expect(matchOperation(method, segments)).toEqual({ kind: 'operation', name, params })
    }
  })

  it.each([
    ['GET', 'audits'],
    ['PUT', 'audits/audit_1'],
    ['POST', 'audits/search'],
    ['GET', 'users/v1/users/upsert/jobs/list'],
    ['HEAD', 'audits/audit_1'],
    ['get', 'audits/audit_1'],
  ])('refuses the method %s for %s and lists the allowed methods', (method, path) => {
    const match = matchOperation(method, path.split('/'))
    expect(match.kind).toBe('method_not_allowed')
    if (match.kind === 'method_not_allowed') expect(match.allow.length).toBeGreaterThan(0)
  })

  it.each([
    [''],
    ['audits/'],
    ['/audits/audit_1'],
    ['audits//media/m'],
    ['audits/audit_1/media'],
    ['audits/audit_1/media/m/more'],
    ['audits/..'],
    ['audits/%2e%2e'],
    ['audits/a%2fb'],
    ['audits/a?b'],
    ['audits/a\\b'],
    ['audits/a\u0000'],
    ['audits/ü'],
    ['AUDITS/search'],
    ['assets/v1/status-groups/list/types'],
    ['audits/audit_1/exports/e/..'],
    ['constructor'],
    ['__proto__'],
  ])('does not match the path %j', (path) => {
    expect(matchOperation('GET', path.split('/'))).toEqual({ kind: 'path_unknown' })
  })

  it('accepts the names that people give to exported files', () => {
    const segments = ['audits', 'audit_1', 'exports', 'e1', 'Prüfung 12 (Halle A) – Nr. 3.pdf']
    expect(matchOperation('GET', segments)).toMatchObject({ name: 'downloadExport', params: { filename: segments[4] } })
  })
})
