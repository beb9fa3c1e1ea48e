import { expect, it } from 'vitest'
import { findFreePort } from './testing-port'

it('the ports of servers that restart are not those of outgoing connections', async () => {
  for (const port of await Promise.all(Array.from({ length: 20 }, findFreePort))) {
    expect(port).toBeGreaterThanOrEqual(20_000)
    // The first port that Linux gives to connections. Other systems begin later.
    expect(port).toBeLessThan(32_768)
  }
})
