import 'server-only'
import type { Role } from '@/lib/access/permissions'
import { isEmergencyAdmin } from '@/lib/auth/accounts'
import type { Queryable } from '@/lib/db/types'

/** One person as `npm run admin -- list` shows them. */
export interface ListedAccount {
  email: string
  name: string
  role: Role
  isDisabled: boolean
  hasPassword: boolean
  isBreakGlass: boolean
  passkeys: number
  /** Accounts at the issuer that people sign in at now. */
  identities: number
  hasTotp: boolean
  lastSeenAt: string | null
}

/** Everybody who has an account, admins first. `issuer`: that of single sign-on, without a trailing slash; null: off. */
export async function listAccounts(db: Queryable, issuer: string | null): Promise<ListedAccount[]> {
  const { rows } = await db.query<ListedAccount>(
    `select u.email, u.name, u.role, u.disabled_at is not null as "isDisabled", u.password_hash is not null as "hasPassword",
            ${isEmergencyAdmin} as "isBreakGlass", u.totp_confirmed_at is not null as "hasTotp", u.last_seen_at as "lastSeenAt",
            (select count(*) from passkeys p where p.user_id = u.user_id) as passkeys,
            (select count(*) from identities i where i.user_id = u.user_id and rtrim(i.issuer, '/') = $1::text) as identities
       from users u where u.kind = 'person'
      order by array_position(array['admin', 'editor', 'viewer'], u.role), lower(u.email)`,
    [issuer],
  )
  return rows
}
