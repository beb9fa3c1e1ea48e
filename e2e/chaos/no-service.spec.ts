import { startStandin } from '@/lib/standin/server'
import { findFreePort } from '@/lib/db/testing-port'
import { canaries, startConsole, waitFor } from '@/lib/testing/harness'
import { expect, test } from '../fixtures'

test(
  'a console that starts without its service reports that, and fills its list once the service is available',
  { tag: ['@R6'] },
  async () => {
    const port = await findFreePort()
    const service = { baseUrl: `http://127.0.0.1:${port}`, token: canaries.token }
    await using app = await startConsole({ service })
    const { cookie } = await app.signIn('viewer')
    const headers = { cookie: `${cookie.name}=${cookie.value}` }
    const ask = async (path: string) => {
      const response = await fetch(app.url + path, { headers })
      return { status: response.status, text: await response.text() }
    }

    const trouble = await waitFor('the status tells the trouble', async () => {
      const { status, text } = await ask('/api/system/status')
      const { sync } = JSON.parse(text) as { sync: { lastError: string | null; asOf: string | null } }
      return status === 200 && sync.lastError !== null && sync
    })
    expect(trouble.asOf).toBeNull()
    expect(trouble.lastError).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|^\s+at /m)
    expect((await ask('/')).status).toBe(200)
    const empty = await ask('/api/inspections')
    expect([empty.status, (JSON.parse(empty.text) as { total: number }).total]).toEqual([200, 0])

    const standin = await startStandin({
      port,
      inspections: 30,
      limits: 'off',
      tokens: [{ token: canaries.token, permissions: 'all' }],
    })
    try {
      await waitFor(
        'the list is filled by itself',
        async () => (JSON.parse((await ask('/api/inspections')).text) as { total: number }).total === 30,
        180_000,
      )
    } finally {
      await standin.close()
    }
  },
)
