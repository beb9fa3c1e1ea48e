import 'server-only'
import { describeDevice } from '@/lib/account/device-model'
import type { PageLanguage } from '@/lib/messages/languages'
import type { AccountSession } from '@/lib/account/schema'
import { isEmergencyAdmin } from '@/lib/auth/accounts'
import { authContext } from '@/lib/auth/session'
import { sessionLimits } from '@/lib/auth/session-rows'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { listCaughtMail, mailer } from '@/lib/mail/instance'
import { serverText } from '@/lib/server-text'
import { listOpenInvitations } from './invitation-store'
import { writePeopleCsv } from './list-csv'
import { selectEntries, toEntries } from './list-model'
import type { Mailbox, PeopleFilter, PeopleList, Person, PersonDetail } from './list-schema'

/** The maximum number of people in the list, because the page shows them all at once. */
const peopleMax = 5_000

/** $2 and $3 are `listWays()`: a method is listed only if the person can sign in with it. */
const personColumns = `u.user_id as "userId", u.name, u.email, u.role, u.disabled_at is not null as "isDisabled",
  u.last_seen_at as "lastSeenAt", u.created_at as "createdAt",
  u.password_hash is not null and ($2::boolean or ${isEmergencyAdmin}) as has_password, u.totp_confirmed_at is not null as has_app,
  exists (select from passkeys p where p.user_id = u.user_id) as has_passkey,
  exists (select from identities i where i.user_id = u.user_id and rtrim(i.issuer, '/') = $3::text) as has_identity`

const listWays = () => {
  const { isPasswordSignInOn, oidc } = settings()
  return [isPasswordSignInOn, oidc?.issuer ?? null] as const
}

interface StoredPerson extends Omit<Person, 'methods' | 'secondFactors'> {
  has_password: boolean
  has_app: boolean
  has_passkey: boolean
  has_identity: boolean
}

function toPerson({ has_password, has_app, has_passkey, has_identity, ...person }: StoredPerson): Person {
  const methods: Person['methods'] = []
  if (has_password) methods.push('password')
  if (has_passkey) methods.push('passkey')
  if (has_identity) methods.push('single-sign-on')
  const secondFactors: Person['secondFactors'] = []
  if (has_app) secondFactors.push('app')
  if (has_passkey) secondFactors.push('passkey')
  return { ...person, methods, secondFactors }
}

/** Everybody who has an account or is invited. Service accounts are not people. */
export async function listPeople(given?: Queryable): Promise<PeopleList> {
  const db = given ?? (await database())
  const { rows } = await db.query<StoredPerson>(
    `select ${personColumns} from users u where u.kind = 'person' order by lower(u.name), u.user_id limit $1`,
    [peopleMax, ...listWays()],
  )
  const invitations = await listOpenInvitations(db, authContext().clock.now())
  return { people: rows.map(toPerson), invitations, isMailed: mailer() !== null }
}

/** The list as CSV, filtered and sorted like the page. */
export async function exportPeople({
  tz = 'UTC',
  language = 'en',
  ...asked
}: PeopleFilter & { tz?: string | undefined; language?: PageLanguage }): Promise<string> {
  return writePeopleCsv(selectEntries(toEntries(await listPeople()), asked), tz, language)
}

/** One person with their sessions. @throws AppError not_found, also for a service account */
export async function readPerson(
  userId: string,
  ownSessionId: string | null,
  given?: Queryable,
): Promise<PersonDetail> {
  const db = given ?? (await database())
  const { rows } = await db.query<StoredPerson & { passwordSetAt: string | null }>(
    `select ${personColumns}, case when u.password_hash is not null then u.password_set_at end as "passwordSetAt"
       from users u where u.user_id = $1 and u.kind = 'person'`,
    [userId, ...listWays()],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('people.noPerson'))
  const { passwordSetAt, ...stored } = row
  const identities = await db.query<PersonDetail['identities'][number]>(
    'select issuer, email, last_used_at as "lastUsedAt" from identities where user_id = $1 order by last_used_at desc',
    [userId],
  )
  return {
    person: toPerson(stored),
    passwordSetAt,
    identities: identities.rows,
    sessions: await listSessions(db, userId, ownSessionId),
  }
}

/** Valid sessions, by last use. */
async function listSessions(db: Queryable, userId: string, ownSessionId: string | null): Promise<AccountSession[]> {
  const now = authContext().clock.now()
  const { rows } = await db.query<AccountSession & { agent: string }>(
    `select session_id as "sessionId", agent, '' as device, address, method, has_second_factor as "hasSecondFactor",
            created_at as "startedAt", last_seen_at as "lastSeenAt", session_id is not distinct from $4::uuid as "isThis"
       from sessions
      where user_id = $1 and revoked_at is null and created_at > $2 and last_seen_at > $3
      order by last_seen_at desc, session_id`,
    [
      userId,
      new Date(now - sessionLimits.absoluteMs).toISOString(),
      new Date(now - sessionLimits.idleMs).toISOString(),
      ownSessionId,
    ],
  )
  for (const row of rows) row.device = describeDevice(row.agent)
  return rows
}

/** Whether this console stores its mail for reading here. The demo does, unless a mail server is set. */
export function hasMailbox(): boolean {
  return listCaughtMail() !== null
}

/**
 * The mailbox of the demo.
 * @throws AppError not_found without one
 */
export function readMailbox(): Mailbox {
  const mails = listCaughtMail()
  if (mails === null) throw new AppError('not_found', serverText('people.demoMailbox'))
  return { mails: [...mails] }
}
