import 'server-only'
import { systemClock } from '@/lib/clock'
import { SessionStore } from '@/lib/auth/session-store'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { type ListedAccount, listAccounts } from '@/lib/people/command-data'
import { commandActor, createAccount, setPassword, unlockPerson } from '@/lib/people/command-mutations'
import { type AccountWriter, writeDisabled, writeEnabled } from '@/lib/people/account-write'
import { findAccount, type StoredAccount } from '@/lib/people/store'
import { nameFromEmail } from '@/lib/sign-in/first-admin'
import { erasePerson } from '@/lib/retention/erase-mutations'
import type { KeptTraces } from '@/lib/retention/erase-store'
import { makePassword } from '../demo-login'
import type { AdminCommand } from './arguments'
import type { AdminSettings } from './settings'

/** What a command needs from its surroundings. */
export interface AdminAround {
  db: Database
  settings: AdminSettings
  /** Reads the first line of the standard input. */
  readPassword: () => Promise<string>
}

type CommandOf<Name extends AdminCommand['name']> = Extract<AdminCommand, { name: Name }>['options']

function writerOf({ db, settings }: AdminAround): AccountWriter {
  return {
    db,
    // This store never reads a cookie. It only ends sessions, and the database notifies every console.
    sessions: new SessionStore({ db, clock: systemClock, decode: () => Promise.resolve(null) }),
    ways: settings,
  }
}

/** @throws AppError not_found, with the next step */
async function requirePerson({ db }: AdminAround, email: string): Promise<StoredAccount> {
  const found = await findAccount(db, email)
  if (found === null)
    throw new AppError('not_found', `Nobody has an account with ${email}. See all with: npm run admin -- list`)
  return found
}

const emergencyNote =
  'PASSWORD_SIGN_IN is off, so this password does not count. For an admin who may use it all the same, add --break-glass.'

/** The lines about a password. A password that the operator entered is not repeated. */
function describePassword(around: AdminAround, password: string, options: CommandOf<'reset-password'>): string[] {
  const lines = options['password-stdin'] ? [] : [`Password  ${password}`, 'It is shown this once.']
  return around.settings.isPasswordSignInOn || options['break-glass'] ? lines : [...lines, emergencyNote]
}

async function create(around: AdminAround, options: CommandOf<'create'>): Promise<string[]> {
  const { email, role } = options
  const existing = await findAccount(around.db, email)
  if (existing !== null) throw explainExisting(existing)
  const password = options['password-stdin'] ? await around.readPassword() : makePassword()
  const name = options.name ?? nameFromEmail(email)
  await createAccount(writerOf(around), { email, name, role, password, isBreakGlass: options['break-glass'] })
  return [
    `Created the account of ${name} (${role}).`,
    `Email     ${email}`,
    ...describePassword(around, password, options),
  ]
}

function explainExisting({ email, role, isDisabled }: StoredAccount): AppError {
  const next = isDisabled
    ? `npm run admin -- enable --email ${email}`
    : `npm run admin -- reset-password --email ${email}`
  const state = isDisabled ? 'disabled' : 'active'
  return new AppError('conflict', `${email} has an account already (${role}, ${state}). Use: ${next}`)
}

async function resetPassword(around: AdminAround, options: CommandOf<'reset-password'>): Promise<string[]> {
  const person = await requirePerson(around, options.email)
  const password = options['password-stdin'] ? await around.readPassword() : makePassword()
  const isBreakGlass = options['break-glass']
  const { sessionsEnded } = await setPassword(writerOf(around), person, { password, isBreakGlass })
  return [
    `Set a new password for ${person.name}. Sessions ended: ${sessionsEnded}.`,
    `Email     ${person.email}`,
    ...describePassword(around, password, { ...options, 'break-glass': isBreakGlass || person.isBreakGlass }),
    ...(person.isDisabled
      ? [`The account is disabled. To let them in: npm run admin -- enable --email ${person.email}`]
      : []),
  ]
}

async function disable(around: AdminAround, { email }: CommandOf<'disable'>): Promise<string[]> {
  const person = await requirePerson(around, email)
  if (person.isDisabled) return [`The account of ${person.name} is disabled already.`]
  const { sessionsEnded } = await writeDisabled(commandActor, person.userId, writerOf(around))
  return [`Disabled the account of ${person.name}. Sessions ended: ${sessionsEnded}.`]
}

async function enable(around: AdminAround, { email }: CommandOf<'enable'>): Promise<string[]> {
  const person = await requirePerson(around, email)
  if (!person.isDisabled) return [`The account of ${person.name} is not disabled.`]
  await writeEnabled(commandActor, person.userId, writerOf(around))
  return [`Enabled the account of ${person.name}.`]
}

async function unlock(around: AdminAround, { email }: CommandOf<'unlock'>): Promise<string[]> {
  const person = await requirePerson(around, email)
  const { secret } = around.settings
  if (secret === null)
    throw new AppError('unavailable', 'NEXTAUTH_SECRET is not set here. Run this with the settings of Sightline.')
  await unlockPerson(writerOf(around), person, secret)
  return [`${person.name} need not wait any more to sign in.`]
}

/**
 * Says what erasing a person keeps: what they did, texts that name them, data of the organization, and copies
 * elsewhere.
 */
function describeKept({ listed, inspections, texts }: KeptTraces): string[] {
  return [
    'Kept, without the person: what they did, such as reviews, imports and entries of the activity log.',
    ...(texts > 0
      ? [`Kept: ${texts} comments or notes whose text has the name or the address. Edit or delete them in Sightline.`]
      : []),
    ...(listed + inspections > 0
      ? [
          `Kept: ${listed} users and ${inspections} inspections that SafetyCulture has with this address or name. Change them there; Sightline follows.`,
        ]
      : []),
    'Kept outside of the database: backups, process logs and what ACTIVITY_SINK received, until you delete them.',
  ]
}

async function erase(around: AdminAround, options: CommandOf<'erase'>): Promise<string[]> {
  const email = options.email.toLowerCase()
  const account = await findAccount(around.db, email)
  const writer = { ...writerOf(around), db: around.db, secret: around.settings.secret }
  const { removed, kept } = await erasePerson(commandActor, { email, account }, writer)
  return [
    account === null
      ? 'Nobody has an account with this address.'
      : 'Deleted the account, with its sessions, passkeys, API tokens and saved views.',
    `Removed the person from ${removed.entries} entries of the activity log, ${removed.importRows} rows of imports and ${removed.names + removed.notices} records.`,
    ...describeKept(kept),
  ]
}

/** The ways in which a person can sign in, as text. */
function describeWays(account: ListedAccount, isPasswordSignInOn: boolean): string {
  const ways: string[] = []
  if (account.hasPassword && (isPasswordSignInOn || account.isBreakGlass))
    ways.push(account.isBreakGlass ? 'password (break-glass)' : 'password')
  if (account.passkeys > 0) ways.push(account.passkeys === 1 ? 'passkey' : `${account.passkeys} passkeys`)
  if (account.identities > 0) ways.push('single sign-on')
  return ways.length === 0 ? 'none' : ways.join(', ')
}

async function list({ db, settings }: AdminAround): Promise<string[]> {
  const accounts = await listAccounts(db, settings.issuer)
  if (accounts.length === 0)
    return ['Nobody has an account. Create one: npm run admin -- create --email you@example.com']
  const rows = accounts.map((account) => [
    account.email,
    account.name,
    account.role,
    account.isDisabled ? 'disabled' : 'active',
    describeWays(account, settings.isPasswordSignInOn),
    account.hasTotp ? 'yes' : 'no',
    account.lastSeenAt === null ? 'never' : `${account.lastSeenAt.slice(0, 16).replace('T', ' ')} UTC`,
  ])
  return layOut([['EMAIL', 'NAME', 'ROLE', 'STATE', 'SIGNS IN WITH', 'ONE-TIME CODES', 'LAST SEEN'], ...rows])
}

/** Aligns text in columns. Control characters are removed, because a terminal would obey them. */
function layOut(rows: ReadonlyArray<readonly string[]>): string[] {
  const clean = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, '')))
  const widths = (clean[0] ?? []).map((_, column) => Math.max(...clean.map((row) => (row[column] ?? '').length)))
  return clean.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/**
 * Runs a command.
 * @returns what to print
 * @throws AppError with a sentence for the terminal
 */
export function runAdminCommand(around: AdminAround, command: AdminCommand): Promise<string[]> {
  switch (command.name) {
    case 'list':
      return list(around)
    case 'create':
      return create(around, command.options)
    case 'reset-password':
      return resetPassword(around, command.options)
    case 'disable':
      return disable(around, command.options)
    case 'enable':
      return enable(around, command.options)
    case 'unlock':
      return unlock(around, command.options)
    case 'erase':
      return erase(around, command.options)
    default:
      return command satisfies never
  }
}
