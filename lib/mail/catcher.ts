import 'server-only'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { MailSettings } from '@/lib/env-mail'
import { readMessage } from './message'
import type { CaughtMail } from './types'

export interface MailCatcher {
  /** Settings for a mailer that sends to this server. */
  settings: MailSettings
  /** Newest first. */
  list(): readonly CaughtMail[]
  close(): Promise<void>
}

const keptMax = 50
const bytesMax = 256 * 1024

/** The demo's mailbox: an SMTP server on loopback that keeps the last 50 mails in memory and forwards none. */
export async function startMailCatcher(from: MailSettings['from'], port = 0): Promise<MailCatcher> {
  const kept: CaughtMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: bytesMax,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      let bytes = 0
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= bytesMax) chunks.push(chunk)
      })
      stream.on('error', done)
      stream.on('end', () => {
        if (bytes > bytesMax) {
          done(Object.assign(new Error('Message too large'), { responseCode: 552 }))
          return
        }
        const { from: sender, to, subject, text } = readMessage(Buffer.concat(chunks).toString('utf8'))
        const addressee = to === '' ? session.envelope.rcptTo.map(({ address }) => address).join(', ') : to
        kept.unshift({ id: randomUUID(), at: new Date().toISOString(), from: sender, to: addressee, subject, text })
        kept.length = Math.min(kept.length, keptMax)
        done()
      })
    },
  })
  // A client that disconnects is not an error of the console.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address() as AddressInfo
  return {
    settings: { host: '127.0.0.1', port: address.port, isSecure: false, needsTls: false, login: null, from },
    list: () => kept,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
