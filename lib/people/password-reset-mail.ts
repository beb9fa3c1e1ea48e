import { composeMail } from '@/lib/mail/compose'
import type { Mail } from '@/lib/mail/types'
import { resolveLanguage } from '@/lib/messages/languages'
import { serverText } from '@/lib/server-text'
import { writeEnd } from './invitation-mail'

/** The recipient. `language` is their preference; null: none. */
export interface Addressee {
  name: string
  email: string
  language: string | null
}

/** The email with the link to set a new password, in the person's language. */
export function writePasswordResetMail(
  { name, email, language: chosen }: Addressee,
  { link, expiresAt, host }: { link: string; expiresAt: string; host: string },
): Mail {
  // There is no browser whose language could be used, so the default is English.
  const language = resolveLanguage(chosen ?? '', null)
  return composeMail(
    { name, address: email },
    {
      subject: serverText('mail.reset.subject'),
      greeting: serverText('mail.helloName', { name }),
      paragraphs: [serverText('mail.reset.text', { host })],
      link: { label: serverText('mail.reset.set'), url: link },
      notes: [serverText('mail.reset.ends', { end: writeEnd(expiresAt, language) }), serverText('mail.reset.ignore')],
    },
    language,
  )
}
