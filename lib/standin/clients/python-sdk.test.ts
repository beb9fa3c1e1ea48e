import { describe, expect, it } from 'vitest'
import { startBench, testNow } from '@/lib/standin/testing'
import { makeDisk, runExporter } from './testing-exporter'
import { PythonSdk } from './testing-python-sdk'
import { reachOverHttp } from './testing'

describe('the official exporter', () => {
  it('writes every format of each completed inspection once, and the last one again in the next run', async () => {
    let now = testNow
    await using bench = await startBench({ inspections: 12, now: () => now })
    const sdk = new PythonSdk(
      reachOverHttp(bench.standin, () => {
        now += 5_000
      }),
    )
    const disk = makeDisk()
    const { total } = (await bench.json('/audits/search?completed=true')) as { total: number }
    const first = await runExporter(sdk, disk, { nowMs: testNow + 3_600_000 })
    expect([first.total, first.rows]).toEqual([total, total])
    const second = await runExporter(sdk, disk, { nowMs: testNow + 3_600_000, marker: first.marker })
    expect(second).toEqual({ total: 1, rows: 1, marker: first.marker })
    const { json, csv, pdf, docx, links } = disk
    expect([json.size, pdf.size, docx.size, links.size]).toEqual(Array.from({ length: 4 }, () => total))
    expect([...csv.values()].flat()).toHaveLength(total + 1)
    expect(bench.standin.control.exports.signedWithToken).toBe(2 * (total + 1))
  })

  it('lists global and default preferences, of all templates or one, and uses them for documents', async () => {
    await using bench = await startBench({ inspections: 20 })
    bench.standin.control.exports.set({ takesMs: 0 })
    const sdk = new PythonSdk(reachOverHttp(bench.standin))
    const templates = await sdk.discoverTemplates()
    const all = await sdk.listPreferences()
    expect(all.filter(({ is_default: isDefault }) => isDefault)).toHaveLength(templates.length)
    const [row] = (await sdk.discoverAudits('2000-01-01')).audits
    const { template_id: templateId, audit_id: id } = await sdk.getAudit(row?.audit_id ?? '')
    const own = await sdk.listPreferences(templateId)
    expect(own).toEqual(all.filter(({ id: preference }) => preference.startsWith(`${templateId}:`)))
    const [plain, styled] = [await sdk.getExport(id, 'PDF'), await sdk.getExport(id, 'PDF', own[1]?.id)]
    expect(styled?.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(styled?.equals(plain ?? Buffer.alloc(0))).toBe(false)
  })
})

describe('the other official Python tools', () => {
  it('export all users with their groups, add a user to a group, remove one and deactivate one', async () => {
    await using bench = await startBench({ inspections: 5, users: 60 })
    const sdk = new PythonSdk(reachOverHttp(bench.standin))
    const { control } = bench.standin
    const groupsOf = (email: string) => control.userState().users.find((user) => user.email === email)?.groupIds
    // tools/export_users/export_users.py
    const active = (await sdk.getUsersOfGroup(await sdk.getOrganization())).filter(({ status }) => status === 'active')
    expect(active.map(({ email }) => email).toSorted()).toEqual(
      control
        .userState()
        .users.filter(({ status }) => status === 'USER_ACTIVE_STATUS_ACTIVE')
        .map(({ email }) => email)
        .toSorted(),
    )
    const groups = await sdk.getGroups()
    const members = new Map<string, string[]>()
    for (const { id } of groups)
      members.set(
        id,
        (await sdk.getUsersOfGroup(id)).map((user) => user.user_id),
      )
    // tools/sync_users/sync_users.py
    const target = groups.find(({ name }) => name === 'Maintenance')
    const groupId = target?.id ?? ''
    const person = { firstname: 'Nell', lastname: 'Gray', email: 'nell.gray@harrowquill.example' }
    const userId = await sdk.addUser(person)
    await sdk.addUserToGroup(groupId, userId)
    expect(groupsOf(person.email)).toEqual([groupId])
    expect((await sdk.getUsersOfGroup(groupId)).map((user) => user.user_id).toSorted()).toEqual(
      [...(members.get(groupId) ?? []), userId].toSorted(),
    )
    await sdk.removeUserFromGroup(groupId, userId)
    expect(groupsOf(person.email)).toEqual([])
    await sdk.deactivateUser(userId)
    const organization = await sdk.getUsersOfGroup(await sdk.getOrganization())
    expect(organization.find((user) => user.user_id === userId)?.status).toBe('inactive')
  })

  it('create a response set, and make an existing one equal to a list', async () => {
    await using bench = await startBench({ inspections: 5 })
    const sdk = new PythonSdk(reachOverHttp(bench.standin))
    const find = async (name: string) =>
      (await sdk.getResponseSets()).response_sets.find((set) => set.name === name)?.responseset_id ?? ''
    // tools/import_grs/import_grs.py
    await sdk.createResponseSet('Doors', ['Open', 'Shut', 'Ajar'])
    const id = await find('Doors')
    const before = await sdk.getResponses(id)
    const wanted = ['Open', 'Locked', 'Sealed']
    const known = new Set(before.map(({ label }) => label))
    for (const label of wanted) if (!known.has(label)) await sdk.createResponse(id, label)
    for (const { id: responseId, label } of before)
      if (!wanted.includes(label)) await sdk.deleteResponse(id, responseId)
    const after = await sdk.getResponses(id)
    expect(after.map(({ label }) => label)).toEqual(wanted)
    expect(after[0]).toEqual(before[0])
  })
})
