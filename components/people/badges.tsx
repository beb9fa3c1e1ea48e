import { Badge, type Tone } from '@/components/ui/badge'
import type { Role } from '@/lib/access/permissions'
import { factorWords, methodWords, type PeopleEntry, roleWords, stateWords } from '@/lib/people/list-model'
import type { Person, PersonState } from '@/lib/people/list-schema'

const tones: Readonly<Record<PersonState, Tone>> = { active: 'good', invited: 'accent', disabled: 'neutral' }

/** Active, invited or disabled; of an invitation also when something is to be done about it. */
export function StateBadge({ entry: { state, invitation } }: { entry: Pick<PeopleEntry, 'state' | 'invitation'> }) {
  if (invitation?.isExpired === true) return <Badge tone="attention">Invitation expired</Badge>
  if (typeof invitation?.emailError === 'string') return <Badge tone="attention">Invited, not emailed</Badge>
  return <Badge tone={tones[state]}>{stateWords[state]}</Badge>
}

export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge tone={role === 'admin' ? 'accent' : 'neutral'} icon={null}>
      {roleWords[role]}
    </Badge>
  )
}

/** "Password, passkey" */
export const listMethods = (person: Person | null): string =>
  person === null || person.methods.length === 0
    ? 'None yet'
    : join(person.methods.map((method) => methodWords[method]))

/** "Authenticator app, passkey" */
export const listFactors = (person: Person | null): string =>
  person === null || person.secondFactors.length === 0
    ? 'None'
    : join(person.secondFactors.map((factor) => factorWords[factor]))

const join = (words: readonly string[]) =>
  words.map((word, index) => (index === 0 ? word : word.charAt(0).toLowerCase() + word.slice(1))).join(', ')
