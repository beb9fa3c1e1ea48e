import * as z from 'zod'
import { isDecodable, isLoopback, parseUrl, type Wrong } from './env-parts'
import type { Environment } from './env-variables'

export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte (smtps). If false, TLS is used when the server offers it. */
  isSecure: boolean
  /** Requires TLS, because a password must not be sent unencrypted. */
  needsTls: boolean
  login: { user: string; password: string } | null
  from: { name: string; address: string }
}

/** How mail is sent; null: no mail is sent. */
export function readMail(env: Environment, wrong: Wrong): MailSettings | null {
  if (env.SMTP_URL === undefined) {
    if (env.MAIL_FROM !== undefined) wrong('MAIL_FROM', 'is set without SMTP_URL')
    return null
  }
  const from = readSender(env, wrong)
  const url = parseUrl(env.SMTP_URL, ['smtp:', 'smtps:'])
  if (url === null) wrong('SMTP_URL', 'is not an smtp:// or smtps:// address')
  else if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    wrong('SMTP_URL', 'may hold credentials, a host and a port, and nothing else')
  else if (![url.username, url.password].every(isDecodable))
    wrong('SMTP_URL', 'has a percent sign that stands for nothing: write it as %25')
  else if ((url.username === '') !== (url.password === ''))
    wrong('SMTP_URL', 'needs both a user and a password, or neither')
  else {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isSecure = url.protocol === 'smtps:'
    const login =
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
    const port = url.port === '' ? (isSecure ? 465 : 587) : Number(url.port)
    return { host, port, isSecure, needsTls: login !== null && !isLoopback(host), login, from }
  }
  return null
}

/** Reads a sender such as `Sightline <sightline@example.com>`, or only the address. */
function readSender(env: Environment, wrong: Wrong): MailSettings['from'] {
  const [, name = '', address = ''] = /^(?:([^<>\p{Cc}]{1,100})<([^<>]+)>|)$/u.exec(env.MAIL_FROM ?? '') ?? []
  const from = address === '' ? { name: 'Sightline', address: env.MAIL_FROM ?? '' } : { name: name.trim(), address }
  if (env.MAIL_FROM === undefined) wrong('MAIL_FROM', 'is missing: the address that mail is sent from')
  else if (!z.email().safeParse(from.address).success) wrong('MAIL_FROM', 'is not an email address')
  return from
}
