import 'server-only'
import type { Role } from '@/lib/access/permissions'
import { consoleActor, recordActivity, relatedKey } from '@/lib/activity/journal'
import { insertAccount } from '@/lib/auth/accounts'
import { keepAnAdmin } from '@/lib/auth/last-admin'
import { OidcProblem } from '@/lib/auth/oidc-problem'
import type { SessionStore } from '@/lib/auth/session-store'
import type { Database, Queryable } from '@/lib/db/types'
import type { OidcSettings } from '@/lib/env-oidc'
import { AppError } from '@/lib/errors'
import { publishEvents } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { isAllowedDomain, isEmailVerified, mapRole, readEmail, readName } from './oidc-claims'
import { nameFromEmail } from './first-admin'

/** An account at the issuer, from its checked ID token. */
export interface OidcIdentity {
  issuer: string
  subject: string
  claims: Readonly<Record<string, unknown>>
}

interface Admitted {
  userId: string
  /** Whether the person's role has changed, so that their sessions must end. */
  hasNewRole: boolean
}

interface Person {
  userId: string
  name: string
  email: string
  role: Role
}

/**
 * Finds the person of an account at the issuer. At the first sign-in, it links an account with the same verified
 * address, accepts an open invitation, or creates an account if OIDC_PROVISION allows it. Then it applies the role from
 * the issuer, except to the last admin who can sign in. A refusal leaves nothing behind.
 * @throws OidcProblem email-unverified, domain, disabled, not-invited, already-linked, no-role
 */
export async function admitPerson(
  { db, sessions }: { db: Database; sessions: Pick<SessionStore, 'revokeUser' | 'forgetUser'> },
  { oidc, isPasswordSignInOn }: { oidc: OidcSettings; isPasswordSignInOn: boolean },
  identity: OidcIdentity,
): Promise<string> {
  const run = (keepsAdmins: boolean) =>
    db.transaction((tx) =>
      // The lock of `keepAnAdmin` also serializes two first sign-ins of one person.
      keepAnAdmin(tx, { isPasswordSignInOn, issuer: oidc.issuer }, async () => {
        const { userId, hasNewRole } = await admit(tx, oidc, identity, keepsAdmins)
        if (hasNewRole) await sessions.revokeUser(userId, tx)
        return userId
      }),
    )
  const userId = await run(false).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'conflict') return run(true)
    throw error
  })
  sessions.forgetUser(userId)
  await publishEvents(db, [{ kind: 'people', ids: [userId] }])
  return userId
}

async function admit(
  tx: Queryable,
  oidc: OidcSettings,
  identity: OidcIdentity,
  keepsAdmins: boolean,
): Promise<Admitted> {
  const email = readEmail(identity.claims)
  const isVerified = email !== null && isEmailVerified(identity.claims, identity.issuer)
  const refuse = (problem: ConstructorParameters<typeof OidcProblem>[0], reason: string) =>
    new OidcProblem(problem, reason, email)
  if (oidc.allowedDomains.length > 0) {
    if (email === null || !isVerified) throw refuse('email-unverified', serverText('signIn.oidc.noVerifiedAddress'))
    if (!isAllowedDomain(email, oidc.allowedDomains)) throw refuse('domain', serverText('signIn.oidc.domain'))
  }
  const mapped = mapRole(identity.claims, oidc)
  if (mapped === null) throw refuse('no-role', serverText('signIn.oidc.noRole'))
  let person = await findLinked(tx, identity, refuse)
  if (person === null) {
    if (email === null || !isVerified) throw refuse('email-unverified', serverText('signIn.oidc.unverified'))
    person =
      (await findByEmail(tx, email, identity, refuse)) ??
      (await createPerson(tx, { email, name: readName(identity.claims), mapped, oidc }))
    if (person === null) throw refuse('not-invited', serverText('signIn.oidc.notInvited'))
    await link(tx, person, identity, email)
  }
  await tx.query('update identities set last_used_at = now(), email = $3 where issuer = $1 and subject = $2', [
    identity.issuer,
    identity.subject,
    email,
  ])
  if (mapped === 'unmanaged' || mapped === person.role) return { userId: person.userId, hasNewRole: false }
  return { userId: person.userId, hasNewRole: await changeRole(tx, person, mapped, keepsAdmins) }
}

type Refuse = (problem: ConstructorParameters<typeof OidcProblem>[0], reason: string) => OidcProblem

const personColumns = `user_id as "userId", name, email, role, kind, disabled_at is not null as "isDisabled"`
type PersonRow = Person & { kind: string; isDisabled: boolean }

function openPerson({ kind, isDisabled, ...person }: PersonRow, refuse: Refuse): Person {
  if (isDisabled || kind !== 'person') throw refuse('disabled', serverText('signIn.oidc.disabled'))
  return person
}

async function findLinked(tx: Queryable, { issuer, subject }: OidcIdentity, refuse: Refuse): Promise<Person | null> {
  const { rows } = await tx.query<PersonRow>(
    `select ${personColumns} from users
      where user_id = (select user_id from identities where issuer = $1 and subject = $2) for update`,
    [issuer, subject],
  )
  const [row] = rows
  return row === undefined ? null : openPerson(row, refuse)
}

/**
 * The account with this address. Refused if another account at the same issuer is linked to it, because organizations
 * reassign addresses to new people.
 */
async function findByEmail(
  tx: Queryable,
  email: string,
  { issuer }: OidcIdentity,
  refuse: Refuse,
): Promise<Person | null> {
  const { rows } = await tx.query<PersonRow>(`select ${personColumns} from users where lower(email) = $1 for update`, [
    email,
  ])
  const [row] = rows
  if (row === undefined) return null
  const person = openPerson(row, refuse)
  const linked = await tx.query('select from identities where issuer = $1 and user_id = $2', [issuer, person.userId])
  if (linked.rows.length > 0) throw refuse('already-linked', serverText('signIn.oidc.alreadyLinked'))
  return person
}

/** Creates an account. Null when the person was not invited and accounts are not created automatically. */
async function createPerson(
  tx: Queryable,
  { email, name, mapped, oidc }: { email: string; name: string | null; mapped: Role | 'unmanaged'; oidc: OidcSettings },
): Promise<Person | null> {
  const { rows: invitations } = await tx.query<{ invitation_id: string; role: Role }>(
    `select invitation_id, role from invitations
      where lower(email) = $1 and accepted_at is null and revoked_at is null and expires_at > now() for update`,
    [email],
  )
  const [invitation] = invitations
  if (invitation === undefined && oidc.provision !== 'automatic') return null
  const role = mapped === 'unmanaged' ? (invitation?.role ?? oidc.defaultRole ?? 'viewer') : mapped
  const account = { email, name: name ?? nameFromEmail(email), role }
  const userId = await insertAccount(tx, { ...account, hash: null })
  if (userId === null) throw new Error('whoever has this address was looked for under the same lock')
  const person = { userId, ...account }
  if (invitation !== undefined)
    await tx.query('update invitations set accepted_at = now(), accepted_by = $2 where invitation_id = $1', [
      invitation.invitation_id,
      person.userId,
    ])
  await recordActivity(
    tx,
    person,
    invitation === undefined
      ? { ...aboutPerson(person), action: 'account.create', after: { email, role } }
      : {
          action: 'invitation.accept',
          objectKind: 'invitation',
          objectId: invitation.invitation_id,
          objectName: email,
          after: { email, name: person.name, role },
          related: [relatedKey('account', person.userId)],
        },
    { outcome: 'done', note: serverText('signIn.notes.bySso') },
  )
  return person
}

async function link(tx: Queryable, person: Person, { issuer, subject }: OidcIdentity, email: string): Promise<void> {
  await tx.query('insert into identities (issuer, subject, user_id, email) values ($1, $2, $3, $4)', [
    issuer,
    subject,
    person.userId,
    email,
  ])
  await recordActivity(tx, person, {
    ...aboutPerson(person),
    action: 'account.link',
    after: { issuer, subject, email },
  })
}

/** Gives a person the role from the issuer. False: they keep their role, and the log says so. */
async function changeRole(tx: Queryable, person: Person, role: Role, keepsAdmins: boolean): Promise<boolean> {
  const act = {
    ...aboutPerson(person),
    action: 'account.change-role',
    before: { role: person.role },
    after: { role },
  }
  if (keepsAdmins && person.role === 'admin') {
    await recordActivity(tx, consoleActor, act, {
      outcome: 'failed',
      note: serverText('signIn.notes.lastAdminKept'),
    })
    return false
  }
  await tx.query('update users set role = $2 where user_id = $1', [person.userId, role])
  await recordActivity(tx, consoleActor, act, { outcome: 'done', note: serverText('signIn.notes.byRoleMap') })
  return true
}

function aboutPerson(person: Person) {
  return { objectKind: 'account', objectId: person.userId, objectName: person.name } as const
}
