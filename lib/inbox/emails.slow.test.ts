import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { startMailCatcher } from '@/lib/mail/catcher'
import { processWide } from '@/lib/process-wide'
import { addReviewer } from '@/lib/review/testing'
import { serverText } from '@/lib/server-text'
import { addNotices } from './store'

/** A gate in front of a mail server. While it is closed, it accepts connections and passes nothing on. */
async function startGate(port: number) {
  const held = new Set<Socket>()
  let isOpen = false
  let onHeld: (() => void) | null = null
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    held.add(socket)
    if (!isOpen) {
      onHeld?.()
      return
    }
    const onward = connect(port, '127.0.0.1')
    onward.on('error', () => undefined)
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    nextHeld: () =>
      new Promise<void>((resolve) => {
        onHeld = resolve
      }),
    open: () => {
      isOpen = true
    },
    close: () => {
      for (const socket of held) socket.destroy()
      server.close()
    },
  }
}

function startWorker(db: TestDatabase, port: number) {
  const script = path.resolve('lib/inbox/testing-worker.ts')
  const given = JSON.stringify({ connection: db.connection, port })
  const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', script, given], {
    env: { NODE_ENV: 'test', PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { child, exited: new Promise<number | null>((resolve) => child.once('close', resolve)) }
}

describe('consoles that are killed while they email', () => {
  it('email every notice once, as soon as their leases have ended', { timeout: 120_000 }, async () => {
    await using db = await openTestDatabase()
    processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
    const people = [await addReviewer(db), await addReviewer(db)]
    const catcher = await startMailCatcher({ name: 'Sightline', address: 'no-reply@sightline.example' })
    const gate = await startGate(catcher.settings.port)
    try {
      const causes = ['first.', 'second.', 'third.']
      for (const cause of causes)
        await addNotices(db, [
          {
            userIds: people.map(({ userId }) => userId),
            kind: 'rule',
            cause,
            text: serverText('inbox.notices.due', { title: cause }),
            target: null,
            email: true,
          },
        ])
      // Each console takes the notices of one person, and dies before the mail server receives anything.
      for (let kills = 0; kills < 2; kills += 1) {
        const reached = gate.nextHeld()
        const { child, exited } = startWorker(db, gate.port)
        await reached
        child.kill('SIGKILL')
        await exited
      }
      gate.open()
      // Another console does not send notices that are taken.
      expect(await startWorker(db, gate.port).exited).toBe(0)
      expect(catcher.list()).toEqual([])
      await db.query(`update notices set email_at = now() where emailed_at is null`)
      const consoles = [startWorker(db, gate.port), startWorker(db, gate.port)]
      expect(await Promise.all(consoles.map(({ exited }) => exited))).toEqual([0, 0])
      expect(catcher.list()).toHaveLength(2)
      for (const { text } of catcher.list())
        expect(causes.map((cause) => text.split(cause).length - 1)).toEqual([1, 1, 1])
      const { rows } = await db.query('select from notices where emailed_at is null')
      expect(rows).toEqual([])
    } finally {
      gate.close()
      await catcher.close()
    }
  })
})
