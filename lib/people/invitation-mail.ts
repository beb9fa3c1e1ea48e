import { composeMail } from '@/lib/mail/compose'
import type { Mail } from '@/lib/mail/types'
import type { StoredInvitation } from './invitation-store'

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** `30 Nov 2026, 09:00 UTC`: the mail does not know the reader's zone. */
export function writeEnd(instant: string): string {
  const at = new Date(instant)
  return `${days.format(at)}, ${times.format(at)} UTC`
}

/** The mail that brings somebody their invitation. */
export function writeInvitationMail(
  { email, name, role, expiresAt }: StoredInvitation,
  { link, invitedByName, host }: { link: string; invitedByName: string; host: string },
): Mail {
  return composeMail(
    { name: name ?? '', address: email },
    {
      subject: `${invitedByName} invited you to Sightline`,
      greeting: name === null ? 'Hello,' : `Hello ${name},`,
      paragraphs: [
        `${invitedByName} invited you to Sightline at ${host} as ${role === 'viewer' ? 'a viewer' : `an ${role}`}.`,
        'Accept the invitation to choose a password and sign in.',
      ],
      link: { label: 'Accept the invitation', url: link },
      notes: [
        `The link works once, until ${writeEnd(expiresAt)}. It is for ${email} only: do not forward it.`,
        'If you do not know who invited you, ignore this mail. Nothing happens unless you accept.',
      ],
    },
  )
}
