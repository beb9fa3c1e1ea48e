import { roles, type Role } from '@/lib/access/permissions'
import type { Invitation } from './invitation-schema'
import type { PeopleFilter, PeopleList, PeopleSort, Person, PersonState } from './list-schema'

/** One row of the list: an account, or an invitation that has not been accepted yet. */
export interface PeopleEntry {
  id: string
  name: string
  email: string
  role: Role
  state: PersonState
  /** When the person was last seen; null: never or unknown. */
  seenAt: string | null
  person: Person | null
  invitation: Invitation | null
}

/** Accounts and open invitations as one list. */
export function toEntries({ people, invitations }: Pick<PeopleList, 'people' | 'invitations'>): PeopleEntry[] {
  const members = people.map((person): PeopleEntry => {
    const { userId: id, name, email, role, isDisabled, lastSeenAt: seenAt } = person
    return { id, name, email, role, state: isDisabled ? 'disabled' : 'active', seenAt, person, invitation: null }
  })
  const waiting = invitations.map((invitation): PeopleEntry => {
    const { invitationId: id, name, email, role } = invitation
    return { id, name: name ?? '', email, role, state: 'invited', seenAt: null, person: null, invitation }
  })
  return [...members, ...waiting]
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const byText = (a: string, b: string) => collator.compare(a, b)
const stateOrder: readonly PersonState[] = ['active', 'invited', 'disabled']
/** The name, or the address while the name is unknown. */
export const titleOf = ({ name, email }: Pick<PeopleEntry, 'name' | 'email'>) => (name === '' ? email : name)

const comparers: Record<PeopleSort, (a: PeopleEntry, b: PeopleEntry) => number> = {
  name: (a, b) => byText(titleOf(a), titleOf(b)),
  email: (a, b) => byText(a.email, b.email),
  role: (a, b) => roles.indexOf(b.role) - roles.indexOf(a.role),
  state: (a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state),
  // People who were seen most recently come first, and people who were never seen come last.
  seen: (a, b) => (b.seenAt ?? '').localeCompare(a.seenAt ?? ''),
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** Matching entries in the requested order. Used by both the page and the CSV. */
export function selectEntries(entries: readonly PeopleEntry[], asked: PeopleFilter): PeopleEntry[] {
  const words = fold(asked.q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const { role = [], state = [], sort = 'name', order = 'up' } = asked
  const found = entries.filter((entry) => {
    const text = fold(`${entry.name} ${entry.email}`)
    return (
      words.every((word) => text.includes(word)) &&
      (role.length === 0 || role.includes(entry.role)) &&
      (state.length === 0 || state.includes(entry.state))
    )
  })
  const sign = order === 'up' ? 1 : -1
  return found.sort(
    (a, b) =>
      sign * comparers[sort](a, b) || comparers.name(a, b) || byText(a.email, b.email) || (a.id < b.id ? -1 : 1),
  )
}

export const roleWords: Readonly<Record<Role, string>> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin' }
export const stateWords: Readonly<Record<PersonState, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
}
export const methodWords: Readonly<Record<Person['methods'][number], string>> = {
  password: 'Password',
  passkey: 'Passkey',
  'single-sign-on': 'Single sign-on',
}
export const factorWords: Readonly<Record<Person['secondFactors'][number], string>> = {
  app: 'Authenticator app',
  passkey: 'Passkey',
}
