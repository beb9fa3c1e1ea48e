import { execFileSync } from 'node:child_process'
import vm from 'node:vm'
import * as fc from 'fast-check'
import { createTranslator } from 'next-intl'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { en } from '@/lib/testing/english'
import { operationNames, operationOf } from '@/lib/service/endpoints'
import { runs } from '@/lib/testing/random-runs'
import { listOperations, readOperation } from './data'
import { checkForm, groupOperations, makeForm, readForm, toRequest, warnOf, writeAddress } from './model'
import { findList, findLists, listColumns, readColumn, toCsv } from './parse-answer'
import { createPager, pagesMax, type PageRead } from './parse-pages'
import { readFileName } from './queries'
import type { ExplorerForm, ExplorerOperation } from './schema'
import { quoteShell, toCurl, toTypeScript } from './to-code'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'explorer' })

function open(name: string): ExplorerOperation {
  const operation = readOperation(name)
  if (operation === null) throw new Error(`no operation ${name}`)
  return operation
}

const fill = (operation: ExplorerOperation, change: Partial<ExplorerForm>): ExplorerForm => ({
  ...makeForm(operation),
  ...change,
})

describe('the form of an operation', () => {
  it('exists for every operation, and initially lacks only ids and required values', () => {
    for (const { name } of listOperations()) {
      const operation = open(name)
      const issues = checkForm(t, operation, makeForm(operation))
      const needed = [...operation.pathFields, ...operation.queryFields].filter((field) => field.isRequired)
      expect([name, Object.keys(issues)]).toEqual([name, needed.map((field) => field.name)])
    }
  })

  it('starts with a valid body once its ids are filled in', () => {
    for (const name of operationNames) {
      const { body } = operationOf(name)
      const operation = open(name)
      if (body === null || operation.body === null) continue
      const text = operation.body.example === '' ? '{}' : operation.body.example.replaceAll('""', '"id_1"')
      expect([name, body.safeParse(JSON.parse(text)).error?.issues ?? []]).toEqual([name, []])
    }
  })

  it('never has a path id and a parameter with the same name', () => {
    for (const { name } of listOperations()) {
      const { pathFields, queryFields } = open(name)
      const names = [...pathFields, ...queryFields].map((field) => field.name)
      expect([name, names.length]).toEqual([name, new Set(names).size])
    }
  })

  it('names an existing operation for each id', () => {
    for (const { name } of listOperations()) {
      const { pathFields, queryFields, body } = open(name)
      for (const { idOf } of [...pathFields, ...queryFields, ...(body?.fields ?? [])])
        if (idOf !== null) expect([name, idOf, readOperation(idOf) !== null]).toEqual([name, idOf, true])
      for (const { name: field, idOf } of pathFields) expect([name, field, idOf === null]).toEqual([name, field, false])
    }
  })

  it('has the types, choices, ranges, required fields and defaults of the schemas', () => {
    const { queryFields, paging } = open('searchInspections')
    const kinds = Object.fromEntries(queryFields.map(({ name, kind }) => [name, kind]))
    expect(kinds).toMatchObject({ field: 'list', modified_after: 'time', order: 'choice', limit: 'number' })
    expect(queryFields.find(({ name }) => name === 'order')).toMatchObject({
      choices: ['asc', 'desc'],
      whenAbsent: 'asc',
    })
    expect(queryFields.find(({ name }) => name === 'limit')).toMatchObject({ least: 1, most: 1000 })
    expect(paging).toBe('time')
    expect(open('listAssets').paging).toBe('body-token')
    expect(open('listTrainingCourses').paging).toBe('numbers')
    expect(open('createAssets').paging).toBeNull()
    const paths = open('updateStatusGroup').body?.fields.map(({ path, type }) => `${path} ${type}`)
    expect(paths).toContain('status_group.options[].color string')
    expect(open('upsertUsers').body?.example).toContain('"validate_only": true')
  })

  it('reports errors before anything is sent', () => {
    const search = open('searchInspections')
    const wrong = fill(search, {
      query: { limit: ['1001'], order: ['up'], modified_after: ['2026-01-01'], field: ['audit_id'] },
    })
    expect(Object.keys(checkForm(t, search, wrong)).toSorted()).toEqual(['limit', 'modified_after', 'order'])
    const get = open('getInspection')
    expect(checkForm(t, get, fill(get, { path: { auditId: '../users' } }))).toHaveProperty('auditId')
    const create = open('createStatusGroup')
    expect(checkForm(t, create, fill(create, { body: '{\n "name": }' }))['body']).toMatch(/^This is not valid JSON/)
    expect(checkForm(t, create, fill(create, { body: ' ' }))).toHaveProperty('body')
  })
})

describe('the address', () => {
  it('restores every form except its body', () => {
    const operation = open('startExport')
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((value) => value.toWellFormed())
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 3 }), (id, zone, more) => {
        const form: ExplorerForm = {
          ...makeForm(operation),
          path: { auditId: id },
          query: { format: ['pdf'], timezone: [zone], export_profile: [] },
          further: more.map((value) => ({ name: 'beta', value })),
        }
        const given: Record<string, string[]> = {}
        for (const [name, value] of new URLSearchParams(writeAddress(operation, form)))
          given[name] = [...(given[name] ?? []), value]
        expect(readForm(operation, given)).toEqual(form)
      }),
    )
  })

  it('gives a new form without parameters, and otherwise a form with only its parameters', () => {
    const operation = open('searchInspections')
    expect(readForm(operation, {}).query['limit']).toEqual(['50'])
    expect(readForm(operation, { field: ['audit_id'] }).query['limit']).toEqual([])
  })
})

describe('a request', () => {
  it('encodes each id as one path segment, and keeps repeated and undocumented parameters', () => {
    const operation = open('getInspectionMedia')
    const form = fill(operation, {
      path: { auditId: 'a/b?c', mediaId: 'm 1' },
      further: [{ name: 'x&y', value: 'ü=1' }],
    })
    expect(toRequest(operation, form)).toEqual({
      method: 'GET',
      path: '/audits/a%2Fb%3Fc/media/m%201?x%26y=%C3%BC%3D1',
      body: null,
    })
    const search = open('searchInspections')
    expect(toRequest(search, makeForm(search)).path).toBe(
      '/audits/search?field=audit_id&field=modified_at&field=template_id&limit=50',
    )
  })
})

describe('code', () => {
  const nasty = `it's $HOME \`id\` "\\" \n!! *~{a,b} \u00fc\u{1f512} $(id) ; rm -rf / #`

  it('is quoted so that a real shell reads exactly the given values', { tags: ['full'] }, () => {
    // Shell words cannot contain NUL, and JSON never has a bare one.
    const word = fc.string({ unit: 'binary', maxLength: 60 }).map((one) => one.toWellFormed().replaceAll('\0', ''))
    const words = [nasty, '', "'", "''", ...fc.sample(word, { numRuns: runs(300), seed: 20_261_122 })]
    const command = words.map((one) => `printf '%s\\0' ${quoteShell(one)}`).join('\n')
    const told = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8', maxBuffer: 10_000_000 })
    expect(told.split('\0').slice(0, -1)).toEqual(words)
  })

  it('runs as curl with address, token and body in place, and contains no token', () => {
    const request = { method: 'PATCH', path: "/x/a'b?y=1", body: JSON.stringify({ name: nasty }) }
    const command = toCurl(request)
    const told = execFileSync('/bin/sh', ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }; ${command}`], {
      encoding: 'utf8',
      env: { ...process.env, BASE_URL: 'https://service.test', TOKEN: 'secret token' },
    })
    expect(told.split('\0').slice(0, -1)).toEqual([
      '--request',
      'PATCH',
      "https://service.test/x/a'b?y=1",
      '--header',
      'Authorization: Bearer secret token',
      '--header',
      'Content-Type: application/json',
      '--data-raw',
      request.body,
    ])
    expect(command).not.toContain('secret')
  })

  it('runs as TypeScript with the same request', async () => {
    const body = { name: nasty, options: [{ name: 'A' }] }
    const code = toTypeScript({ method: 'POST', path: '/x?y="1"', body: JSON.stringify(body) })
    let sent: unknown = null
    const fetch = (address: string, init: { method: string; headers: Record<string, string>; body: string }) => {
      sent = { address, ...init, body: JSON.parse(init.body) as unknown }
      return Promise.resolve({ ok: true, json: () => Promise.resolve('answered') })
    }
    const run = vm.runInNewContext(`(async () => { ${code.replace('answer: unknown', 'answer')}; return answer })`, {
      fetch,
      process: { env: { BASE_URL: 'https://service.test', TOKEN: 't' } },
    }) as () => Promise<unknown>
    expect(await run()).toBe('answered')
    expect(sent).toEqual({
      address: 'https://service.test/x?y="1"',
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body,
    })
  })
})

describe('a response', () => {
  it.each([
    [{ count: 1, total: 1, audits: [{ audit_id: 'a' }] }, 'audits'],
    [{ type_list: [{ id: 't' }], next_page_token: '' }, 'type_list'],
    [{ webhook: [{ webhook_id: 'w' }] }, 'webhook'],
    [{ job: { id: 'j', users: [{ user_id: 'u' }] } }, 'job.users'],
    [{ leaderboardId: 'l', rankings: [{ rank: 1 }] }, 'rankings'],
    [[{ a: 1 }], ''],
    [{ unheard_of: [{ a: 1 }] }, 'unheard_of'],
    [{ extra: [{ a: 1 }], items: [{ b: 1 }] }, 'items'],
    [{ items: [] }, 'items'],
  ])('has its list recognized in %j', (answer, path) => {
    expect(findList(answer)?.path).toBe(path)
  })

  it('has no list if it contains none', () => {
    for (const answer of [null, 'text', 5, {}, { audit_id: 'a', tags: ['x'] }, { mixed: [{ a: 1 }, 2] }])
      expect(findList(answer)).toBeNull()
    expect(findLists({ items: [{ a: 1 }], media: [{ b: 1 }] }).map(({ path }) => path)).toEqual(['items', 'media'])
  })

  it('is a table with a column for each field, nested ones included', () => {
    const rows = [
      { id: 1, site: { id: 's', name: 'Leeds' } },
      { id: 2, tags: ['x'], site: null, 'site.name': 'kept' },
    ]
    expect(listColumns(rows)).toEqual(['id', 'site.id', 'site.name', 'tags', 'site'])
    expect(rows.map((row) => readColumn(row, 'site.name'))).toEqual(['Leeds', 'kept'])
    expect(readColumn({}, 'constructor')).toBeUndefined()
  })

  it('is CSV with a byte order mark and without formulas, and can be parsed again', () => {
    const rows = [
      { a: '=1+1', b: 'x,"y"\r\n', c: { d: '@cmd', e: [1, { f: 2 }] } },
      { b: null, g: false },
    ]
    const csv = toCsv(rows)
    expect(csv.startsWith('\uFEFF')).toBe(true)
    expect(Papa.parse(csv.slice(1), { skipEmptyLines: true }).data).toEqual([
      ['a', 'b', 'c.d', 'c.e', 'g'],
      ["'=1+1", 'x,"y"\r\n', "'@cmd", '[1,{"f":2}]', ''],
      ['', '', '', '', 'false'],
    ])
  })

  it('that is a file has its file name', () => {
    expect(readFileName(`attachment; filename="a.pdf"; filename*=UTF-8''Pr%C3%BCfung%20(1).pdf`)).toBe(
      'Prüfung (1).pdf',
    )
    expect(readFileName('inline; filename="a \\"b\\".jpg"')).toBe('a "b".jpg')
    expect(readFileName(`attachment; filename*=UTF-8''%zz; filename="kept.pdf"`)).toBe('kept.pdf')
    expect(readFileName(null)).toBeNull()
  })
})

const items = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ id: from + at }))

const serveSearch = (rows: ReadonlyArray<{ audit_id: string; modified_at: string }>, isInclusive: boolean) => {
  return (form: ExplorerForm) => {
    const after = form.query['modified_after']?.[0] ?? ''
    const before = form.query['modified_before']?.[0] ?? '~'
    const found = rows.filter(({ modified_at: at }) =>
      isInclusive ? at >= after && at <= before : at > after && at < before,
    )
    const ordered = form.query['order']?.[0] === 'desc' ? found.toReversed() : found
    const page = ordered.slice(0, Number(form.query['limit']?.[0] ?? 1000))
    return { count: page.length, total: found.length, audits: page }
  }
}

/**
 * Reads pages of `serve` to their end.
 * @throws when it never ends
 */
function readAll(operation: ExplorerOperation, first: ExplorerForm, serve: (form: ExplorerForm) => unknown) {
  const pager = createPager(operation, first)
  const ids: unknown[] = []
  let form: ExplorerForm | null = first
  let last: PageRead | null = null
  let pages = 0
  while (form !== null) {
    pages += 1
    if (pages > pagesMax + 1) throw new Error('it goes on for ever')
    last = pager.read(serve(form))
    ids.push(...last.rows.map((row) => row['audit_id'] ?? row['id']))
    form = last.next
  }
  return { ids, pages, end: last?.end }
}

describe('pages', () => {
  const numbers = open('listTrainingCourses')
  const tokens = open('listAssets')
  const times = open('searchInspections')

  it('by number end at the total, at a page that is not full and at an empty page', () => {
    const sized = fill(numbers, { query: { page: [], pageSize: ['10'] } })
    const serve = (total: number | undefined) => (form: ExplorerForm) => {
      const from = (Number(form.query['page']?.[0] ?? 1) - 1) * 10
      return { totalCount: total, items: items(from, Math.max(from, Math.min(from + 10, 25))) }
    }
    expect(readAll(numbers, sized, serve(25))).toEqual({
      ids: items(0, 25).map(({ id }) => id),
      pages: 3,
      end: 'complete',
    })
    expect(readAll(numbers, sized, serve(undefined))).toMatchObject({ pages: 3, end: 'complete' })
    const unsized = fill(numbers, { query: {} })
    expect(readAll(numbers, unsized, serve(undefined))).toMatchObject({ pages: 4, end: 'complete' })
    const later = fill(numbers, { query: { page: ['2'], pageSize: ['10'] } })
    expect(readAll(numbers, later, serve(25))).toMatchObject({ pages: 2, end: 'complete' })
  })

  it('by number end when the API repeats a page', () => {
    expect(readAll(numbers, fill(numbers, { query: {} }), () => ({ items: items(0, 10) }))).toMatchObject({
      pages: 2,
      end: 'repeated',
    })
  })

  it('by token end without a token, keep the rest of the body and detect a repeated token', () => {
    const bodies: unknown[] = []
    const serve = (all: readonly string[]) => (form: ExplorerForm) => {
      const body = JSON.parse(form.body) as { page_token?: string }
      bodies.push(body)
      const at = body.page_token === undefined ? 0 : all.indexOf(body.page_token) + 1
      return { assets: [{ id: at }], next_page_token: all[at] ?? '' }
    }
    const first = fill(tokens, { body: '{"search":"x"}' })
    expect(readAll(tokens, first, serve(['b', 'c']))).toEqual({ ids: [0, 1, 2], pages: 3, end: 'complete' })
    expect(bodies).toEqual([{ search: 'x' }, { search: 'x', page_token: 'b' }, { search: 'x', page_token: 'c' }])
    expect(readAll(tokens, first, () => ({ assets: [{ id: 1 }], next_page_token: 'same' }))).toMatchObject({
      pages: 2,
      end: 'repeated',
    })
    let turn = 0
    const circle = () => ({ assets: [{ id: (turn += 1) }], next_page_token: ['a', 'b', 'c'][turn % 3] })
    expect(readAll(tokens, first, circle)).toMatchObject({ end: 'repeated' })
  })

  it('never exceed a thousand', () => {
    let turn = 0
    const serve = () => ({ assets: [{ id: (turn += 1) }], next_page_token: `t${turn}` })
    expect(readAll(tokens, makeForm(tokens), serve)).toMatchObject({ pages: pagesMax, end: 'limit' })
  })

  const audits = Array.from({ length: 95 }, (_, at) => ({
    audit_id: `audit_${String(at).padStart(3, '0')}`,
    modified_at: `2026-01-01T00:00:${String(Math.floor(at / 3)).padStart(2, '0')}.000Z`,
  }))

  it.each(['asc', 'desc'])('by time, %s, return every row once if the bound is inclusive', (order) => {
    const first = fill(times, { query: { limit: ['10'], order: [order] } })
    const { ids, end } = readAll(times, first, serveSearch(audits, true))
    expect(end).toBe('complete')
    expect(ids.map(String).sort()).toEqual(audits.map(({ audit_id: id }) => id))
  })

  it('by time report that more rows share one time than fit on a page', () => {
    const ties = audits.map(({ audit_id }) => ({ audit_id, modified_at: '2026-01-01T00:00:00.000Z' }))
    const first = fill(times, { query: { limit: ['10'] } })
    expect(readAll(times, first, serveSearch(ties, true))).toMatchObject({ pages: 2, end: 'stuck' })
  })

  it('report a response that does not show how to continue', () => {
    const bare = { count: 1, total: 9, audits: [{ audit_id: 'a' }] }
    expect(readAll(times, makeForm(times), () => bare)).toMatchObject({ ids: ['a'], end: 'unreadable' })
    expect(readAll(tokens, makeForm(tokens), () => 'text')).toMatchObject({ end: 'unreadable' })
  })
})

describe('the list of operations', () => {
  it('is grouped like the documentation, and filtered by words of title, method, path and name', () => {
    const all = groupOperations(listOperations(), '')
    expect(all.map(({ group }) => group)).toEqual([
      'Inspections',
      'Exports',
      'Lists',
      'Status groups',
      'Assets',
      'Users',
      'Training',
      'Webhooks',
    ])
    expect(all.flatMap(({ operations }) => operations)).toHaveLength(operationNames.length)
    const found = groupOperations(listOperations(), 'delete status').flatMap(({ operations }) => operations)
    expect(found.map(({ name }) => name)).toEqual(['deleteStatusGroup', 'removeStatusGroupTypes'])
  })

  it('warns of every write that clears statuses, with a link to the page that shows them', () => {
    const form = { ...makeForm(open('deleteStatusGroup')), path: { statusGroupId: 'group_1' } }
    expect(warnOf({ name: 'deleteStatusGroup' }, form)?.href).toBe('/status-groups/group_1')
    for (const name of ['updateStatusGroup', 'addStatusGroupTypes', 'removeStatusGroupTypes', 'updateAsset'])
      expect([name, warnOf({ name }, form) !== null]).toEqual([name, true])
    expect(warnOf({ name: 'createStatusGroup' }, form)).toBeNull()
  })
})
