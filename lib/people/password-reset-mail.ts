import { composeMail } from '@/lib/mail/compose'
import type { Mail } from '@/lib/mail/types'
import { writeEnd } from './invitation-mail'

/** The mail that brings somebody the link to set a new password. */
export function writePasswordResetMail(
  { name, email }: { name: string; email: string },
  { link, expiresAt, host }: { link: string; expiresAt: string; host: string },
): Mail {
  return composeMail(
    { name, address: email },
    {
      subject: 'Set a new password for Sightline',
      greeting: `Hello ${name},`,
      paragraphs: [`An admin of Sightline at ${host} created a link with which you set a new password.`],
      link: { label: 'Set a new password', url: link },
      notes: [
        `The link works once, until ${writeEnd(expiresAt)}. Do not forward it. All your sessions end when you use it.`,
        'If you did not ask for it, tell your admin. Nothing changes unless the link is used.',
      ],
    },
  )
}
