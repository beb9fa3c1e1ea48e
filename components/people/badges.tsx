import { useFormatter, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { Role } from '@/lib/access/permissions'
import type { PeopleEntry } from '@/lib/people/list-model'
import type { Person, PersonState } from '@/lib/people/list-schema'

const tones: Readonly<Record<PersonState, Tone>> = { active: 'good', invited: 'accent', disabled: 'neutral' }

/** Active, invited or disabled. For an invitation, also a problem that needs action. */
export function StateBadge({ entry: { state, invitation } }: { entry: Pick<PeopleEntry, 'state' | 'invitation'> }) {
  const t = useTranslations('people.states')
  if (invitation?.isExpired === true) return <Badge tone="attention">{t('expired')}</Badge>
  if (typeof invitation?.emailError === 'string') return <Badge tone="attention">{t('notEmailed')}</Badge>
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

export function RoleBadge({ role }: { role: Role }) {
  const t = useTranslations('common.roles')
  return (
    <Badge tone={role === 'admin' ? 'accent' : 'neutral'} icon={null}>
      {t(role)}
    </Badge>
  )
}

/** "Password, Passkey" */
export function SignInMethods({ person }: { person: Person | null }) {
  const t = useTranslations('people.methods')
  const format = useFormatter()
  const methods = person?.methods ?? []
  if (methods.length === 0) return t('none')
  const names = methods.map((method) => t(method))
  return format.list(names, { type: 'unit' })
}

/** "Authenticator app, Passkey" */
export function SecondFactors({ person }: { person: Person | null }) {
  const t = useTranslations('people.factors')
  const format = useFormatter()
  const factors = person?.secondFactors ?? []
  if (factors.length === 0) return t('none')
  const names = factors.map((factor) => t(factor))
  return format.list(names, { type: 'unit' })
}
