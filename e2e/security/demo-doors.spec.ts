import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '@/lib/db/testing-port'
import { runLauncher } from '@/lib/testing/consoles/launcher'
import { waitFor } from '@/lib/testing/harness'
import { expect, test } from '../fixtures'

test(
  'a start with a real service has no stand-in, no control interface and no demo user',
  { tag: ['@smoke', '@S32'] },
  async ({ console: app }) => {
    const { cookie } = await app.signIn('admin')
    const headers = { cookie: `${cookie.name}=${cookie.value}` }
    for (const door of ['/__control/faults', '/api/__control/faults', '/api/service/__control/faults']) {
      const { status } = await fetch(`${app.url}${door}`, { headers })
      expect([door, status]).toEqual([door, 404])
    }
    const { rows } = await app.db.query<{ email: string }>('select email from users')
    expect(rows.map(({ email }) => email).filter((email) => email.endsWith('.example'))).toEqual([])
    expect(app.output()).not.toMatch(/stand-in|Password/)
    const status = (await (await fetch(`${app.url}/api/system/status`, { headers })).json()) as { mode: string }
    expect(status.mode).toBe('service')
  },
)

test(
  'the demo prints its password, stores it in a file that only its owner can read, and listens only on loopback',
  { tag: ['@S32'] },
  async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'sightline-demo-'))
    const port = String(await findFreePort())
    const env = { DATA_DIR: dataDir, SIGHTLINE_STANDIN: JSON.stringify({ inspections: 50, live: false }) }
    try {
      const printed: string[] = []
      for (let start = 0; start < 2; start += 1) {
        const { child, ended, output } = runLauncher(['demo', '--port', port], env)
        const password = await waitFor(
          'the demo prints its sign-in',
          () =>
            Promise.resolve(
              /Password\s+(\S+)/.exec(output())?.[1] ??
                (child.exitCode === null ? null : Promise.reject(new Error(output()))),
            ),
          90_000,
        )
        printed.push(password)
        expect(output()).toContain(`http://127.0.0.1:${port}`)
        const listening = readFileSync('/proc/net/tcp', 'utf8')
          .split('\n')
          .filter((line) =>
            line.includes(`:${Number(port).toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`),
          )
        expect(listening.map((line) => line.trim().split(/\s+/)[1]?.split(':')[0])).toEqual(['0100007F'])
        child.kill('SIGTERM')
        expect(await ended).toBe(0)
      }
      expect(printed[0]).toBe(printed[1])
      expect(statSync(path.join(dataDir, 'demo-login.json')).mode & 0o777).toBe(0o600)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
