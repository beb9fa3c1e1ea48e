import { describe, expect, it } from 'vitest'
import { startAssetBench, type AssetBench } from './testing'

const unknownId = '00000000-0000-4000-8000-000000000000'

interface ListedAsset {
  id: string
  code: string
  type: { type_id: string; name: string }
  site: { id: string; name: string } | null
  state: string
  modified_at: string
  statuses: Array<{ status_option_id: string; name: string; status_group_name: string }>
  fields: Array<{ field_id: string; name: string; string_value?: string }>
}

/** All pages of a list of assets. */
async function listAll(
  bench: AssetBench,
  body: object = {},
  afterPage?: (page: number) => unknown,
): Promise<ListedAsset[]> {
  const all: ListedAsset[] = []
  let page_token = ''
  for (let page = 0; page < 100; page += 1) {
    const answer = await bench.send('POST', 'assets/list', { ...body, page_token })
    expect(answer.status).toBe(200)
    all.push(...(answer.body['assets'] as ListedAsset[]))
    page_token = String(answer.body['next_page_token'])
    if (page_token === '') return all
    await afterPage?.(page)
  }
  throw new Error('the list does not end')
}

async function getAsset(bench: AssetBench, id: string): Promise<ListedAsset> {
  return (await bench.send('GET', `assets/${id}`)).body['asset'] as ListedAsset
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

describe('assets', () => {
  it('are listed in pages, found by id and filtered', async () => {
    await using bench = await startAssetBench()
    const state = bench.state()
    const all = await listAll(bench, { page_size: 37 })
    expect(all.map(({ id }) => id)).toEqual(state.assets.map(({ id }) => id))
    expect(await listAll(bench)).toEqual(all)
    const van = bench.type('Delivery van')
    const site = all.find(({ type, site: at }) => type.type_id === van.id && at !== null)?.site
    const wanted = (row: ListedAsset) => row.type.type_id === van.id && row.site?.id === site?.id
    const filters = [{ type_id: van.id }, { site_id: site?.id }]
    expect(await listAll(bench, { page_size: 1, asset_filters: filters })).toEqual(all.filter(wanted))
    const archived = await listAll(bench, { asset_filters: [{ state: 'ASSET_STATE_ARCHIVED' }] })
    expect(archived.length).toBeGreaterThan(2)
    expect(archived).toEqual(all.filter((row) => row.state === 'ASSET_STATE_ARCHIVED'))
    expect((await listAll(bench, { search: 'van-000' })).map(({ code }) => code).sort()[0]).toBe('VAN-0001')
    const field = all.flatMap(({ fields }) => fields).find(({ name }) => name === 'Serial number')
    const serial = field?.string_value ?? ''
    const found = await listAll(bench, { search: serial.toLowerCase() })
    expect(found.flatMap(({ fields }) => fields.map((one) => one.string_value))).toContain(serial)
    const looked = await bench.send('POST', 'assets:LookupAssetsByField', {
      field_name: 'Serial number',
      string_value: serial,
    })
    expect(looked.body['assets']).toEqual(found)
    const one = all[7]
    expect((await bench.send('GET', `assets:GetAssetByCode?code=${one?.code ?? ''}`)).body).toEqual({ asset: one })
    expect(await getAsset(bench, one?.id ?? '')).toEqual(one)
  })

  it('that do not change are neither repeated nor lost when others change between two pages', async () => {
    await using bench = await startAssetBench()
    const { assets } = bench.standin.control
    const before = bench.state().assets
    const van = bench.type('Delivery van')
    const touched = new Set<string>()
    const told = await listAll(bench, { page_size: 11 }, (page) => {
      assets.addAssets(van.id, 5, `NEW-${page}`)
      const one = before[page * 17]
      if (one) touched.add(one.id)
      return bench.send('PATCH', `assets/${one?.id ?? ''}`, { asset: { code: `CODE-${page}` }, update_mask: 'code' })
    })
    const ids = told.map(({ id }) => id)
    expect(touched.size).toBeGreaterThan(10)
    expect(new Set(ids).size).toBe(ids.length)
    expect(before.filter(({ id }) => !ids.includes(id))).toEqual([])
    const codes = new Map(told.map(({ id, code }) => [id, code]))
    for (const { id, code } of before) if (!touched.has(id)) expect(codes.get(id)).toBe(code)
  })

  it('are created with a status, changed in the fields of the mask, archived and restored', async () => {
    await using bench = await startAssetBench()
    const van = bench.type('Delivery van')
    const [inService, needs] = bench.group('Vehicles').options
    const site = bench.state().assets.find(({ siteId }) => siteId !== null)?.siteId
    const fields = (await bench.send('POST', 'fields/list', { search: 'registration' })).body[
      'result'
    ] as ListedAsset['fields'] & Array<{ id: string }>
    const plate = { field_id: fields[0]?.id ?? '', string_value: '24-D-11111' }
    for (const [code, sent] of [
      ['ONE', { status_option_ids: [inService?.id] }],
      ['TWO', { status_option_id: inService?.id }],
      ['BOTH', { status_option_ids: [inService?.id], status_option_id: inService?.id }],
    ] as const) {
      const made = await bench.send('POST', 'assets', {
        code,
        type_id: van.id,
        site_id: site,
        fields: [plate],
        ...sent,
      })
      expect([made.status, Object.keys(made.body)]).toEqual([200, ['id']])
      const told = await getAsset(bench, String(made.body['id']))
      expect(told).toMatchObject({ code, site: { id: site }, fields: [{ ...plate, name: 'Registration' }] })
      expect(told.statuses).toMatchObject([{ name: 'In service', status_group_name: 'Vehicles' }])
    }
    const { id } = (await bench.send('GET', 'assets:GetAssetByCode?code=ONE')).body['asset'] as ListedAsset
    const before = await getAsset(bench, id)
    for (const status of [{ status_option_id: needs?.id }, { id: inService?.id }, needs?.id]) {
      const asset = { statuses: [status], code: 'ignored' }
      const answer = await bench.send('PATCH', `assets/${id}`, { asset, update_mask: 'statuses' })
      const wanted = typeof status === 'object' ? Object.values(status)[0] : status
      expect(answer.body['asset']).toMatchObject({ code: 'ONE', statuses: [{ status_option_id: wanted }] })
    }
    const cleared = await bench.send('PATCH', `assets/${id}`, { asset: { statuses: [] }, update_mask: 'statuses' })
    const now = cleared.body['asset'] as ListedAsset
    expect(now).toEqual({ ...before, statuses: [], modified_at: expect.any(String) as string })
    expect(now.modified_at > before.modified_at).toBe(true)
    const moved = await bench.send('PATCH', `assets/${id}`, {
      asset: { code: 'THREE', site_id: null },
      update_mask: 'code,site_id',
    })
    expect(moved.body['asset']).toMatchObject({ code: 'THREE', site: null, fields: [plate] })
    // A code that is no longer used is free again.
    expect((await bench.send('GET', 'assets:GetAssetByCode?code=ONE')).status).toBe(404)
    expect((await bench.send('POST', 'assets', { code: 'ONE', type_id: van.id })).status).toBe(200)
    expect(await bench.send('PATCH', `assets/${id}/archive`)).toEqual({ status: 200, body: { id } })
    expect((await getAsset(bench, id)).state).toBe('ASSET_STATE_ARCHIVED')
    expect(await bench.send('DELETE', `assets/${id}/archive`)).toEqual({ status: 200, body: { id } })
    expect((await getAsset(bench, id)).state).toBe('ASSET_STATE_ACTIVE')
  })

  it('are created and changed in bulk, either all or none', async () => {
    await using bench = await startAssetBench()
    const van = bench.type('Delivery van')
    const [inService] = bench.group('Vehicles').options
    const made = await bench.send('POST', 'assets/bulk', {
      assets: ['A1', 'A2', 'A3'].map((code) => ({ code, type_id: van.id })),
    })
    const ids = (made.body['assets'] as Array<{ id: string }>).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    const statuses = [{ status_option_id: inService?.id }]
    const change = (assets: object[]) => bench.send('PUT', 'assets/bulk', { assets, update_mask: 'statuses' })
    expect((await change(ids.map((id) => ({ id, statuses })))).status).toBe(200)
    const state = bench.state()
    for (const id of ids) expect(state.assets.find((one) => one.id === id)?.optionId).toBe(inService?.id)
    expect((await change([{ id: ids[0], statuses: [] }, { id: unknownId }])).status).toBe(400)
    const codes = ['B1', 'B1'].map((code) => ({ code, type_id: van.id }))
    expect((await bench.send('POST', 'assets/bulk', { assets: codes })).status).toBe(400)
    expect(bench.state()).toEqual(state)
  })

  it('are refused when they break a rule, with an error in the dialect of the path and without any change', async () => {
    await using bench = await startAssetBench()
    const [van, oven, ladder] = ['Delivery van', 'Combi oven', 'Ladder'].map((name) => bench.type(name))
    const state = bench.state()
    const known = state.assets.find(({ typeId }) => typeId === van?.id)
    const unset = state.assets.find(({ typeId }) => typeId === oven?.id)
    const [inService, needs] = bench.group('Vehicles').options.map(({ id }) => id)
    const [ready] = bench.group('Safety equipment').options.map(({ id }) => id)
    const path = `assets/${known?.id ?? ''}`
    const create = (sent: object) => ['POST', 'assets', { code: 'NEW', type_id: van?.id, ...sent }] as const
    const set = (statuses: unknown, at = path) =>
      ['PATCH', at, { asset: { statuses }, update_mask: 'statuses' }] as const
    const select = (await bench.send('POST', 'fields/list', { search: 'ladder class' })).body['result'] as Array<{
      id: string
    }>
    const refused: ReadonlyArray<readonly [status: number, words: RegExp, ...Parameters<AssetBench['send']>]> = [
      [400, /unknown asset type/, ...create({ type_id: unknownId })],
      [400, /unknown asset type/, 'POST', 'assets', { code: 'NEW' }],
      [400, /code must not be empty/, ...create({ code: ' ' })],
      [400, /exists already/, ...create({ code: known?.code })],
      [400, /unknown site/, ...create({ site_id: unknownId })],
      [400, /not a field of this asset type/, ...create({ fields: [{ field_id: select[0]?.id, string_value: 'x' }] })],
      [
        400,
        /not a choice/,
        ...create({ type_id: ladder?.id, fields: [{ field_id: select[0]?.id, string_value: 'Wooden' }] }),
      ],
      [
        400,
        /needs a string_value/,
        ...create({
          type_id: ladder?.id,
          fields: [{ field_id: select[0]?.id, timestamp_value: '2026-01-01T00:00:00Z' }],
        }),
      ],
      [400, /not in the status group/, ...create({ status_option_ids: [ready] })],
      [400, /at most one/, ...create({ status_option_ids: [inService, needs] })],
      [400, /at most one/, ...create({ status_option_ids: [inService, inService] })],
      [404, /asset not found/, 'GET', `assets/${unknownId}`],
      [404, /asset not found/, 'GET', 'assets:GetAssetByCode?code=nobody'],
      [400, /code is required/, 'GET', 'assets:GetAssetByCode'],
      [404, /asset not found/, ...set([], `assets/${unknownId}`)],
      [404, /asset not found/, 'PATCH', `assets/${unknownId}/archive`],
      [404, /asset not found/, 'DELETE', `assets/${unknownId}/archive`],
      [400, /not in the status group/, ...set([{ status_option_id: ready }])],
      [400, /not in the status group/, ...set([{ status_option_id: unknownId }])],
      [400, /not in the status group/, ...set([{ status_option_id: inService }], `assets/${unset?.id ?? ''}`)],
      [400, /at most one/, ...set([{ status_option_id: inService }, { status_option_id: needs }])],
      [400, /at most one/, ...set([{ status_option_id: inService }, { id: inService }])],
      [400, /at most one/, ...create({ status_option_ids: [inService], status_option_id: needs })],
      [400, /asset\.statuses/, ...set([{ name: 'In service' }])],
      [400, /update_mask is required/, 'PATCH', path, { asset: { statuses: [] } }],
      [400, /unknown path "type_id"/, 'PATCH', path, { asset: { type_id: van?.id }, update_mask: 'type_id' }],
      [400, /asset is required/, 'PATCH', path, { statuses: [], update_mask: 'statuses' }],
      [400, /asset_filters/, 'POST', 'assets/list', { asset_filters: [{ status: inService }] }],
      [400, /asset_filters/, 'POST', 'assets/list', { asset_filters: [{ state: 'active' }] }],
      [400, /page_size/, 'POST', 'assets/list', { page_size: 101 }],
      [400, /page_token/, 'POST', 'assets/list', { page_token: '@' }],
      [400, /there is no field/, 'POST', 'assets:LookupAssetsByField', { field_name: 'Nonsense', string_value: 'x' }],
      [400, /name/, 'POST', 'types', {}],
      [400, /empty/, 'POST', 'types', { name: '' }],
      [400, /130/, 'POST', 'types', { name: 'x'.repeat(131) }],
      [400, /exists already/, 'POST', 'types', { name: 'delivery VAN' }],
      [400, /exists already/, 'PATCH', `types/${oven?.id ?? ''}`, { type: { name: 'Ladder' }, update_mask: 'name' }],
      [400, /unknown path/, 'PATCH', `types/${oven?.id ?? ''}`, { type: { name: 'A' }, update_mask: 'type' }],
      [404, /asset type not found/, 'PATCH', `types/${unknownId}`, { type: { name: 'A' }, update_mask: 'name' }],
    ]
    for (const [status, words, ...request] of refused) {
      const answer = await bench.send(...request)
      expect([request, answer.status, answer.body]).toEqual([
        request,
        status,
        { code: status === 404 ? 5 : 3, message: expect.stringMatching(words) as string, details: [] },
      ])
    }
    expect(bench.state()).toEqual(state)
  })

  it('have types that are created, renamed and found', async () => {
    await using bench = await startAssetBench()
    const { id } = (await bench.send('POST', 'types', { name: 'x'.repeat(130) })).body
    const rename = { type: { name: 'Cherry picker' }, update_mask: 'name' }
    expect(await bench.send('PATCH', `types/${String(id)}`, rename)).toEqual({ status: 200, body: { id } })
    expect((await bench.send('POST', 'types/list', { search: 'CHERRY' })).body).toEqual({
      type_list: [{ id, name: 'Cherry picker', type: 'TYPE_CATEGORY_CUSTOM' }],
      next_page_token: '',
    })
    const more = bench.standin.control.assets.addTypes(Array.from({ length: 150 }, (_, at) => `Type ${at}`))
    const first = (await bench.send('POST', 'types/list')).body
    const second = (await bench.send('POST', 'types/list', { page_token: first['next_page_token'] })).body
    const ids = [first, second].flatMap((page) => (page['type_list'] as Array<{ id: string }>).map((type) => type.id))
    expect(ids).toEqual(bench.state().types.map((type) => type.id))
    expect(ids).toEqual(expect.arrayContaining(more))
  })

  it('exist in the requested number in the demo, with something of every kind', { tags: ['full'] }, async () => {
    await using bench = await startAssetBench({ assets: 1200 })
    const all = await listAll(bench)
    expect(all).toHaveLength(1200)
    expect(new Set(all.map(({ code }) => code)).size).toBe(1200)
    expect(all.toSorted(byId)).toEqual(all)
    const text = JSON.stringify(all)
    for (const word of ['timestamp_value', 'money_value', 'string_value', 'MEDIA_TYPE_IMAGE', '"site":null'])
      expect(text).toContain(word)
    const { types, groups } = bench.state()
    expect([types.length, groups.length]).toEqual([18, 4])
    expect(types.filter(({ groupId }) => groupId === null)).toHaveLength(4)
    for (const { id, name, groupId } of types) {
      const own = all.filter(({ type }) => type.type_id === id)
      expect([name, own.length > 5]).toEqual([name, true])
      if (groupId === null) expect(own.every(({ statuses }) => statuses.length === 0)).toBe(true)
    }
    // Each status is used by some asset, except in the unused group.
    const used = new Set(all.flatMap(({ statuses }) => statuses.map((status) => status.status_option_id)))
    const unused = groups.flatMap(({ options }) => options).filter(({ id }) => !used.has(id))
    expect(unused.map(({ name }) => name)).toEqual(['Open', 'Fenced off', 'Closed'])
    await using again = await startAssetBench({ assets: 1200 })
    expect(await listAll(again)).toEqual(all)
  })
})
