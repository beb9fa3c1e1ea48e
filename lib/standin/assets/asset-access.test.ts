import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { startAssetBench, type AssetBench } from './testing'
import { operations } from '@/lib/standin/operations'

const split = (rows: string) =>
  rows
    .trim()
    .split('\n')
    .map((row) => row.split(' ') as [method: string, path: string])

const green = 'STATUS_BADGE_COLOR_GREEN'

describe('asset permissions', () => {
  // Repeated here on purpose, from interface.md 4.4 and service.md 3.2.
  const reads = `
POST status-groups/list
GET status-groups/x
POST assets/list
GET assets/x
GET assets:GetAssetByCode
POST assets:LookupAssetsByField
POST types/list
POST fields/list`
  const writes = `
POST status-groups
PATCH status-groups/x
DELETE status-groups/x
POST status-groups/x/types
DELETE status-groups/x/types
POST assets
POST assets/bulk
PUT assets/bulk
PATCH assets/x
PATCH assets/x/archive
DELETE assets/x/archive
POST types
PATCH types/x`
  it('require Assets: Access for reading and Assets: Settings for writing, whatever else a token may do', async () => {
    const permissions = [[], ['View all data', 'Manage all data'], ['Assets: Access'], ['Assets: Settings']]
    await using bench = await startAssetBench({
      tokens: permissions.map((each, at) => ({ token: `token-${at}`, permissions: each })),
    })
    const rows = [
      ...split(reads).map((row) => ({ row, needs: 'Assets: Access' })),
      ...split(writes).map((row) => ({ row, needs: 'Assets: Settings' })),
    ]
    expect(rows).toHaveLength(operations.filter(({ path: at }) => at.startsWith('/assets/')).length)
    for (const { row, needs } of rows)
      for (const [at, each] of permissions.entries()) {
        const answer = await bench.send(...row, undefined, `token-${at}`)
        const may = each.includes(needs)
        expect([row, each, answer.status === 403]).toEqual([row, each, !may])
        if (!may) expect(answer.body).toEqual({ code: 7, message: `This needs the permission '${needs}'`, details: [] })
      }
  })

  it('can be revoked and granted again while the stand-in runs', async () => {
    await using bench = await startAssetBench()
    const list = async () => (await bench.send('POST', 'status-groups/list')).status
    const make = async () => (await bench.send('POST', 'status-groups', { name: 'A' })).status
    expect([await list(), await make()]).toEqual([200, 200])
    bench.standin.control.setPermissions(['Assets: Access'])
    expect([await list(), await make()]).toEqual([200, 403])
    bench.standin.control.setPermissions([])
    expect([await list(), await make()]).toEqual([403, 403])
    bench.standin.control.setPermissions('all')
    expect([await list(), await make()]).toEqual([200, 200])
    expect(() => bench.standin.control.setPermissions('all', 1)).toThrow('no token')
  })
})

function assign(bench: AssetBench, groupName: string, typeNames: readonly string[]) {
  const type_ids = typeNames.map((name) => bench.type(name).id)
  return bench.send('POST', `status-groups/${bench.group(groupName).id}/types`, { type_ids })
}

describe('write faults', () => {
  it('make writes of the named types fail as often as requested, and no other writes', async () => {
    await using bench = await startAssetBench()
    const { control } = bench.standin
    const [ladder, oven] = [bench.type('Ladder'), bench.type('Combi oven')]
    control.failWrites([ladder.id, oven.id], { status: 503, times: 2 })
    const before = bench.state()
    // Reads are not affected, and writes of other types succeed.
    expect((await bench.send('POST', 'types/list')).status).toBe(200)
    expect(await assign(bench, 'Cold chain', ['Ladder'])).toMatchObject({ status: 503, body: { code: 14 } })
    expect(bench.state()).toEqual(before)
    expect((await assign(bench, 'Cold chain', ['Dock leveller'])).status).toBe(200)
    const removal = `status-groups/${bench.group('Safety equipment').id}/types?type_ids=${ladder.id}`
    expect((await bench.send('DELETE', removal)).status).toBe(503)
    expect((await assign(bench, 'Cold chain', ['Ladder'])).status).toBe(200)
    // A bulk write that names both types fails as a whole.
    expect((await assign(bench, 'Vehicles', ['Ladder', 'Combi oven'])).status).toBe(503)
    expect(bench.type('Ladder').groupId).toBe(bench.group('Cold chain').id)
  })

  it('can apply the write and still report a failure', async () => {
    await using bench = await startAssetBench()
    const { control } = bench.standin
    const van = bench.type('Delivery van')
    const [one, two] = bench.state().assets.filter(({ typeId }) => typeId === van.id)
    const [, , out] = bench.group('Vehicles').options
    const set = (id: string | undefined) =>
      bench.send('PATCH', `assets/${id ?? ''}`, {
        asset: { statuses: [{ status_option_id: out?.id }] },
        update_mask: 'statuses',
      })
    const optionOf = (id: string | undefined) => bench.state().assets.find((asset) => asset.id === id)?.optionId
    control.failWrites([one?.id ?? ''], { status: 500, when: 'after' })
    expect((await set(one?.id)).status).toBe(500)
    expect(optionOf(one?.id)).toBe(out?.id)
    control.failWrites([two?.id ?? ''], { when: 'after' })
    await expect(set(two?.id)).rejects.toThrow('fetch failed')
    expect(optionOf(two?.id)).toBe(out?.id)
    const group = bench.group('Vehicles')
    control.failWrites([group.id])
    await expect(bench.send('DELETE', `status-groups/${group.id}`)).rejects.toThrow('fetch failed')
    expect(bench.group('Vehicles')).toEqual(group)
    expect(control.counts()).toMatchObject({ updateAsset: 2, deleteStatusGroup: 1 })
    // Faults that name an operation also work for assets.
    control.setFault({ operation: 'deleteStatusGroup', when: { next: 1 }, action: { kind: 'reset', when: 'after' } })
    await expect(bench.send('DELETE', `status-groups/${group.id}`)).rejects.toThrow('fetch failed')
    expect(bench.state().groups.map(({ name }) => name)).not.toContain('Vehicles')
  })
})

describe('asset changes', () => {
  it('are kept over a restart, and ids are never used twice', async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'standin-assets-'))
    try {
      const ids = new Set<string>()
      const work = async (bench: AssetBench) => {
        const note = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
          const { status, body } = await answer
          expect(status).toBe(200)
          const group = body['status_group'] as { id: string; options: Array<{ id: string }> } | undefined
          for (const id of group ? [group.id, ...group.options.map((option) => option.id)] : [String(body['id'])]) {
            expect(ids.has(id)).toBe(false)
            ids.add(id)
          }
          return group?.id ?? String(body['id'])
        }
        const number = ids.size
        const groupId = await note(
          bench.send('POST', 'status-groups', { name: `Made ${number}`, options: [{ name: 'A', color: green }] }),
        )
        const typeId = await note(bench.send('POST', 'types', { name: `Type ${number}` }))
        await bench.send('POST', `status-groups/${groupId}/types`, { type_ids: [typeId, bench.type('Ladder').id] })
        const option = bench.group(`Made ${number}`).options[0]
        await note(
          bench.send('POST', 'assets', { code: `NEW ${number}`, type_id: typeId, status_option_ids: [option?.id] }),
        )
        await bench.send('DELETE', `status-groups/${bench.state().groups.find(({ id }) => !ids.has(id))?.id ?? ''}`)
        bench.standin.control.touch(bench.standin.control.truth()[0]?.audit_id ?? '')
      }
      let kept: unknown
      let untouched: unknown
      {
        await using bench = await startAssetBench({ dataDir: directory })
        untouched = bench.state()
        await work(bench)
        kept = bench.state()
      }
      expect(kept).not.toEqual(untouched)
      {
        await using bench = await startAssetBench({ dataDir: directory })
        expect(bench.state()).toEqual(kept)
        await work(bench)
        kept = bench.state()
      }
      {
        await using bench = await startAssetBench({ dataDir: directory })
        expect(bench.state()).toEqual(kept)
      }
      // In a demo of another size, changes that do not fit are skipped, and the start succeeds.
      await using small = await startAssetBench({ dataDir: directory, assets: 3 })
      expect(small.state().assets).toHaveLength(5)
      expect(small.state().groups).toEqual((kept as ReturnType<AssetBench['state']>).groups)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('can be controlled and read by other processes', async () => {
    await using bench = await startAssetBench({ control: true })
    const steer = async (name: string, body: unknown) => {
      const answer = await bench.ask(`/__control/${name}`, { method: 'POST', body: JSON.stringify(body) })
      return [answer.status, await answer.json()] as [number, Record<string, unknown>]
    }
    expect(await steer('asset-state', {})).toEqual([200, bench.state()])
    const vehicles = bench.group('Vehicles')
    const [, { ids }] = await steer('add-asset-types', { names: ['One', 'Two'], groupId: vehicles.id })
    const [typeId = ''] = ids as string[]
    const [, made] = await steer('add-assets', { typeId, count: 3, code: 'X', optionId: vehicles.options[0]?.id })
    const [assetId = ''] = made['ids'] as string[]
    await steer('set-statuses', { statuses: { [assetId]: null } })
    expect(bench.countStatuses('One')).toEqual({ 'In service': 2, none: 1 })
    await steer('edit-status-group', { id: vehicles.id, name: 'Trucks', options: [] })
    expect(bench.group('Trucks').options).toEqual([])
    expect(bench.countStatuses('One')).toEqual({ none: 3 })
    const [, { id }] = await steer('add-status-group', { name: 'Odd', options: [{ name: 'A', color: 'UNHEARD' }] })
    await steer('assign-types', { typeIds: ids, groupId: id })
    expect(bench.group('Odd').typeIds.toSorted()).toEqual((ids as string[]).toSorted())
    await steer('delete-status-group', { id })
    expect(bench.type('One').groupId).toBeNull()
    await steer('fail-writes', { ids: [typeId], status: 429 })
    const rename = { type: { name: 'Three' }, update_mask: 'name' }
    expect((await bench.send('PATCH', `types/${typeId}`, rename)).status).toBe(429)
    await steer('answer-shape', { shape: 'bare' })
    expect((await bench.send('GET', `status-groups/${vehicles.id}`)).body).toMatchObject({ id: vehicles.id })
    await steer('set-permissions', { permissions: [] })
    expect((await bench.send('POST', 'types/list')).status).toBe(403)
    expect((await steer('fail-writes', { ids: [] }))[0]).toBe(400)
  })
})
