import { ownerId } from '../demo/document'
import { attributes, languages, organizationId, permissionSets } from './demo'
import { Directory } from './directory'
import { Findings } from './findings'
import { passwordCharsMin, type SentMembership, type SentReference, type User } from './sent'
import { activeStatus, deactivatedStatus, seatTypes, type SentUser, type UserError, type UserRow } from './steps'
import { foldEmail } from './store'

/** Inputs of the rules besides the user itself. */
export interface RuleWorld {
  findUser(id: string): UserRow | undefined
  findByEmail(email: string): UserRow | undefined
  groups: Directory
  sites: Directory
  /** Whether another user may take this seat. */
  hasSeat(seatType: string): boolean
  isForeign(email: string): boolean
  /** Whether the same job contains this user earlier. */
  isRepeated: boolean
}

export interface Verdict {
  errors: UserError[]
  /** The resulting user, without the id and times of a new one; null when nothing may be done. */
  next: Omit<UserRow, 'id' | 'createdAtMs' | 'modifiedAtMs'> | null
  existing: UserRow | null
}

const emailPattern = /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

const setDirectory = new Directory(permissionSets)

const knownZones = new Map<string, boolean>()

function isZone(name: string): boolean {
  const known = knownZones.get(name)
  if (known !== undefined) return known
  let is = /^[A-Za-z]/.test(name)
  try {
    if (is) Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    is = false
  }
  // The number of kept names is limited, whatever the input.
  if (knownZones.size < 2_000) knownZones.set(name, is)
  return is
}

const read = (text: string | null | undefined) => (text ?? '').trim()

/** Validates one user: its errors, and what would happen to it. Changes nothing. */
export function judgeUser(sent: SentUser, world: RuleWorld): Verdict {
  const user = sent.user as User
  const found = new Findings()
  const existing = identify(user, world, found)
  const old = existing ?? null
  const firstName = read(user.first_name)
  const lastName = read(user.last_name)
  if (!old) {
    for (const [field, value] of [
      ['FIRST_NAME', firstName],
      ['LAST_NAME', lastName],
    ] as const)
      if (value === '') found.add('LEVEL_FATAL', 'FIELD_REQUIRED', field, '', `${field} is required for a new user`)
  }
  if (sent.password === 'short') {
    const message = `Password must have at least ${passwordCharsMin} characters`
    found.add('LEVEL_ERROR', 'PASSWORD_TOO_SHORT', 'PASSWORD', '', message)
  }
  const status = judgeStatus(user, old, found)
  const next = {
    email: chooseEmail(user, old, world, found),
    firstName: firstName === '' ? (old?.firstName ?? '') : firstName,
    lastName: lastName === '' ? (old?.lastName ?? '') : lastName,
    ...judgeSeat(user, status, old, world, found),
    timezone: judgeWord(user.timezone, isZone, old?.timezone ?? 'Etc/UTC', found, 'TIMEZONE'),
    language: judgeWord(
      user.language === 'LANGUAGE_UNSPECIFIED' ? '' : user.language,
      (word) => languages.has(word),
      old?.language ?? 'LANGUAGE_EN_US',
      found,
      'LANGUAGE',
    ),
    permissionSetId: judgePermissionSet(user.permission_set, old, found),
    groupIds: judgeMembership(user.groups, world.groups, old?.groupIds ?? [], found, 'GROUP'),
    siteIds: judgeMembership(user.sites, world.sites, old?.siteIds ?? [], found, 'SITE'),
    attributes: judgeAttributes(user.attributes ?? [], old?.attributes ?? {}, found),
  }
  return { errors: found.errors, next: found.isFatal ? null : next, existing: old }
}

function identify(user: User, world: RuleWorld, found: Findings): UserRow | undefined {
  const email = read(user.username)
  const id = read(user.user_id)
  const isFit = email.length <= 254 && emailPattern.test(email)
  if ((id === '' || email !== '') && !isFit)
    found.add('LEVEL_FATAL', 'USERNAME_INVALID', 'USERNAME', email, 'Username must be a valid e-mail address')
  if (world.isRepeated)
    found.add('LEVEL_FATAL', 'USER_DUPLICATED', 'USERNAME', email, 'The same user is in this request more than once')
  if (id !== '') {
    const named = world.findUser(id)
    if (!named) found.add('LEVEL_FATAL', 'USER_NOT_FOUND', 'USER_ID', id, 'There is no user with this id')
    return named
  }
  const same = isFit ? world.findByEmail(email) : undefined
  if (!same && isFit && world.isForeign(email)) {
    const message = 'This user belongs to another organization'
    found.add('LEVEL_FATAL', 'USER_IN_OTHER_ORGANIZATION', 'USERNAME', email, message)
  }
  return same
}

/** A username beside an id is a new address, unless another user has it. */
function chooseEmail(user: User, old: UserRow | null, world: RuleWorld, found: Findings): string {
  const email = read(user.username)
  if (email === '') return old?.email ?? ''
  if (!old || foldEmail(email) === foldEmail(old.email)) return old?.email ?? email
  if (world.findByEmail(email) || world.isForeign(email)) {
    found.add('LEVEL_ERROR', 'USERNAME_TAKEN', 'USERNAME', email, 'Another user has this e-mail address')
    return old.email
  }
  return email
}

function judgeStatus(user: User, old: UserRow | null, found: Findings): string {
  const before = old?.status ?? activeStatus
  const word = read(user.status)
  if (word === '' || word === 'USER_ACTIVE_STATUS_UNSPECIFIED') return before
  const folded = word.toLowerCase()
  const status =
    word === activeStatus || folded === 'active'
      ? activeStatus
      : word === deactivatedStatus || folded === 'deactivated'
        ? deactivatedStatus
        : null
  if (status === null) {
    found.add('LEVEL_ERROR', 'STATUS_INVALID', 'STATUS', word, 'Unknown status')
    return before
  }
  if (status === deactivatedStatus && old?.id === ownerId) {
    found.add('LEVEL_ERROR', 'CANNOT_DEACTIVATE_SELF', 'STATUS', word, 'You cannot deactivate yourself')
    return before
  }
  return status
}

function judgeSeat(
  user: User,
  wanted: string,
  old: UserRow | null,
  world: RuleWorld,
  found: Findings,
): { seatType: string; status: string } {
  const word = read(user.seat_type)
  const isGiven = word !== '' && word !== 'SUBSCRIPTION_SEAT_TYPE_UNSPECIFIED'
  const isKnown = seatTypes.includes(word)
  const before = old?.seatType ?? 'SUBSCRIPTION_SEAT_TYPE_PREMIUM'
  if (isGiven && !isKnown) found.add('LEVEL_ERROR', 'SEAT_TYPE_INVALID', 'SEAT_TYPE', word, 'Unknown seat type')
  const seatType = isGiven && isKnown ? word : before
  const holds = old !== null && old.status === activeStatus && old.seatType === seatType
  if (wanted !== activeStatus || holds || world.hasSeat(seatType)) return { seatType, status: wanted }
  // A new user needs a seat. An existing one keeps its seat, or stays deactivated.
  const level = old ? 'LEVEL_ERROR' : 'LEVEL_FATAL'
  found.add(level, 'SEAT_LIMIT_REACHED', 'SEAT_TYPE', seatType, 'There are no seats of this type left')
  if (old?.status === activeStatus) return { seatType: old.seatType, status: wanted }
  return { seatType: before, status: old?.status ?? wanted }
}

function judgeWord(
  sent: string | null | undefined,
  isKnown: (word: string) => boolean,
  before: string,
  found: Findings,
  field: string,
): string {
  const word = read(sent)
  if (word === '') return before
  if (isKnown(word)) return word
  found.add('LEVEL_ERROR', `${field}_INVALID`, field, word, `Unknown ${field.toLowerCase()}`)
  return before
}

/** The referenced object. Null, with an error, when there is none or more than one. */
function resolve(sent: SentReference, things: Directory, found: Findings, kind: string, field: string) {
  const reference = { id: read(sent.id), name: read(sent.name) }
  const label = `${kind.charAt(0)}${kind.slice(1).toLowerCase().replaceAll('_', ' ')}`
  const matches =
    reference.id === ''
      ? things.byName(reference.name)
      : [things.byId(reference.id)].filter((thing) => thing !== undefined)
  const [first] = matches
  if (first && matches.length === 1) return first
  if (first) {
    const message = `${label} reference is ambiguous, please use a unique identifier`
    found.addReference('LEVEL_ERROR', `${kind}_REFERENCE_AMBIGUOUS`, field, reference, message, matches)
  } else found.addReference('LEVEL_ERROR', `${kind}_NOT_FOUND`, field, reference, `${label} was not found`)
  return null
}

function judgePermissionSet(sent: SentReference | null | undefined, old: UserRow | null, found: Findings) {
  const before = old ? old.permissionSetId : (permissionSets[1]?.id ?? null)
  if (!sent || (read(sent.id) === '' && read(sent.name) === '')) return before
  return resolve(sent, setDirectory, found, 'PERMISSION_SET', 'PERMISSION_SET')?.id ?? before
}

/** Removes first and then adds, so that `*` together with additions leaves only the additions. */
function judgeMembership(
  sent: SentMembership,
  things: Directory,
  before: readonly string[],
  found: Findings,
  kind: 'GROUP' | 'SITE',
): string[] {
  const field = `${kind}S`
  const kept = new Set(before)
  for (const each of [...(sent?.remove_references ?? []), ...(sent?.remove ?? [])]) {
    if (read(each.id) === '' && read(each.name) === '*') {
      kept.clear()
      continue
    }
    const thing = resolve(each, things, found, kind, field)
    if (thing === null || kept.delete(thing.id)) continue
    const message =
      thing.id === organizationId ? 'Everybody is in the organization' : `The user is not in this ${kind.toLowerCase()}`
    found.addReference('LEVEL_WARNING', `USER_NOT_IN_${kind}`, field, { id: thing.id, name: thing.name }, message)
  }
  for (const each of [...(sent?.add_references ?? []), ...(sent?.add ?? [])]) {
    const thing = resolve(each, things, found, kind, field)
    // Everyone is in the organization anyway.
    if (thing && thing.id !== organizationId) kept.add(thing.id)
  }
  return [...kept]
}

function judgeAttributes(
  sent: NonNullable<User['attributes']>,
  before: UserRow['attributes'],
  found: Findings,
): UserRow['attributes'] {
  const after = new Map(Object.entries(before))
  for (const { reference, values } of sent) {
    const name = read(reference?.name)
    const known = attributes.find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (!known) {
      const asked = { id: read(reference?.id), name }
      found.addReference('LEVEL_ERROR', 'ATTRIBUTE_NOT_FOUND', 'ATTRIBUTES', asked, 'Attribute was not found')
      continue
    }
    const texts = (values ?? []).map((value) => read(value.string_value)).filter((value) => value !== '')
    const bad = texts.find((value) => known.choices && !known.choices.includes(value))
    if (bad !== undefined) {
      found.add('LEVEL_ERROR', 'ATTRIBUTE_VALUE_INVALID', 'ATTRIBUTES', bad, `${known.name} cannot be "${bad}"`)
      continue
    }
    // An empty value removes the attribute.
    if (texts.length === 0) after.delete(known.name)
    else after.set(known.name, texts)
  }
  return Object.fromEntries(after)
}
