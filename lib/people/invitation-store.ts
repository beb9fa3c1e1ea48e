import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '@/lib/db/types'
import type { Role } from '@/lib/access/permissions'
import type { Invitation, OpenInvitation } from './invitation-schema'

const tokenBytes = 32
const dayMs = 24 * 60 * 60_000

/** A token for a link, and the hash that is stored. A slow hash is not needed for 256 random bits. */
export function createLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

/** The stored form of a token. */
export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** When a link that is created at `nowMs` expires. */
export const endOf = (nowMs: number, days: number) => new Date(nowMs + days * dayMs).toISOString()

const isOpen = 'accepted_at is null and revoked_at is null'
/** Nobody can accept an open invitation whose address has got an account in another way, such as by the command line. */
const isUsable = `${isOpen} and not exists (select from users where lower(users.email) = lower(invitations.email))`

export interface StoredInvitation {
  invitationId: string
  email: string
  name: string | null
  role: Role
  /** The language of the invitation's mail; null: none was chosen. */
  language: string | null
  expiresAt: string
}

const stored = `invitation_id as "invitationId", email, name, role, language, expires_at as "expiresAt"`

/**
 * Invitations that were neither accepted nor revoked, the newest first. Includes expired ones, because they can be sent
 * again, but none for an address that now has an account.
 */
export async function listOpenInvitations(db: Queryable, nowMs: number): Promise<Invitation[]> {
  const { rows } = await db.query<Invitation>(
    `select ${stored}, invited_by_name as "invitedByName", created_at as "createdAt", expires_at <= $1 as "isExpired",
            emailed_at as "emailedAt", email_error as "emailError"
       from invitations where ${isUsable} order by created_at desc, invitation_id`,
    [new Date(nowMs).toISOString()],
  )
  return rows
}

/** Which of these lower-case addresses belong to an account or have a valid invitation. */
export async function findTaken(
  db: Queryable,
  addresses: readonly string[],
  nowMs: number,
): Promise<{ members: Set<string>; open: Set<string> }> {
  const { rows } = await db.query<{ email: string; is_member: boolean }>(
    `select lower(email) as email, true as is_member from users where lower(email) = any($1)
     union all
     select lower(email), false from invitations where lower(email) = any($1) and ${isOpen} and expires_at > $2`,
    [addresses, new Date(nowMs).toISOString()],
  )
  const pick = (isMember: boolean) =>
    new Set(rows.filter(({ is_member }) => is_member === isMember).map(({ email }) => email))
  return { members: pick(true), open: pick(false) }
}

/**
 * Adds an invitation and revokes an expired one for the same address. Null: another invitation was created at the same
 * time.
 */
export async function insertInvitation(
  tx: Queryable,
  invitation: {
    email: string
    name: string | null
    role: Role
    language: string
    hash: Buffer
    invitedBy: { userId: string; name: string }
    nowMs: number
    expiresAt: string
  },
): Promise<StoredInvitation | null> {
  const { email, name, role, language, hash, invitedBy, nowMs, expiresAt } = invitation
  const now = new Date(nowMs).toISOString()
  await tx.query(
    `update invitations set revoked_at = $2 where lower(email) = lower($1) and ${isOpen} and expires_at <= $2`,
    [email, now],
  )
  const { rows } = await tx.query<StoredInvitation>(
    `insert into invitations (email, name, role, token_hash, invited_by, invited_by_name, created_at, expires_at, language)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (lower(email)) where ${isOpen} do nothing returning ${stored}`,
    [email, name, role, hash, invitedBy.userId, invitedBy.name, now, expiresAt, language],
  )
  return rows[0] ?? null
}

/** Gives an open invitation a new link, and invalidates the old link. Null: the invitation is no longer open. */
export async function renewInvitation(
  tx: Queryable,
  invitationId: string,
  { hash, expiresAt }: { hash: Buffer; expiresAt: string },
): Promise<StoredInvitation | null> {
  const { rows } = await tx.query<StoredInvitation>(
    `update invitations set token_hash = $2, expires_at = $3, emailed_at = null, email_error = null
      where invitation_id = $1 and ${isUsable} returning ${stored}`,
    [invitationId, hash, expiresAt],
  )
  return rows[0] ?? null
}

/** Revokes an open invitation. Null: the invitation is no longer open. */
export async function revokeStored(
  tx: Queryable,
  invitationId: string,
  nowMs: number,
): Promise<StoredInvitation | null> {
  const { rows } = await tx.query<StoredInvitation>(
    `update invitations set revoked_at = $2 where invitation_id = $1 and ${isOpen} returning ${stored}`,
    [invitationId, new Date(nowMs).toISOString()],
  )
  return rows[0] ?? null
}

/** Stores whether the mail with a link was sent, unless the invitation has got another link since. */
export async function noteMail(
  db: Queryable,
  { hash, nowMs, error }: { hash: Buffer; nowMs: number; error: string | null },
): Promise<void> {
  await db.query(
    'update invitations set emailed_at = case when $3::text is null then $2::timestamptz end, email_error = $3 where token_hash = $1',
    [hash, new Date(nowMs).toISOString(), error],
  )
}

/** The invitation of a valid link. Null for used, expired, revoked and unknown links alike. */
export async function findByToken(db: Queryable, token: string, nowMs: number): Promise<OpenInvitation | null> {
  const { rows } = await db.query<OpenInvitation>(
    `select email, name, role, invited_by_name as "invitedByName", expires_at as "expiresAt" from invitations
      where token_hash = $1 and ${isUsable} and expires_at > $2`,
    [hashLinkToken(token), new Date(nowMs).toISOString()],
  )
  return rows[0] ?? null
}

/** Uses up the invitation of a link. Of two simultaneous requests, only one gets it. */
export async function takeByToken(tx: Queryable, token: string, nowMs: number): Promise<StoredInvitation | null> {
  const { rows } = await tx.query<StoredInvitation>(
    `update invitations set accepted_at = $2 where token_hash = $1 and ${isOpen} and expires_at > $2 returning ${stored}`,
    [hashLinkToken(token), new Date(nowMs).toISOString()],
  )
  return rows[0] ?? null
}
