'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { ReactElement } from 'react'
import { Picker } from '@/components/ui/inputs/picker'
import type { PickerOption } from '@/components/ui/inputs/picker-option'
import { personNameQueries } from '@/lib/people/names-queries'
import type { PersonName } from '@/lib/people/names-schema'
import type { Translator } from '@/lib/messages/translator'
import { PersonAvatar } from './person-avatar'

/** The value of the option for no person. */
const nobody = 'nobody'

/** People as options. The signed-in person comes first. */
function toOptions(t: Translator<'common.person'>, people: readonly PersonName[]): PickerOption[] {
  return people
    .toSorted((a, b) => Number(b.isMe) - Number(a.isMe))
    .map(({ userId, name, isMe }) => ({
      value: userId,
      label: isMe ? t('you', { name }) : name,
      lead: <PersonAvatar name={name} />,
    }))
}

/** A field for one person, or for none if there is a `noneLabel`. Typing finds people by the start of each word of a name. */
export function PersonPicker({
  trigger,
  label,
  value,
  noneLabel,
  onChange,
}: {
  trigger: ReactElement
  label: string
  value: string | null
  noneLabel?: string
  onChange: (person: Pick<PersonName, 'userId' | 'name'> | null) => void
}) {
  const t = useTranslations('common.person')
  const { data, isPending } = useQuery(personNameQueries.list())
  const people = data?.people ?? []
  const none: PickerOption[] = noneLabel === undefined ? [] : [{ value: nobody, label: noneLabel }]
  return (
    <Picker
      trigger={trigger}
      label={label}
      placeholder={t('find')}
      options={[...none, ...toOptions(t, people)]}
      value={[value ?? nobody]}
      emptyText={t(isPending ? 'loading' : 'none')}
      onChange={([next]) => onChange(people.find(({ userId }) => userId === next) ?? null)}
    />
  )
}

/** Several people, in a panel that stays open. */
export function PeoplePicker({
  trigger,
  label,
  value,
  onChange,
}: {
  trigger: ReactElement
  label: string
  value: readonly string[]
  onChange: (userIds: string[]) => void
}) {
  const t = useTranslations('common.person')
  const { data, isPending } = useQuery(personNameQueries.list())
  return (
    <Picker
      multiple
      trigger={trigger}
      label={label}
      placeholder={t('find')}
      options={toOptions(
        t,
        (data?.people ?? []).filter(({ isMe }) => !isMe),
      )}
      value={value}
      emptyText={t(isPending ? 'loading' : 'none')}
      onChange={onChange}
    />
  )
}
