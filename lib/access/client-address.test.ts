import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientAddress, trackClientAddresses } from './client-address'

const server = createServer((request, response) => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  response.end(JSON.stringify([clientAddress(headers), headers.get('x-sightline-peer')]))
})

beforeAll(async () => {
  trackClientAddresses()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

describe('the address of a client', () => {
  it("is the socket's, over whatever the client says that it is", async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = async (headers: Record<string, string>) => (await (await fetch(url, { headers })).json()) as string[]
    expect(await ask({ 'x-sightline-peer': '203.0.113.1' })).toEqual(['127.0.0.1', '127.0.0.1'])
    // Loopback is a front server of this machine: what it added last counts, what it was told does not.
    expect((await ask({ 'x-forwarded-for': '203.0.113.1, 198.51.100.7' }))[0]).toBe('198.51.100.7')
    expect((await ask({ 'x-forwarded-for': 'unknown' }))[0]).toBe('127.0.0.1')
  })

  it('does not listen to X-Forwarded-For of a peer that is not this machine', () => {
    const headers = new Headers({ 'x-sightline-peer': '::ffff:203.0.113.1', 'x-forwarded-for': '198.51.100.7' })
    expect(clientAddress(headers)).toBe('203.0.113.1')
  })
})
