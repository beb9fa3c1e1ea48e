import 'server-only'
import { createTransport } from 'nodemailer'
import type { MailSettings } from '@/lib/env-mail'
import { serverText } from '@/lib/server-text'
import { MailError, type Mailer } from './types'

/** The timeouts are short, because a person is waiting and can send again. */
const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000, dnsTimeout: 5_000 } as const

/** Sends mail over SMTP with a small pool of connections. */
export function createMailer(settings: MailSettings): Mailer {
  const { host, port, isSecure, needsTls, login, from } = settings
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host,
    port,
    secure: isSecure,
    requireTLS: needsTls,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    // All content of a mail is passed as text. It must not make nodemailer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  })
  return {
    async send({ to, subject, text, html }) {
      try {
        await transport.sendMail({ from, to, subject, text, html, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        throw explainFailure(error)
      }
    },
    close: () => transport.close(),
  }
}

const unreachable = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ECONNREFUSED', 'EPROTOCOL'])

function explainFailure(error: unknown): MailError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : Number.NaN
  const isAnswered = Number.isInteger(status)
  if (code === 'EAUTH') return new MailError(serverText('mail.badLogin'), true, { cause: error })
  if (code === 'ETLS') return new MailError(serverText('mail.notEncrypted'), true, { cause: error })
  if (code === 'EENVELOPE')
    return new MailError(
      isAnswered ? serverText('mail.addressRefusedWith', { status }) : serverText('mail.addressRefused'),
      false,
      { cause: error },
    )
  if (unreachable.has(code)) return new MailError(serverText('mail.unreachable'), true, { cause: error })
  return new MailError(
    isAnswered ? serverText('mail.notAcceptedWith', { status }) : serverText('mail.notAccepted'),
    false,
    { cause: error },
  )
}
