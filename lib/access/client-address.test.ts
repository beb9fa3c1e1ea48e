import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseSettings, SettingsError } from '@/lib/env'
import { defaultTrustedProxies } from '@/lib/env-address'
import {
  clientAddress,
  readAddress,
  readUntrustedProxies,
  setTrustedProxies,
  trackClientAddresses,
} from './client-address'

const server = createServer((request, response) => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  response.end(JSON.stringify([clientAddress(headers), headers.get('x-sightline-peer')]))
})

beforeAll(async () => {
  trackClientAddresses(defaultTrustedProxies)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())
beforeEach(() => setTrustedProxies(defaultTrustedProxies))

const from = (peer: string, forwarded?: string) =>
  clientAddress(
    new Headers({ 'x-sightline-peer': peer, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) }),
  )

describe('the address of a client', { tags: ['S13'] }, () => {
  it('is the address of the socket, whatever the client claims', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = async (headers: Record<string, string>) => (await (await fetch(url, { headers })).json()) as string[]
    expect(await ask({ 'x-sightline-peer': '203.0.113.1' })).toEqual(['127.0.0.1', '127.0.0.1'])
    // Loopback is a proxy on this machine: the hop that it added counts, the hops that it received do not.
    expect((await ask({ 'x-forwarded-for': '203.0.113.1, 198.51.100.7' }))[0]).toBe('198.51.100.7')
    expect((await ask({ 'x-forwarded-for': 'unknown' }))[0]).toBe('127.0.0.1')
  })

  it('ignores X-Forwarded-For from a peer that is not trusted', () => {
    expect(from('::ffff:203.0.113.1', '198.51.100.7')).toBe('203.0.113.1')
    expect(from('unknown', '198.51.100.7')).toBe('')
    expect(from('', '198.51.100.7')).toBe('')
  })

  it('is the right-most untrusted hop, behind any number of trusted hops', () => {
    setTrustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:f::/48'])
    expect(from('10.4.0.1', '203.0.113.9, 198.51.100.7, 10.9.9.9, 2001:db8:f::1')).toBe('198.51.100.7')
    expect(from('::ffff:10.4.0.1', '198.51.100.7:5678')).toBe('198.51.100.7')
    expect(from('2001:db8:f:0:1::2', '[2001:DB8:1:0::1]:80')).toBe('2001:db8:1::1')
    expect(from('127.0.0.2', '198.51.100.7')).toBe('127.0.0.2')
    // When every hop is trusted, the first hop counts.
    expect(from('10.4.0.1', '10.1.2.3, 10.9.9.9')).toBe('10.1.2.3')
    expect(from('10.4.0.1')).toBe('10.4.0.1')
  })

  it('is the last readable proxy if a hop is not an address', () => {
    setTrustedProxies(['10.0.0.0/8'])
    for (const odd of ['unknown', '', ' ', '_hidden', '1.2.3', '01.2.3.4', '[1.2.3.4]:80', '1.2.3.4:x', 'a'.repeat(99)])
      expect(from('10.4.0.1', `198.51.100.7, ${odd}`)).toBe('10.4.0.1')
    expect(from('10.4.0.1', '198.51.100.7, unknown, 10.9.9.9')).toBe('10.9.9.9')
    expect(from('10.4.0.1', `${'203.0.113.1,'.repeat(5_000)}198.51.100.7`)).toBe('198.51.100.7')
    expect(from('10.4.0.1', '10.0.0.1,'.repeat(5_000))).toBe('10.4.0.1')
  })

  it('has one spelling, however it is written', () => {
    expect(
      ['::ffff:192.0.2.1', '::FFFF:C000:0201', '192.0.2.1:443', ' 192.0.2.1 ', '[::ffff:192.0.2.1]:1'].map(readAddress),
    ).toEqual(Array.from({ length: 5 }, () => '192.0.2.1'))
    expect(['2001:0DB8::0:1', '[2001:db8::1]', '2001:db8::1%eth0'].map(readAddress)).toEqual(
      Array.from({ length: 3 }, () => '2001:db8::1'),
    )
  })

  const outside = fc.oneof(fc.ipV4(), fc.ipV6()).filter((address) => !/^(10\.|fd|fc|.*:(?::.*)?ffff:)/i.test(address))
  const noise = fc.oneof(
    outside,
    fc.constantFrom('unknown', '', '127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '[::1]:80', '1.2.3.4:5678', '\t', ',,'),
    fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)), maxLength: 80 }),
  )
  const ours = fc.constantFrom('10.0.0.1', '10.255.0.3:8443', '::ffff:10.1.1.1', 'fd00::7', '[fd00:0::8]:443')

  it('is never chosen by the client, whatever it sends and whatever proxies add', () => {
    setTrustedProxies(['10.0.0.0/8', 'fd00::/16'])
    fc.assert(
      fc.property(
        outside,
        fc.array(noise, { maxLength: 40 }),
        fc.array(ours, { maxLength: 4 }),
        (client, sent, chain) => {
          // Each proxy appends the address of its client; the last one is the peer of our socket.
          const hops = [...sent, client, ...chain].join(', ')
          const expected = readAddress(client)
          expect(from('::ffff:10.0.0.9', hops)).toBe(expected)
          // Without a proxy the peer is the client.
          expect(from(client, sent.join(','))).toBe(expected)
        },
      ),
    )
  })
})

describe('untrusted proxies', () => {
  it('are listed with their number of requests, the latest few first', () => {
    for (let run = 0; run < 3; run += 1) from('172.18.0.2', '198.51.100.7')
    from('203.0.113.5', '198.51.100.7, 10.0.0.1')
    expect(readUntrustedProxies()).toMatchObject([
      { address: '203.0.113.5', requests: 1 },
      { address: '172.18.0.2', requests: 3 },
    ])
    for (let run = 0; run < 100; run += 1) from(`203.0.113.${run}`, '198.51.100.7')
    expect(readUntrustedProxies()).toHaveLength(8)
  })

  it('are not listed for requests without a proxy or from a trusted proxy', () => {
    from('203.0.113.5')
    // Next adds the address of the socket itself.
    from('::ffff:203.0.113.5', '203.0.113.5')
    from('127.0.0.1', '198.51.100.7')
    expect(readUntrustedProxies()).toEqual([])
  })
})

const read = (value: string) =>
  parseSettings({ NEXTAUTH_SECRET: 'x'.repeat(32), TRUSTED_PROXIES: value }).trustedProxies

describe('TRUSTED_PROXIES', () => {
  it('is a list of addresses and networks, by default loopback', () => {
    expect(read('')).toBe(defaultTrustedProxies)
    expect(read('172.18.0.0/16, ::1,2001:db8::/32 ,10.0.0.7')).toEqual([
      '172.18.0.0/16',
      '::1',
      '2001:db8::/32',
      '10.0.0.7',
    ])
  })

  it('refuses names, invalid networks, and networks so wide that they contain clients', () => {
    for (const value of ['proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/7', '1.2.3.4,', '::1/129', '*'])
      expect(() => read(value), value).toThrow(SettingsError)
  })
})
