import { describe, expect, it } from 'vitest'
import { operations } from './operations'
import { searchPage, startBench, testNow } from './testing'

/** The rate table of section 8, repeated here on purpose: requests per 60 s. */
const table = readTable(`
POST /users/search 200
GET /share/connections 200
POST /audits 30
GET /audits/search 200
GET /export_profiles/search 200
GET /templates/search 200
GET /response_sets 200
POST /audits/x/export 20
GET /audits/x/exports/x 100
GET /audits/x/exports/x/x 100
GET /preferences/search 200
POST /audits/x/report 200
GET /audits/x/report/x 200
POST /users/v1/users/upsert 5
POST /users/v1/users/upsert/jobs 200
POST /users/v1/users/upsert/jobs/x 5
DELETE /users/v1/users/upsert/jobs/x 200
GET /users/v1/users/upsert/jobs/x 200
POST /users/v1/users/upsert/jobs/list 200
GET /training/collections/v1 200
GET /training/collections/v1/x/courses 200
GET /training/courses/v1 200
GET /training/courses/v1/x/lessons 200
PUT /training/courses/v1/x/assignments 200
GET /training/paths/v1 200
GET /training/paths/v1/x 200
GET /training/individualleaderboards/v1 200
GET /training/individualleaderboards/v1/rankings 200
GET /training/rapid-refresh/v1 200
GET /training/rapid-refresh/v1/x 200
GET /training/analytics/v1/lessons/attempts 200
GET /training/analytics/v1/courses/statistics 200
GET /training/analytics/v1/lessons/progress/events 200
GET /training/analytics/v1/lessons/statistics 200
GET /training/analytics/v1/slides/statistics 200
GET /training/analytics/v1/users/x/slides/statistics 200
GET /training/analytics/v1/users/x/lessons/progress 200
GET /training/analytics/v1/users/x/lessons/progress/events 200
GET /training/analytics/v1/surveys/questionDefinitions 200
GET /training/analytics/v1/surveys/answers 200
GET /training/analytics/v1/rapidRefresh/answers 200
GET /audits/x 800
GET /audits/x/media/x 800
POST /assets/v1/status-groups 800
GET /assets/v1/status-groups/x 800
PATCH /assets/v1/status-groups/x 800
DELETE /assets/v1/status-groups/x 800
POST /assets/v1/status-groups/list 800
POST /assets/v1/status-groups/x/types 800
DELETE /assets/v1/status-groups/x/types 800`)

/** Limits of assets on the public pages (service.md 3.2). None of them is listed in section 8. */
const assetTable = readTable(`
POST /assets/v1/assets/list 800
POST /assets/v1/assets 800
POST /assets/v1/assets/bulk 800
PUT /assets/v1/assets/bulk 800
GET /assets/v1/assets/x 800
PATCH /assets/v1/assets/x 800
PATCH /assets/v1/assets/x/archive 800
DELETE /assets/v1/assets/x/archive 800
GET /assets/v1/assets:GetAssetByCode 800
POST /assets/v1/assets:LookupAssetsByField 800
POST /assets/v1/types/list 800
POST /assets/v1/types 800
PATCH /assets/v1/types/x 800
POST /assets/v1/fields/list 800`)

function readTable(rows: string) {
  return rows
    .trim()
    .split('\n')
    .map((row) => {
      const [method = '', path = '', limit = ''] = row.split(' ')
      return { method, path, limit: Number(limit) }
    })
}

describe("the stand-in's rate limits", () => {
  it(
    'are announced on every response of a documented operation, and refuse the request after the last permitted one',
    { tags: ['full'] },
    async () => {
      let now = testNow
      await using bench = await startBench({ limits: 'table', now: () => now })
      for (const { method, path, limit } of table.filter((row) => row.limit < 800)) {
        const name = `${method} ${path}`
        const first = await bench.ask(path, { method })
        expect([name, first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual([
          name,
          String(limit),
          String(limit - 1),
        ])
        expect(first.headers.get('x-ratelimit-reset')).toBe('60')
        await first.arrayBuffer()
        // Small limits are used up over HTTP. For large ones, testing the counter is enough, because the mechanism is the
        // same.
        if (limit > 30) continue
        for (let at = 1; at < limit; at += 1) expect((await bench.ask(path, { method })).status).not.toBe(429)
        now += 59_000
        const refused = await bench.ask(path, { method })
        expect([
          name,
          refused.status,
          refused.headers.get('x-ratelimit-remaining'),
          refused.headers.get('x-ratelimit-reset'),
        ]).toEqual([name, 429, '0', '1'])
        now += 1000
        expect((await bench.ask(path, { method })).status).not.toBe(429)
      }
    },
  )

  it('are 800 in total for all paths that are not listed, known or not', async () => {
    await using bench = await startBench({ limits: 'table' })
    const others = [...table, ...assetTable].filter((row) => row.limit === 800)
    let left = 800
    for (const { method, path } of [...others, { method: 'GET', path: '/nothing/here' }]) {
      const answer = await bench.ask(path, { method })
      left -= 1
      expect([path, answer.headers.get('x-ratelimit-limit'), answer.headers.get('x-ratelimit-remaining')]).toEqual([
        path,
        '800',
        String(left),
      ])
      await answer.arrayBuffer()
    }
  })

  it('count each token separately, and do not count a refused request', async () => {
    await using bench = await startBench({
      limits: { 'POST /audits': 2 },
      tokens: [
        { token: 'one', permissions: 'all' },
        { token: 'two', permissions: 'all' },
      ],
    })
    const post = async (token: string) => (await bench.ask('/audits', { method: 'POST', token, body: '{}' })).status
    expect([await post('one'), await post('one'), await post('one'), await post('one'), await post('two')]).toEqual([
      400, 400, 429, 429, 400,
    ])
    expect(bench.standin.control.throttled).toBe(2)
  })

  it('can change while the stand-in runs, but not for a bucket that does not exist', async () => {
    await using bench = await startBench({ limits: 'table' })
    const { control } = bench.standin
    const readLimit = async (path: string) => {
      const answer = await bench.ask(path)
      await answer.arrayBuffer()
      return [answer.status === 429, answer.headers.get('x-ratelimit-limit')]
    }
    expect(await readLimit('/audits/search?limit=1')).toEqual([false, '200'])
    control.setLimits(1_000)
    expect(await readLimit('/audits/search?limit=1')).toEqual([false, '1000'])
    control.setLimits({ 'GET /audits/search': 2 })
    expect(await readLimit('/audits/search?limit=1')).toEqual([true, '2'])
    expect(await readLimit('/groups')).toEqual([false, '800'])
    expect(() => control.setLimits({ searchInspections: 9 })).toThrow('no rate bucket "searchInspections"')
    await expect(startBench({ limits: { searchInspections: 9 } })).rejects.toThrow('no rate bucket')
    control.setLimits('table')
    expect(await readLimit('/audits/search?limit=1')).toEqual([false, '200'])
  })

  it('can be left out of the headers', async () => {
    await using bench = await startBench({ rateHeaders: false })
    const names = [...(await bench.ask('/audits/search?limit=1')).headers.keys()]
    expect(names.filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })
})

describe("the stand-in's operations", () => {
  it('all respond, and report errors in the dialect of their path', { tags: ['full'] }, async () => {
    await using bench = await startBench()
    for (const { name, method, path } of operations) {
      const url = path.replaceAll(/\/:[a-zA-Z]+/g, '/audit_0')
      const answer = await bench.ask(url, { method })
      const text = await answer.text()
      expect([name, [200, 400, 404].includes(answer.status)]).toEqual([name, true])
      if (answer.status === 200) continue
      const body = JSON.parse(text) as Record<string, unknown>
      expect([name, Object.keys(body)]).toEqual([
        name,
        /\/v\d/.test(path) ? ['code', 'message', 'details'] : ['statusCode', 'error', 'message'],
      ])
    }
  })

  it('include every row of the documented table', async () => {
    await using bench = await startBench()
    for (const { method, path } of [...table, ...assetTable]) {
      const answer = await bench.ask(path, { method })
      const { message } = (await answer.json()) as { message?: string }
      // A missing object has its own text. These two texts are for unknown paths only.
      expect([path, answer.status === 405 || message === 'Not Found']).toEqual([path, false])
    }
  })

  it('return 404 for an unknown path, and 405 with the allowed methods for a wrong method, in the dialect of the path', async () => {
    await using bench = await startBench()
    expect(await bench.json('/audits/a/b/c/d')).toEqual({ statusCode: 404, error: 'Not Found', message: 'Not Found' })
    expect(await bench.json('/assets/v1/unheard-of')).toEqual({ code: 5, message: 'Not Found', details: [] })
    const wrong = await bench.ask('/audits', { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await bench.ask('/audits/search/', {})).status).toBe(404)
    expect((await bench.ask('/__control/counts', { method: 'POST', body: '{}' })).status).toBe(404)
  })

  it('return 401 for a missing or wrong token and 403 for a missing permission, in both dialects', async () => {
    await using bench = await startBench({ tokens: [{ token: 'reader', permissions: ['View all data'] }] })
    for (const token of [null, 'wrong', 'reader extra'])
      expect((await bench.ask('/audits/search', { token })).status).toBe(401)
    const stranger = await bench.ask('/audits/search', { token: null })
    expect(['limit', 'remaining', 'reset'].map((name) => stranger.headers.get(`x-ratelimit-${name}`))).toEqual([
      '200',
      '196',
      '60',
    ])
    expect(await bench.json('/audits', { method: 'POST', body: '{}' })).toMatchObject({
      statusCode: 403,
      error: 'Forbidden',
    })
    expect(await bench.json('/assets/v1/status-groups/list', { method: 'POST' })).toMatchObject({ code: 7 })
    expect(await (await bench.ask('/users/v1/users/upsert/jobs/1', { token: null })).json()).toMatchObject({ code: 16 })
    expect((await bench.ask('/audits/search?limit=1')).status).toBe(200)
  })

  it('return the token for a name and a password, as old clients request it', async () => {
    const login = { username: 'robin@harrowquill.example', password: 'a password' }
    await using bench = await startBench({ login })
    const ask = (fields: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
      bench.ask('/auth', {
        method: 'POST',
        token: null,
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': type },
      })
    const grant = { ...login, grant_type: 'password' }
    const { access_token: token } = (await (await ask(grant)).json()) as { access_token: string }
    expect((await bench.ask('/audits/search?limit=1', { token })).status).toBe(200)
    for (const [status, fields] of [
      [401, { ...grant, password: 'wrong' }],
      [401, { ...grant, username: 'nobody' }],
      [400, login],
    ] as const)
      expect([fields, (await ask(fields)).status]).toEqual([fields, status])
    expect((await ask(grant, 'application/json')).status).toBe(415)
    await using shut = await startBench()
    const refused = await shut.ask('/auth', {
      method: 'POST',
      token: null,
      body: new URLSearchParams(grant).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(refused.status).toBe(401)
  })

  it('refuse invalid bodies before anything changes', async () => {
    await using bench = await startBench()
    const before = bench.standin.control.truth().length
    const post = async (body: string, type = 'application/json') =>
      (await bench.ask('/audits', { method: 'POST', body, headers: { 'content-type': type } })).status
    expect(await post('{"template_id":')).toBe(400)
    expect(await post('{"template_id":5}')).toBe(400)
    expect(await post('template_id=x', 'application/x-www-form-urlencoded')).toBe(415)
    expect(await post(JSON.stringify({ template_id: 'template_unknown' }))).toBe(404)
    expect(await post(`"${'x'.repeat(2_100_000)}"`)).toBe(413)
    expect(bench.standin.control.truth()).toHaveLength(before)
  })

  it('return templates, export profiles and other lists that fit together', async () => {
    await using bench = await startBench()
    const { templates, total } = (await bench.json('/templates/search?field=template_id&field=name')) as unknown as {
      templates: Array<{ template_id: string; name: string }>
      total: number
    }
    expect(total).toBe(12)
    const used = new Set(
      (await searchPage(bench, 'field=audit_id&field=template_id')).audits.map(({ template_id }) => template_id),
    )
    expect(new Set(templates.map(({ template_id }) => template_id))).toEqual(used)
    const [first] = templates
    const profiles = (await bench.json(`/export_profiles/search?template=${first?.template_id}`)) as unknown as {
      export_profiles: Array<{ templates: Array<{ name: string }> }>
    }
    expect(profiles.export_profiles.map((profile) => profile.templates[0]?.name)).toEqual([first?.name, first?.name])
    const { preferences } = (await bench.json(`/preferences/search?template_id=${first?.template_id}`)) as unknown as {
      preferences: Array<Record<string, unknown>>
    }
    expect(preferences.map(({ is_global, is_default }) => ({ is_global, is_default }))).toEqual([
      { is_global: false, is_default: true },
      { is_global: true, is_default: false },
    ])
    expect((await bench.json('/response_sets?limit=3'))['response_sets']).toHaveLength(3)
    expect(await bench.json('/accounts/user/v1/user:WhoAmI')).toMatchObject({ firstname: 'Robin' })
  })
})
