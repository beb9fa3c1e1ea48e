import * as z from 'zod'
import { roles, tokenPermissions } from '@/lib/access/permissions'
import { serverText } from '@/lib/server-text'
import { defaultExpiryDays, nameCharsMax } from './values-model'

/** Tokens for programs, and accounts that only programs use. */

const instant = z.iso.datetime({ offset: true })
/** The role, which determines the permissions. */
const role = z.enum(roles)

/** The maximum number of valid tokens of a person or service account. */
export const tokensMax = 50

/** The name of the service account. */
const name = z
  .string()
  .trim()
  .min(1, serverText('account.enterName'))
  .max(nameCharsMax)
  .refine(
    // oxlint-disable-next-line no-control-regex -- these are what is refused
    (text) => text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text),
    serverText('people.nameCharacter'),
  )

const narrowed = z.array(z.enum(tokenPermissions)).min(1, serverText('apiTokens.choosePermission'))

/** The input for a new token. */
export const newApiToken = z
  .object({
    name: name.describe('The name of the token, such as "CI". Unique among the active tokens of its owner.'),
    role: role.describe('The role of the token. At most the role of its owner.'),
    permissions: narrowed
      .nullable()
      .default(null)
      .describe('Limits the token to these permissions. Null: all permissions of the role.'),
    expiresInDays: z
      .number()
      .int()
      .min(1)
      .max(3_650)
      .nullable()
      .default(defaultExpiryDays)
      .describe('Number of days until the token expires. Null: it never expires.'),
    expiresOn: z.iso
      .date()
      .optional()
      .describe('The last day on which the token is accepted, in UTC. Overrides expiresInDays.'),
  })
  .strict()
export type NewApiToken = z.infer<typeof newApiToken>
export type AskedApiToken = z.input<typeof newApiToken>

export const apiToken = z.object({
  tokenId: z.uuid(),
  name: z.string(),
  /** The last four characters. */
  hint: z.string(),
  role,
  permissions: z.array(z.enum(tokenPermissions)).nullable(),
  createdAt: instant,
  /** Null: never. */
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
  lastUsedAddress: z.string().nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

export const apiTokenList = z.object({
  tokens: z.array(apiToken),
  /** Roles that a new token may have, the lowest first. */
  roles: z.array(role),
})
export type ApiTokenList = z.infer<typeof apiTokenList>

/** The only response that contains the token itself. */
export const createdApiToken = z.object({
  apiToken,
  token: z.string().describe('The token. It is returned only in this response and is not stored.'),
})
export type CreatedApiToken = z.infer<typeof createdApiToken>

export const tokenPlace = z.object({ tokenId: z.uuid() })
export const tokenOwner = z.object({
  /** ID of the account whose tokens are listed. */
  userId: z.uuid(),
})

export const newServiceAccount = z.object({ name: name, role }).strict()
export type NewServiceAccount = z.infer<typeof newServiceAccount>

export const serviceAccountChange = z
  .object({
    name: name.optional(),
    role: role.optional(),
    /** True: the tokens of the service account stop working until it is enabled again. */
    isDisabled: z.boolean().optional(),
  })
  .strict()
export type ServiceAccountChange = z.infer<typeof serviceAccountChange>

export const serviceAccount = z.object({
  accountId: z.uuid(),
  name: z.string(),
  role,
  isDisabled: z.boolean(),
  createdAt: instant,
  tokens: z.array(apiToken),
})
export type ServiceAccount = z.infer<typeof serviceAccount>
export const serviceAccountList = z.object({ accounts: z.array(serviceAccount) })
export const serviceAccountPlace = z.object({ accountId: z.uuid() })
