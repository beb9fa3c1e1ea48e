import { expect, it } from 'vitest'
import * as z from 'zod'
import { startStandin } from '@/lib/standin/server'
import { findFreePort } from '../consoles/free-port'
import { TestImage } from './image'
import { makePackage } from './make'
import { tryPackage, tryWithServer } from './try'

// In one file, because they share a build.
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

it(
  'the image runs as an ordinary user, is healthy, and stops in order on SIGTERM',
  { timeout: 1_800_000 },
  async () => {
    const { file } = await makePackage(process.cwd(), { withDatabase: true }, () => {})
    using image = TestImage.build(file)
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
  },
)
