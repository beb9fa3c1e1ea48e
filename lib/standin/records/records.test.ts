import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { startBench, type Bench } from '@/lib/standin/testing'

const send = async (bench: Bench, method: string, target: string, body?: unknown) => {
  const answer = await bench.ask(target, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const firstId = (bench: Bench) => bench.standin.control.truth()[0]?.audit_id ?? ''

describe('links and shares', () => {
  it('a report keeps its link until the link is deleted, also after a restart', async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'standin-'))
    try {
      let first: unknown
      let second: unknown
      {
        await using bench = await startBench({ dataDir: directory, inspections: 20 })
        const target = `/audits/${firstId(bench)}/web_report_link`
        first = (await bench.json(target))['url']
        expect(String(first)).toMatch(/^https:\/\//)
        expect((await bench.json(target))['url']).toBe(first)
        expect((await send(bench, 'DELETE', target)).status).toBe(200)
        second = (await bench.json(target))['url']
        expect(second).not.toBe(first)
        const deep = await send(bench, 'POST', `/audits/${firstId(bench)}/deep_link`)
        expect(deep.body['url']).toContain(firstId(bench))
      }
      await using again = await startBench({ dataDir: directory, inspections: 20 })
      expect((await again.json(`/audits/${firstId(again)}/web_report_link`))['url']).toBe(second)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('an inspection is shared with existing users and groups', async () => {
    await using bench = await startBench({ inspections: 20, users: 20 })
    const target = `/audits/${firstId(bench)}/share`
    const { users, groups } = bench.standin.control.userState()
    const shares = [users[1], groups[2]].map((to) => ({ id: to?.id, permission: 'view' }))
    expect((await send(bench, 'POST', target, { shares })).status).toBe(200)
    expect((await send(bench, 'POST', target, { shares: [{ id: users[1]?.id, permission: 'edit' }] })).status).toBe(200)
    expect(bench.standin.control.records.shares(firstId(bench))).toEqual([
      { id: users[1]?.id, permission: 'edit' },
      { id: groups[2]?.id, permission: 'view' },
    ])
    expect((await send(bench, 'POST', target, { shares: [{ id: 'user_0', permission: 'view' }] })).status).toBe(400)
    expect((await send(bench, 'POST', target, { shares: [{ id: users[1]?.id, permission: 'own' }] })).status).toBe(400)
    expect((await send(bench, 'POST', '/audits/audit_00/share', { shares })).status).toBe(404)
  })
})

describe('response sets', () => {
  it('are created and replaced, and a label keeps its id', async () => {
    await using bench = await startBench({ inspections: 5 })
    const made = await send(bench, 'POST', '/response_sets', {
      name: 'Doors',
      responses: [{ label: 'Open', short_label: 'O' }, { label: 'Shut' }],
    })
    expect(made.status).toBe(200)
    const target = `/response_sets/${String(made.body['responseset_id'])}`
    const responses = made.body['responses'] as Array<Record<string, unknown>>
    const changed = await send(bench, 'PUT', target, {
      name: 'Gates',
      responses: [{ label: 'Ajar' }, { label: 'Open' }],
    })
    expect(changed.body).toMatchObject({ name: 'Gates', responses: [{ label: 'Ajar' }, responses[0]] })
    expect(await bench.json(target)).toEqual(changed.body)
    const listed = (await bench.json('/response_sets'))['response_sets'] as Array<Record<string, unknown>>
    expect(listed.at(-1)).toMatchObject({ responseset_id: made.body['responseset_id'], name: 'Gates' })
    expect(listed).toHaveLength(10)
    const twice = [{ label: 'Open' }, { label: 'Open' }]
    expect((await send(bench, 'POST', '/response_sets', { name: 'Twice', responses: twice })).status).toBe(400)
    expect((await send(bench, 'PUT', '/response_sets/none', { name: 'x', responses: [{ label: 'y' }] })).status).toBe(
      404,
    )
    const demo = `/response_sets/${String(listed[0]?.['responseset_id'])}`
    const before = (await bench.json(demo))['responses'] as Array<Record<string, unknown>>
    const renamed = await send(bench, 'PUT', demo, { name: 'Renamed', responses: [{ label: 'Yes' }] })
    expect(renamed.body['responses']).toEqual([before.find(({ label }) => label === 'Yes')])
    expect(((await bench.json('/response_sets'))['response_sets'] as unknown[])[0]).toMatchObject({ name: 'Renamed' })
  })
})

describe('single responses of a set', () => {
  it('are added, renamed and removed without changing the ids of the others', async () => {
    await using bench = await startBench({ inspections: 5 })
    const made = await send(bench, 'POST', '/response_sets', { name: 'Doors', responses: [{ label: 'Open' }] })
    const target = `/response_sets/${String(made.body['responseset_id'])}`
    const [open] = made.body['responses'] as Array<Record<string, unknown>>
    const shut = await send(bench, 'POST', `${target}/responses`, { label: 'Shut', short_label: 'S' })
    expect(shut).toMatchObject({ status: 200, body: { label: 'Shut', short_label: 'S' } })
    expect((await bench.json(target))['responses']).toEqual([open, shut.body])
    const one = `${target}/responses/${String(shut.body['id'])}`
    const locked: Record<string, unknown> = { ...shut.body, label: 'Locked' }
    expect(await send(bench, 'PUT', one, { label: 'Locked' })).toEqual({ status: 200, body: locked })
    expect((await bench.json(target))['responses']).toEqual([open, locked])
    for (const body of [{ label: 'Open' }, { label: ' ' }, {}]) {
      expect([body, (await send(bench, 'POST', `${target}/responses`, body)).status]).toEqual([body, 400])
      expect([body, (await send(bench, 'PUT', one, body)).status]).toEqual([body, 400])
    }
    expect((await send(bench, 'DELETE', one)).status).toBe(200)
    expect((await send(bench, 'DELETE', one)).status).toBe(404)
    expect((await send(bench, 'PUT', one, { label: 'Ajar' })).status).toBe(404)
    expect((await send(bench, 'POST', '/response_sets/none/responses', { label: 'Ajar' })).status).toBe(404)
    // A label that was removed and added again is another response.
    expect((await send(bench, 'POST', `${target}/responses`, { label: 'Locked' })).body['id']).not.toBe(locked['id'])
    expect((await bench.json(target))['responses']).toHaveLength(2)
  })
})

describe('users, one at a time', () => {
  it('are created, changed, deactivated and activated again', async () => {
    await using bench = await startBench({ inspections: 5, users: 20 })
    const person = { firstname: 'Nell', lastname: 'Gray', email: 'Nell.Gray@harrowquill.example' }
    const made = await send(bench, 'POST', '/users', { ...person, password: 'never-kept-canary' })
    expect(made.status).toBe(200)
    // The official tools read `user.user_id`; others read `id`.
    expect(made.body).toMatchObject({ user: { user_id: made.body['id'], email: 'nell.gray@harrowquill.example' } })
    const target = `/users/${String(made.body['id'])}`
    expect(await bench.json(target)).toMatchObject({ email: 'nell.gray@harrowquill.example', status: 'active' })
    expect((await send(bench, 'POST', '/users', person)).status).toBe(400)
    const changed = await send(bench, 'PUT', target, { new_email: 'nell@harrowquill.example', status: 'inactive' })
    expect(changed.body).toMatchObject({ email: 'nell@harrowquill.example', firstname: 'Nell', status: 'inactive' })
    const back = await send(bench, 'POST', '/users', { ...person, email: 'nell@harrowquill.example', lastname: 'Grey' })
    expect(back.body['id']).toBe(made.body['id'])
    expect(await bench.json(target)).toMatchObject({ lastname: 'Grey', status: 'active' })
    const other = bench.standin.control.userState().users.find(({ id }) => id !== made.body['id'])
    expect((await send(bench, 'PUT', target, { new_email: other?.email })).status).toBe(400)
    expect((await send(bench, 'PUT', '/users/none', {})).status).toBe(404)
    expect((await send(bench, 'POST', '/users', { ...person, email: 'no address' })).status).toBe(400)
    expect(JSON.stringify(bench.standin.control.userState())).not.toContain('never-kept-canary')
  })

  it('join and leave groups', async () => {
    await using bench = await startBench({ inspections: 5, users: 20 })
    const { users, groups } = bench.standin.control.userState()
    const [organization, ...others] = groups
    const row = users[2]
    const group = others.find(({ id }) => !row?.groupIds.includes(id))
    const target = `/groups/${group?.id ?? ''}/users`
    const joined = await send(bench, 'POST', `${target}/v2`, { user_id: row?.id })
    expect(joined.body['users']).toContain(row?.id)
    expect((await send(bench, 'POST', `${target}/v2`, { user_id: row?.id })).body).toEqual(joined.body)
    expect(await send(bench, 'POST', target, { user_id: row?.id })).toEqual(joined)
    expect((await send(bench, 'DELETE', `${target}/${row?.id ?? ''}`)).body).toEqual({ ok: true })
    expect((await send(bench, 'DELETE', `${target}/${row?.id ?? ''}`)).status).toBe(404)
    expect((await send(bench, 'POST', `${target}/v2`, { user_id: 'nobody' })).status).toBe(404)
    expect((await send(bench, 'DELETE', `/groups/${organization?.id ?? ''}/users/${row?.id ?? ''}`)).status).toBe(400)
    const after = bench.standin.control.userState().users.find(({ id }) => id === row?.id)
    expect(after?.groupIds).toEqual(row?.groupIds)
  })
})
