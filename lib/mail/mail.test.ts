import * as fc from 'fast-check'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailSettings } from '@/lib/env-mail'
import { runs } from '@/lib/testing/random-runs'
import { startMailCatcher, type MailCatcher } from './catcher'
import { composeMail } from './compose'
import { readMessage } from './message'
import { createMailer } from './transport'
import { MailError, type Mail } from './types'

const sender = { name: 'Sightline', address: 'sightline@example.com' }
const mail = composeMail(
  { name: 'Zoë <Ann>', address: 'zoe@example.com' },
  {
    subject: 'Join Sightline – “Øresund”',
    greeting: 'Hello Zoë,',
    paragraphs: ['Ann <b>Archer</b> invited you.'],
    link: { label: 'Accept the invitation', url: 'https://console.example/invitation#abc_DEF-123' },
    notes: ['The link works once, until 30 Nov 2026.'],
  },
)

interface Received {
  raw: string
  user: string | undefined
}

/** A real mail server that responds as the test specifies. */
async function startServer(how: { refuses?: string; password?: string } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: how.password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    disableReverseLookup: true,
    authOptional: how.password === undefined,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      password === how.password ? done(null, { user: username }) : done(new Error('qzx7canary is wrong')),
    onRcptTo: ({ address }, _session, done) =>
      address === how.refuses
        ? done(Object.assign(new Error('qzx7canary does not exist'), { responseCode: 550 }))
        : done(),
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')))
      stream.on('end', () => {
        received.push({ raw, user: session.user })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const settings: MailSettings = {
    host: '127.0.0.1',
    port,
    isSecure: false,
    needsTls: false,
    login: null,
    from: sender,
  }
  return { settings, received, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

let closers: Array<() => unknown>
beforeEach(() => {
  closers = []
})
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
})

async function send(settings: MailSettings, given: Mail = mail): Promise<void> {
  const mailer = createMailer(settings)
  closers.push(() => mailer.close())
  await mailer.send(given)
}

const failure = (promise: Promise<void>) =>
  promise.then(
    () => {
      throw new Error('it was sent')
    },
    (error: unknown) => (error instanceof MailError ? error : Promise.reject(error)),
  )

describe('mail', () => {
  it('arrives as plain text and as HTML that shows the same text literally', async () => {
    const server = await startServer()
    closers.push(server.close)
    await send(server.settings)
    const read = await PostalMime.parse(server.received[0]?.raw ?? '')
    expect(read.from).toMatchObject(sender)
    expect(read.to).toMatchObject([{ address: 'zoe@example.com', name: 'Zoë <Ann>' }])
    expect(read.subject).toBe('Join Sightline – “Øresund”')
    expect(read.text).toContain('Ann <b>Archer</b> invited you.')
    expect(read.text).toContain('https://console.example/invitation#abc_DEF-123')
    expect(read.html).toContain('Ann &lt;b&gt;Archer&lt;/b&gt; invited you.')
    expect(read.html).toContain('href="https://console.example/invitation#abc_DEF-123"')
    expect(read.html).not.toMatch(/<(img|link|script|iframe)|src=|url\(/i)
  })

  it('is sent with the user and password of the settings', async () => {
    const server = await startServer({ password: 'p@ss/word' })
    closers.push(server.close)
    await send({ ...server.settings, login: { user: 'mailer', password: 'p@ss/word' } })
    expect(server.received.map(({ user }) => user)).toEqual(['mailer'])
  })

  it('that cannot be sent reports why, but not what the server responded', async () => {
    const closed = await startServer()
    await closed.close()
    const strict = await startServer({ password: 'right', refuses: 'zoe@example.com' })
    closers.push(strict.close)
    const login = { user: 'mailer', password: 'right' }
    const failures = [
      await failure(send(closed.settings)),
      await failure(send({ ...strict.settings, login: { user: 'mailer', password: 'wrong' } })),
      await failure(send({ ...strict.settings, login, needsTls: true })),
      await failure(send({ ...strict.settings, login })),
    ]
    expect(failures.map(({ message, isServerDown }) => [message, isServerDown])).toEqual([
      ['Sightline could not reach the mail server, or its certificate is not valid.', true],
      ['The mail server refused the user name or the password.', true],
      ['The mail server offers no encrypted connection.', true],
      ['The mail server refused the address (SMTP 550).', false],
    ])
    expect(failures.map(({ message }) => message).join(' ')).not.toContain('canary')
  })

  it('cannot get additional headers from a name or a subject', async () => {
    const server = await startServer()
    closers.push(server.close)
    const text = { greeting: 'Hi', paragraphs: [], link: { label: 'Open', url: 'https://x.example' }, notes: [] }
    const name = 'Ann\r\nBcc: eve@example.com\r\n\r\nEvil'
    await send(server.settings, composeMail({ name, address: 'ann@example.com' }, { ...text, subject: `From ${name}` }))
    const read = await PostalMime.parse(server.received[0]?.raw ?? '')
    expect(read.bcc).toBeUndefined()
    expect(read.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(read.subject).toBe('From Ann Bcc: eve@example.com Evil')
  })
})

async function openMailbox(): Promise<MailCatcher> {
  const catcher = await startMailCatcher(sender)
  closers.push(() => catcher.close())
  return catcher
}

describe('the mailbox of the demo', () => {
  it('stores sent mails so that they can be read', async () => {
    const catcher = await openMailbox()
    await send(catcher.settings)
    expect(catcher.list()).toMatchObject([
      {
        from: 'Sightline <sightline@example.com>',
        subject: 'Join Sightline – “Øresund”',
        text: expect.stringContaining('\nhttps://console.example/invitation#abc_DEF-123\n'),
      },
    ])
    expect(catcher.list()[0]?.to).toContain('zoe@example.com')
    expect(catcher.list()[0]?.text).toContain('Hello Zoë,')
  })

  it('keeps the last 50', async () => {
    const catcher = await openMailbox()
    const mailer = createMailer(catcher.settings)
    closers.push(() => mailer.close())
    for (let index = 0; index < 53; index += 1) await mailer.send({ ...mail, subject: `Number ${index}` })
    expect(catcher.list()).toHaveLength(50)
    expect(catcher.list()[0]?.subject).toBe('Number 52')
  })

  it('reads every text and subject that this console writes', async () => {
    const server = await startServer()
    closers.push(server.close)
    const mailer = createMailer(server.settings)
    closers.push(() => mailer.close())
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter((text) => text.trim() !== '')
    await fc.assert(
      fc.asyncProperty(words, words, async (subject, paragraph) => {
        server.received.length = 0
        const text = { greeting: 'Hi', paragraphs: [paragraph], link: { label: 'Open', url: 'https://x.example/#t' } }
        const given = composeMail({ name: '', address: 'a@x.example' }, { ...text, subject, notes: [] })
        await mailer.send(given)
        const raw = server.received[0]?.raw ?? ''
        const independent = await PostalMime.parse(raw)
        const read = readMessage(raw)
        expect(read.subject).toBe(independent.subject ?? '')
        expect(read.text.trim()).toBe((independent.text ?? '').trim())
      }),
      { numRuns: runs(60) },
    )
  })
})
