import type { Socket } from 'node:net'
import { openSocket } from '@/lib/http/testing-raw'
import { waitFor } from '@/lib/testing/harness'
import { expect, test } from '../fixtures'

const each = 50

/** Sends a byte a second for as long as the connection lives. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 1_000)
  socket.once('close', () => clearInterval(timer))
}

test(
  '200 clients that send a byte a second are disconnected after 20 and 60 s, while others are served and streams stay open',
  { tag: ['@S21'] },
  async ({ console: app }) => {
    const port = Number(new URL(app.url).port)
    const { cookie } = await app.signIn('editor')
    const session = `Cookie: ${cookie.name}=${cookie.value}\r\n`
    const post = 'Content-Type: application/json\r\nContent-Length: 5000\r\n'
    const own = `Origin: ${app.url}\r\nx-requested-with: sightline\r\n`
    const kinds = {
      'headers of a stranger': { text: 'GET /sign-in HTTP/1.1\r\nHost: a\r\nx-slow: ', withinMs: 25_000 },
      'headers of a person': { text: `GET /inspections HTTP/1.1\r\nHost: a\r\n${session}x-slow: `, withinMs: 25_000 },
      'body of a stranger': {
        text: `POST /api/auth/callback/credentials HTTP/1.1\r\nHost: a\r\n${own}${post}\r\n{`,
        withinMs: 65_000,
      },
      'body of a person': {
        text: `POST /api/saved-views HTTP/1.1\r\nHost: a\r\n${session}${own}${post}\r\n{`,
        withinMs: 65_000,
      },
    }
    const stream = openSocket(port)
    stream.socket.write(`GET /api/events HTTP/1.1\r\nHost: a\r\n${session}\r\n`)
    const startedAt = performance.now()
    const late: string[] = []
    let open = 0
    for (const [name, { text, withinMs }] of Object.entries(kinds))
      for (let at = 0; at < each; at += 1) {
        const { socket } = openSocket(port)
        open += 1
        socket.write(text)
        drip(socket)
        socket.once('close', () => {
          open -= 1
          const tookMs = performance.now() - startedAt
          if (tookMs > withinMs) late.push(`${name}: ${Math.round(tookMs)} ms`)
        })
      }
    const served: number[] = []
    await waitFor('all of them are cut', async () => {
      const askedAt = performance.now()
      const [page, list] = await Promise.all([
        fetch(`${app.url}/sign-in`),
        fetch(`${app.url}/api/inspections?limit=20`, { headers: { cookie: `${cookie.name}=${cookie.value}` } }),
      ])
      expect([page.status, list.status]).toEqual([200, 200])
      await Promise.all([page.text(), list.text()])
      served.push(performance.now() - askedAt)
      return open === 0
    })
    expect(late).toEqual([])
    expect(served.length).toBeGreaterThan(100)
    expect(stream.socket.destroyed).toBe(false)
    stream.socket.destroy()
    expect(await stream.ended).toMatch(/^HTTP\/1\.1 200 /)
  },
)
