import { describe, expect, it } from 'vitest'
import { findBroken, startAssetBench, type AssetBench } from './testing'

const green = 'STATUS_BADGE_COLOR_GREEN'
const red = 'STATUS_BADGE_COLOR_RED'
const unknownId = '00000000-0000-4000-8000-000000000000'

const compareText = (a: string, b: string) => (a < b ? -1 : 1)

/** Options as a client would send them back. */
const keep = ({ options }: ReturnType<AssetBench['group']>) =>
  options.map(({ id, name, color }) => ({ id, name, color }))

describe('status groups', () => {
  it('can be created, read, listed, changed and deleted', async () => {
    await using bench = await startAssetBench()
    const options = [
      { name: 'Usable', color: green },
      { name: 'Broken', color: red },
    ]
    const { body } = await bench.send('POST', 'status-groups', { name: 'Tools', description: 'For hands', options })
    const made = body['status_group'] as { id: string; options: Array<{ id: string }> }
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'Tools',
      description: 'For hands',
      options: options.map(({ name, color }) => ({
        name,
        color,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      })),
      type_ids: [],
    })
    const path = `status-groups/${made.id}`
    expect((await bench.send('GET', path)).body).toEqual({ status_group: made })
    const { body: listed } = await bench.send('POST', 'status-groups/list')
    expect(listed).toEqual({
      status_groups: expect.arrayContaining([made]) as unknown[],
      next_page_token: '',
    })
    expect(listed['status_groups']).toHaveLength(5)

    const [usable, broken] = made.options
    const changed = await bench.send('PATCH', path, {
      // Fields outside the mask are ignored.
      status_group: {
        name: 'Hand tools',
        description: 'ignored',
        options: [broken, { name: 'New', color: green }, usable],
      },
      update_mask: 'name, options',
    })
    const group = changed.body['status_group'] as typeof made
    expect(group).toMatchObject({ name: 'Hand tools', description: 'For hands' })
    expect(group.options.map(({ id }) => id)).toEqual([broken?.id, expect.any(String), usable?.id])
    expect(new Set(group.options.map(({ id }) => id)).size).toBe(3)
    expect(await bench.send('DELETE', path)).toEqual({ status: 200, body: {} })
    expect((await bench.send('GET', path)).status).toBe(404)
    expect(bench.state().groups).toHaveLength(4)
  })

  it('refuse requests that break a rule, with an error in the dialect of the path and without any change', async () => {
    await using bench = await startAssetBench()
    const group = bench.group('Vehicles')
    const other = bench.group('Cold chain')
    const van = bench.type('Delivery van')
    const path = `status-groups/${group.id}`
    const options = keep(group)
    const [first] = options
    const many = Array.from({ length: 11 }, (_, at) => ({ name: `Option ${at}`, color: green }))
    const patch = (update_mask: unknown, status_group: unknown, more: object = {}) =>
      ['PATCH', path, { status_group, update_mask, ...more }] as const
    const refused: ReadonlyArray<readonly [status: number, words: RegExp, ...Parameters<AssetBench['send']>]> = [
      [400, /name/, 'POST', 'status-groups', {}],
      [400, /name.*empty/, 'POST', 'status-groups', { name: '  ', options: [] }],
      [400, /options\.0\.name.*empty/, 'POST', 'status-groups', { name: 'A', options: [{ name: '', color: green }] }],
      [400, /at most 10/, 'POST', 'status-groups', { name: 'A', options: many }],
      [400, /is not a color/, 'POST', 'status-groups', { name: 'A', options: [{ name: 'B', color: 'GREEN' }] }],
      [400, /color/, 'POST', 'status-groups', { name: 'A', options: [{ name: 'B' }] }],
      [400, /unknown option/, 'POST', 'status-groups', { name: 'A', options: [first] }],
      [404, /not found/, 'GET', `status-groups/${unknownId}`],
      [404, /not found/, 'GET', 'status-groups/anything'],
      [404, /not found/, 'DELETE', `status-groups/${unknownId}`],
      [404, /not found/, 'PATCH', `status-groups/${unknownId}`, { status_group: { name: 'A' }, update_mask: 'name' }],
      [404, /not found/, 'POST', `status-groups/${unknownId}/types`, { type_ids: [van.id] }],
      [404, /not found/, 'DELETE', `status-groups/${unknownId}/types?type_ids=${van.id}`],
      [400, /update_mask is required/, ...patch(undefined, { name: 'A' })],
      [400, /update_mask is required/, ...patch(' , ', { name: 'A' })],
      [400, /unknown path "type_ids"/, ...patch('name,type_ids', { name: 'A', type_ids: [] })],
      [400, /update_mask/, ...patch(['name'], { name: 'A' })],
      [400, /status_group is required/, ...patch('name', undefined)],
      [400, /id of the path/, ...patch('name', { id: other.id, name: 'A' })],
      [400, /name must not be empty/, ...patch('name', { name: '' })],
      [400, /name must not be empty/, ...patch('name', {})],
      [400, /options\.0\.name.*empty/, ...patch('options', { options: [{ ...first, name: ' ' }] })],
      [400, /unknown option/, ...patch('options', { options: [...options, { ...first, id: unknownId }] })],
      [400, /unknown option/, ...patch('options', { options: keep(other) })],
      [400, /given twice/, ...patch('options', { options: [first, first] })],
      [400, /is not a color/, ...patch('options', { options: [{ ...first, color: 'STATUS_BADGE_COLOR_PLAID' }] })],
      [400, /at most 10/, ...patch('options', { options: [...options, ...many.slice(0, 6)] })],
      [400, /reassign/, ...patch('options', { options: options.slice(1) }, { reassign_to_option_id: first?.id })],
      [400, /reassign/, ...patch('options', { options }, { reassign_to_option_id: keep(other)[0]?.id })],
      [400, /reassign/, ...patch('options', { options }, { reassign_to_option_id: unknownId })],
      [400, /type_ids is required/, 'POST', `${path}/types`, {}],
      [400, /type_ids is required/, 'POST', `${path}/types`, { type_ids: [] }],
      [400, /unknown asset type/, 'POST', `status-groups/${other.id}/types`, { type_ids: [van.id, unknownId] }],
      [400, /type_ids is required/, 'DELETE', `${path}/types`, { type_ids: [van.id] }],
      [400, /unknown asset type/, 'DELETE', `${path}/types?type_ids=${van.id}&type_ids=${unknownId}`],
      [400, /page_token/, 'POST', 'status-groups/list', { page_token: 'not one of ours' }],
      [400, /page_size/, 'POST', 'status-groups/list', { page_size: 101 }],
    ]
    const before = bench.state()
    for (const [status, words, ...request] of refused) {
      const answer = await bench.send(...request)
      expect([request, answer.status, answer.body]).toEqual([
        request,
        status,
        { code: status === 404 ? 5 : 3, message: expect.stringMatching(words) as string, details: [] },
      ])
    }
    expect(bench.state()).toEqual(before)
  })

  it('allow ten options, and any color that the group already has', async () => {
    await using bench = await startAssetBench()
    const group = bench.group('Site works 2024')
    const odd = 'STATUS_BADGE_COLOR_TEAL'
    bench.standin.control.assets.editGroup(group.id, {
      options: [...keep(group), { name: 'Odd', color: odd, extra: { external_ref: 'X1' } }],
    })
    const options = [
      ...bench.group('Site works 2024').options.map(({ extra, ...option }) => Object.assign(option, extra)),
      ...Array.from({ length: 6 }, (_, at) => ({ name: `More ${at}`, color: green })),
    ]
    const path = `status-groups/${group.id}`
    expect((await bench.send('PATCH', path, { status_group: { options }, update_mask: 'options' })).status).toBe(200)
    const { body } = await bench.send('GET', path)
    const told = (body['status_group'] as { options: unknown[] }).options
    expect(told).toHaveLength(10)
    expect(told).toContainEqual({ id: expect.any(String) as string, name: 'Odd', color: odd, external_ref: 'X1' })
  })

  it('are returned wrapped, bare or as an id', async () => {
    await using bench = await startAssetBench()
    const { control } = bench.standin
    const { id } = bench.group('Vehicles')
    const rename = () =>
      bench.send('PATCH', `status-groups/${id}`, { status_group: { name: 'Vehicles' }, update_mask: 'name' })
    expect(Object.keys((await rename()).body)).toEqual(['status_group'])
    control.answerShape = 'bare'
    expect((await rename()).body).toMatchObject({ id, name: 'Vehicles' })
    expect((await bench.send('GET', `status-groups/${id}`)).body).toMatchObject({ id, name: 'Vehicles' })
    control.answerShape = 'id-only'
    expect((await rename()).body).toEqual({ id })
    expect(Object.keys((await bench.send('GET', `status-groups/${id}`)).body)).toEqual(['status_group'])
    await using other = await startAssetBench({ answerShape: 'id-only' })
    expect(Object.keys((await other.send('POST', 'status-groups', { name: 'A' })).body)).toEqual(['id'])
  })
})

describe('statuses of assets are cleared or moved silently', () => {
  it('when an option is missing from a change, or when its assets move to another option', async () => {
    await using bench = await startAssetBench()
    const group = bench.group('Vehicles')
    const before = bench.state()
    const [inService, needs, out, quarantined, hire] = keep(group)
    const path = `status-groups/${group.id}`
    const moved = { status_group: { options: [inService, needs, quarantined, hire] }, update_mask: 'options' }
    await bench.send('PATCH', path, { ...moved, reassign_to_option_id: quarantined?.id })
    const after = bench.state()
    let moves = 0
    for (const [at, asset] of after.assets.entries()) {
      const was = before.assets[at]
      const isMoved = was?.optionId === out?.id
      moves += isMoved ? 1 : 0
      expect(asset).toEqual({
        ...was,
        ...(isMoved ? { optionId: quarantined?.id, modifiedAt: expect.any(String) as string } : {}),
      })
      // A client that follows modification times must see the change.
      if (isMoved) expect(asset.modifiedAt > (was?.modifiedAt ?? '')).toBe(true)
    }
    expect(moves).toBeGreaterThan(2)

    await bench.send('PATCH', path, { status_group: { options: [inService, needs, hire] }, update_mask: 'options' })
    const cleared = bench.state().assets.filter((asset, at) => asset.optionId !== after.assets[at]?.optionId)
    expect(cleared).toHaveLength(after.assets.filter(({ optionId }) => optionId === quarantined?.id).length)
    expect(new Set(cleared.map(({ optionId }) => optionId))).toEqual(new Set([null]))
    expect(findBroken(bench.state())).toEqual([])
  })

  it('when a type gets another group', async () => {
    await using bench = await startAssetBench()
    const [vehicles, cold] = [bench.group('Vehicles'), bench.group('Cold chain')]
    const [van, trailer, oven] = ['Delivery van', 'Refrigerated trailer', 'Combi oven'].map((name) => bench.type(name))
    const vans = bench.countStatuses('Delivery van')
    const total = Object.values(vans).reduce((sum, count) => sum + count, 0)
    expect(vans['none'] ?? 0).toBeLessThan(total)
    const typeIds = [trailer?.id ?? '', oven?.id ?? '']
    expect(await bench.send('POST', `status-groups/${cold.id}/types`, { type_ids: typeIds })).toEqual({
      status: 200,
      body: {},
    })
    expect(Object.keys(bench.countStatuses('Refrigerated trailer'))).toEqual(['none'])
    expect(bench.group('Cold chain').typeIds.toSorted(compareText)).toEqual(
      [...cold.typeIds, ...typeIds].toSorted(compareText),
    )
    expect(bench.group('Vehicles').typeIds).toEqual(vehicles.typeIds.filter((id) => id !== trailer?.id))
    expect(bench.countStatuses('Delivery van')).toEqual(vans)
    // Setting the same group again changes nothing.
    await bench.send('POST', `status-groups/${vehicles.id}/types`, { type_ids: [van?.id] })
    expect(bench.countStatuses('Delivery van')).toEqual(vans)
  })

  it('when a type loses its group, but not when the type already has another group', async () => {
    await using bench = await startAssetBench()
    const vehicles = bench.group('Vehicles')
    const [van, ladder] = [bench.type('Delivery van'), bench.type('Ladder')]
    const ladders = bench.countStatuses('Ladder')
    const path = `status-groups/${vehicles.id}/types?type_ids=${van.id}&type_ids=${ladder.id}`
    expect(await bench.send('DELETE', path)).toEqual({ status: 200, body: {} })
    expect(Object.keys(bench.countStatuses('Delivery van'))).toEqual(['none'])
    expect(bench.countStatuses('Ladder')).toEqual(ladders)
    expect(bench.type('Ladder').groupId).toBe(ladder.groupId)
    expect(bench.type('Delivery van').groupId).toBeNull()
  })

  it('when the group is deleted', async () => {
    await using bench = await startAssetBench()
    const safety = bench.group('Safety equipment')
    const forklifts = bench.countStatuses('Forklift')
    expect(Object.keys(bench.countStatuses('Fire extinguisher')).length).toBeGreaterThan(2)
    await bench.send('DELETE', `status-groups/${safety.id}`)
    const state = bench.state()
    for (const { id, groupId } of state.types) if (safety.typeIds.includes(id)) expect(groupId).toBeNull()
    expect(Object.keys(bench.countStatuses('Fire extinguisher'))).toEqual(['none'])
    expect(bench.countStatuses('Forklift')).toEqual(forklifts)
    expect(findBroken(state)).toEqual([])
  })
})
