import { createHmac } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { lookupAll } from './address'
import { send, type SendTools } from './send'
import { lookupOf, startReceiver } from './testing'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const allowNothing: SendTools['allow'] = { hosts: [], ranges: [] }
const delivery = { deliveryId: 'd-1', secret: 'the secret', body: '{"a":1}' }
const rangeOf = (address: string) => ({ address, prefix: 32, family: 'ipv4' as const })

/** Addresses that all lead to this machine or to a private network. `PORT` is replaced by the port of the canary. */
const forbidden = [
  'https://127.0.0.1:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://127.1:PORT/',
  'https://127.000.000.001:PORT/',
  'https://2130706433:PORT/',
  'https://0x7f000001:PORT/',
  'https://0x7f.0x0.0x0.0x1:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://017700000001:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https://①②⑦.0.0.1:PORT/',
  'https://0:PORT/',
  'https://0.0.0.0:PORT/',
  'https://127.255.255.254:PORT/',
  'https://[::1]:PORT/',
  'https://[::]:PORT/',
  'https://[0:0:0:0:0:0:0:1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[::127.0.0.1]:PORT/',
  'https://[64:ff9b::127.0.0.1]:PORT/',
  'https://[2002:7f00:1::]:PORT/',
  'https://[fe80::1]:PORT/',
  'https://[fd00::1]:PORT/',
  'https://localhost:PORT/',
  'https://LOCALHOST.:PORT/',
  'https://loopback.test:PORT/',
  'https://both.test:PORT/',
  'https://mapped.test:PORT/',
  'https://rebinding.test:PORT/',
  'https://metadata.test:PORT/',
  'https://public.test@127.0.0.1:PORT/',
  'https://user:password@loopback.test:PORT/',
  'https://127.0.0.1:PORT\\@public.test/',
  'https://10.0.0.1:PORT/',
  'https://172.16.0.1:PORT/',
  'https://192.168.0.1:PORT/',
  'https://169.254.169.254:PORT/',
  'https://100.64.0.1:PORT/',
  'https://224.0.0.1:PORT/',
  'http://127.0.0.1:PORT/',
  'http://public.test:PORT/',
  'ftp://127.0.0.1:PORT/',
  'unix:/var/run/docker.sock',
  'file:///etc/passwd',
  '//127.0.0.1:PORT/',
]

/** Resolves names that attackers point to us. The operating system resolves all others. */
function makeLookup(): SendTools['lookup'] {
  let asked = 0
  const names = lookupOf({
    'loopback.test': ['127.0.0.1'],
    'both.test': ['93.184.215.14', '127.0.0.1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'metadata.test': ['169.254.169.254'],
  })
  return async (hostname): Promise<LookupAddress[]> => {
    if (hostname === 'rebinding.test') {
      asked += 1
      return [{ address: asked % 2 === 0 ? '93.184.215.14' : '127.0.0.1', family: 4 }]
    }
    return hostname.endsWith('.test') ? names(hostname) : lookupAll(hostname)
  }
}

describe('an outgoing webhook', () => {
  it('reaches no private address, neither in any spelling nor by name or redirect', { tags: ['S38'] }, async () => {
    await using canary = await startReceiver()
    let connections = 0
    // Connections without trust or TLS count too.
    const bare = createServer(() => void (connections += 1)).listen(0, '127.0.0.1')
    await once(bare, 'listening')
    const at = bare.address()
    const barePort = at !== null && typeof at === 'object' ? at.port : 0
    const lookup = makeLookup()
    const tools = { allow: allowNothing, lookup, nowMs, ca: canary.ca }
    const reached: string[] = []
    for (const text of forbidden)
      for (const port of [canary.port, barePort]) {
        const url = text.replace('PORT', String(port))
        const { status, problem } = await send({ ...delivery, url }, tools)
        if (status !== null || problem === null) reached.push(url)
      }
    expect(forbidden.length).toBeGreaterThanOrEqual(40)
    expect(reached).toEqual([])

    // An allowed address redirects to the canary.
    await using helper = await startReceiver('127.0.0.2')
    for (const status of [301, 302, 303, 307, 308]) {
      helper.answer = { status, headers: { location: `https://127.0.0.1:${canary.port}/` } }
      const url = `https://127.0.0.2:${helper.port}/`
      const allow = { hosts: [], ranges: [rangeOf('127.0.0.2')] }
      const result = await send({ ...delivery, url }, { ...tools, allow, ca: helper.ca + canary.ca })
      expect(result.status).toBe(status)
      expect(result.problem).toContain('redirect')
    }
    expect([canary.received.length, connections, helper.received.length]).toEqual([0, 0, 5])
    bare.close()
  })

  it('reaches private addresses that the setting allows by range, address or name', { tags: ['S38'] }, async () => {
    await using receiver = await startReceiver()
    const lookup = lookupOf({ 'hooks.test': ['127.0.0.1'], '127.0.0.1': ['127.0.0.1'], 'other.test': ['127.0.0.1'] })
    const tools = { lookup, nowMs, ca: receiver.ca }
    const to = (host: string) => ({ ...delivery, url: `https://${host}:${receiver.port}/a/b?c=d#e` })
    const range = { address: '127.0.0.0', prefix: 8, family: 'ipv4' as const }
    const allowed = [
      await send(to('hooks.test'), { ...tools, allow: { hosts: ['hooks.test'], ranges: [] } }),
      await send(to('hooks.test'), { ...tools, allow: { hosts: [], ranges: [range] } }),
      await send(to('127.0.0.1'), { ...tools, allow: { hosts: [], ranges: [rangeOf('127.0.0.1')] } }),
    ]
    expect(allowed).toEqual(Array.from({ length: 3 }, () => ({ status: 200, problem: null, retryAfterSeconds: null })))
    const refused = await send(to('other.test'), { ...tools, allow: { hosts: ['hooks.test'], ranges: [] } })
    expect(refused.problem).toContain('private')
    expect(receiver.received.map(({ path }) => path)).toEqual(['/a/b?c=d', '/a/b?c=d', '/a/b?c=d'])
  })

  it('connects to the address that was checked, whatever the name resolves to later', { tags: ['S38'] }, async () => {
    await using canary = await startReceiver()
    await using allowed = await startReceiver('127.0.0.2')
    let asked = 0
    const lookup = () => {
      asked += 1
      return Promise.resolve([{ address: asked === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }])
    }
    const result = await send(
      { ...delivery, url: `https://hooks.test:${allowed.port}/` },
      { allow: { hosts: [], ranges: [rangeOf('127.0.0.2')] }, lookup, nowMs, ca: allowed.ca },
    )
    expect([result.status, asked, canary.received.length, allowed.received.length]).toEqual([200, 1, 0, 1])
  })

  it('has a signature of its time and body', async () => {
    await using receiver = await startReceiver()
    await send(
      { ...delivery, url: `https://hooks.test:${receiver.port}/` },
      {
        allow: { hosts: ['hooks.test'], ranges: [] },
        lookup: lookupOf({ 'hooks.test': ['127.0.0.1'] }),
        nowMs,
        ca: receiver.ca,
      },
    )
    const [request] = receiver.received
    const timestamp = String(nowMs / 1_000)
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-sightline-delivery': 'd-1',
      'x-sightline-timestamp': timestamp,
      'x-sightline-signature': createHmac('sha256', 'the secret').update(`${timestamp}.{"a":1}`).digest('hex'),
    })
    expect(request?.body).toBe('{"a":1}')
  })

  it('trusts no unknown certificate, and reports other errors', async () => {
    await using receiver = await startReceiver()
    const lookup = lookupOf({ 'hooks.test': ['127.0.0.1'] })
    const tools = { allow: { hosts: ['hooks.test', 'unknown.test'], ranges: [] }, lookup, nowMs }
    const url = `https://hooks.test:${receiver.port}/`
    const problems = [
      (await send({ ...delivery, url }, tools)).problem,
      (await send({ ...delivery, url: 'https://unknown.test/' }, tools)).problem,
    ]
    receiver.answer = { status: 500 }
    problems.push((await send({ ...delivery, url }, { ...tools, ca: receiver.ca })).problem)
    expect(problems.map((text) => /outgoing\.failed\.\w+/.exec(text ?? '')?.[0])).toEqual([
      'outgoing.failed.tls',
      'outgoing.failed.name',
      'outgoing.failed.status',
    ])
    expect(receiver.received).toHaveLength(1)
  })
})
