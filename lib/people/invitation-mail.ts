import { composeMail } from '@/lib/mail/compose'
import type { Mail } from '@/lib/mail/types'
import { intlTag, type PageLanguage, resolveLanguage } from '@/lib/messages/languages'
import { serverText } from '@/lib/server-text'
import type { StoredInvitation } from './invitation-store'

/** Formats a time in UTC, such as `30 Nov 2026, 09:00 UTC`, because the reader's zone is unknown. */
export function writeEnd(instant: string, language: PageLanguage): string {
  const at = new Date(instant)
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlTag(language), { ...options, timeZone: 'UTC' }).format(at)
  const day = write({ day: 'numeric', month: 'short', year: 'numeric' })
  return `${day}, ${write({ hour: '2-digit', minute: '2-digit' })} UTC`
}

/** The mail with an invitation, in the language that the inviting person chose, or in English. */
export function writeInvitationMail(
  { email, name, role, language: chosen, expiresAt }: StoredInvitation,
  {
    link,
    invitedByName,
    host,
    isPasswordSignInOn,
  }: { link: string; invitedByName: string; host: string; isPasswordSignInOn: boolean },
): Mail {
  const language = resolveLanguage(chosen ?? '', null)
  return composeMail(
    { name: name ?? '', address: email },
    {
      subject: serverText('mail.invitation.subject', { name: invitedByName }),
      greeting: name === null ? serverText('mail.hello') : serverText('mail.helloName', { name }),
      paragraphs: [
        serverText('mail.invitation.text', { name: invitedByName, host, role }),
        serverText(isPasswordSignInOn ? 'mail.invitation.next' : 'mail.invitation.nextSingleSignOn'),
      ],
      link: { label: serverText('mail.invitation.accept'), url: link },
      notes: [
        serverText('mail.invitation.ends', { end: writeEnd(expiresAt, language), email }),
        serverText('mail.invitation.ignore'),
      ],
    },
    language,
  )
}
