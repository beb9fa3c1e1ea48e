import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startStandin } from '@/lib/standin/server'
import { findFreePort } from '@/lib/db/testing-port'
import { programVariable } from '../consoles/launcher'
import { provideChromium } from '../run/find-chromium'
import { runProcess } from '../run/run-process'
import { TestImage } from './image'
import { makePackage } from './make'
import { tryPackage, tryWithServer } from './try'

// These tests are in one file, because they share a build.
const minutes = 60_000

it(
  'the package works in an empty folder with its own PostgreSQL, and is smaller than 150 MB',
  async () => {
    const { file, bytes } = await makePackage(process.cwd(), { withDatabase: true }, () => {})
    expect(bytes).toBeLessThan(150e6)
    await tryPackage(file)
  },
  20 * minutes,
)

it(
  'the package without PostgreSQL says that it needs DATABASE_URL, works with it, and is smaller than 80 MB',
  async () => {
    const { file, bytes } = await makePackage(process.cwd(), { withDatabase: false }, () => {})
    expect(bytes).toBeLessThan(80e6)
    await tryWithServer(file)
  },
  20 * minutes,
)

const config = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Cmd: z.array(z.string()),
      StopSignal: z.string(),
      Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')], z.string()) }),
    }),
  }),
})

describe('the image', () => {
  let image: TestImage
  beforeAll(async () => {
    const { file } = await makePackage(process.cwd(), { withDatabase: true }, () => {})
    image = TestImage.build(file)
  }, 30 * minutes)
  afterAll(() => image[Symbol.dispose]())

  it('runs as an ordinary user, is healthy, and shuts down cleanly on SIGTERM', { timeout: 10 * minutes }, async () => {
    const { User, Cmd, StopSignal, Healthcheck } = config.parse(image.readConfig()).Docker.config
    expect({ User, StopSignal }).toEqual({ User: '10001', StopSignal: 'SIGTERM' })
    const writable = 'for at in /app /data /etc; do test -w $at && echo $at; done; id -u'
    expect(image.execute({}, 'sh', '-c', writable)).toBe('/data\n10001\n')

    const standin = await startStandin({
      inspections: 20,
      tokens: [{ token: 'token-of-the-image', permissions: 'all' }],
    })
    const port = await findFreePort()
    const env = {
      SERVICE_BASE_URL: standin.baseUrl,
      SERVICE_TOKEN: 'token-of-the-image',
      NEXTAUTH_URL: `http://127.0.0.1:${port}`,
      NEXTAUTH_SECRET: 'the-secret-of-the-image-0123456789',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
    }
    const [, ...health] = Healthcheck.Test
    expect(() => image.execute(env, ...health)).toThrow(/exit status 1/)
    const container = image.start(env, Cmd)
    let output = ''
    for (const stream of [container.stdout, container.stderr])
      stream?.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const isReady = () =>
      fetch(`${env.NEXTAUTH_URL}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 120_000, interval: 200 }).toBe(true)
    image.execute(env, ...health)
    expect((await fetch(`${env.NEXTAUTH_URL}/sign-in`)).status).toBe(200)
    expect(await image.stop(container, Cmd), output).toBe(0)
    expect(output).toContain('"msg":"stopped"')
    await standin.close()
  })

  // Tests that start another release or a demo, kill processes, or read the build need the sources, so they are left
  // out.
  const journeys = ['--grep', '@smoke', '--grep-invert', 'accessible', 'journeys/', 'search/']

  it('passes the smoke journeys, as the sources do', { timeout: 60 * minutes }, async () => {
    const handle = path.join(image.handle.folder, 'handle.json')
    writeFileSync(handle, JSON.stringify(image.handle))
    const browser = provideChromium()
    if ('problem' in browser) throw new Error(browser.problem)
    const program = [process.execPath, '--import', 'tsx', 'lib/testing/package/container-program.ts', handle]
    // The output has its own folder, because the browser tests may run at the same time.
    const words = ['test', '--config', 'e2e/playwright.config.ts', '--output', 'test-results/container', ...journeys]
    const { code, output } = await runProcess(process.execPath, ['node_modules/@playwright/test/cli.js', ...words], {
      env: {
        CHROMIUM_PATH: browser.path,
        NODE_OPTIONS: '--conditions=react-server',
        NODE_ENV: 'production',
        [programVariable]: JSON.stringify(program),
      },
      logFile: 'test-results/run/browser-tests,-container.log',
    })
    expect(code, output).toBe(0)
    expect(output).toMatch(/\d+ passed/)
  })
})

it(
  'the package for a path works below this path, and a start under another one says what to do',
  async () => {
    const basePath = '/tools/sightline'
    const { file } = await makePackage(process.cwd(), { withDatabase: true, basePath }, () => {})
    await tryPackage(file, { basePath })
    await expect(tryPackage(file)).rejects.toThrow(/check-settings gave 1: [^]*BASE_PATH/)
  },
  20 * minutes,
)
