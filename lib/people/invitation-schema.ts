import * as z from 'zod'
import { roles } from '@/lib/access/permissions'
import { defaultLanguage, languages } from '@/lib/messages/languages'
import { serverText } from '@/lib/server-text'
import { nameCharsMax } from './parse-addresses'

/** Invitations in requests and responses of /api. */

/** The maximum number of addresses in one request. */
export const invitedMax = 100

const textCharsMax = 50_000

/** The role that an invited person gets. */
const role = z.enum(roles)
const instant = z.string()

/** Body of POST /api/people/invitations. */
export const newInvitations = z.object({
  /** At most 100 email addresses, such as `a@example.com, Ann Archer <ann@example.com>`. */
  addresses: z
    .string()
    .min(1, serverText('people.noAddress'))
    .max(textCharsMax, serverText('people.textTooLong', { max: textCharsMax })),
  role,
  language: z.enum(languages).default(defaultLanguage).describe('The language of the email.'),
})
export type NewInvitations = z.input<typeof newInvitations>

/** `off`: no mail server is set. */
export const mailOutcome = z.enum(['sent', 'failed', 'off'])

/** A link works once. It is only in the response to the request that created it. */
export const sentInvitation = z.object({
  invitationId: z.uuid(),
  link: z.string(),
  expiresAt: instant,
  mail: mailOutcome,
  mailError: z.string().nullable(),
})
export type SentInvitation = z.infer<typeof sentInvitation>

/** The result for one pasted address. */
export const inviteOutcome = z.enum(['invited', 'duplicate', 'member', 'open', 'invalid'])
export type InviteOutcome = z.infer<typeof inviteOutcome>

export const invited = z.object({
  results: z.array(
    z.object({
      /** The pasted text. */
      text: z.string(),
      name: z.string().nullable(),
      address: z.string().nullable(),
      outcome: inviteOutcome,
      invitation: sentInvitation.nullable(),
    }),
  ),
})
export type Invited = z.infer<typeof invited>

export const invitationPlace = z.object({ invitationId: z.uuid() })

export const invitation = z.object({
  invitationId: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  role,
  invitedByName: z.string(),
  createdAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
  emailedAt: instant.nullable(),
  emailError: z.string().nullable(),
})
export type Invitation = z.infer<typeof invitation>

// The token is sent in the body, so that it appears in no request line and no access log.
/** The token at the end of the link in the invitation. */
const token = z.string().max(200)

export const heldInvitation = z.object({ token })

/** What the invited person sees before they accept. */
export const openInvitation = z.object({
  email: z.string(),
  name: z.string().nullable(),
  role,
  invitedByName: z.string(),
  expiresAt: instant,
})
export type OpenInvitation = z.infer<typeof openInvitation>

/** The name of the person. */
export const personName = z
  .string()
  .transform((name) => name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
  .pipe(
    z
      .string()
      .min(1, serverText('people.enterName'))
      .max(nameCharsMax)
      .regex(/^[^\p{Cc}\p{Cf}\p{Cs}<>]*$/u, serverText('people.nameCharacter')),
  )

export const acceptance = z.object({
  token,
  name: personName,
  // The strength of the password is checked where it is stored. Here, only its length is limited.
  /** The new password of the person. */
  password: z.string().min(1, serverText('people.choosePassword')).max(256),
})
export type Acceptance = z.infer<typeof acceptance>

/** The page of an invitation. The token is in the fragment, which browsers never send. */
export const invitationPath = '/invitation'
