'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Picker, type PickerOption } from '@/components/ui/picker'
import { personNameQueries } from '@/lib/people/names-queries'
import type { PersonName } from '@/lib/people/names-schema'
import { PersonAvatar } from './person-avatar'

/** Stands for nobody among the options. */
const nobody = 'nobody'

/** People as options, the person who looks first. */
function toOptions(people: readonly PersonName[]): PickerOption[] {
  return people
    .toSorted((a, b) => Number(b.isMe) - Number(a.isMe))
    .map(({ userId, name, isMe }) => ({
      value: userId,
      label: isMe ? `${name} (you)` : name,
      lead: <PersonAvatar name={name} />,
    }))
}

/** One person, or nobody where `noneLabel` names that. Typing finds by the beginning of each word of a name. */
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
  const { data, isPending } = useQuery(personNameQueries.list())
  const people = data?.people ?? []
  const none: PickerOption[] = noneLabel === undefined ? [] : [{ value: nobody, label: noneLabel }]
  return (
    <Picker
      trigger={trigger}
      label={label}
      placeholder="Find a person"
      options={[...none, ...toOptions(people)]}
      value={[value ?? nobody]}
      emptyText={isPending ? 'Loading people …' : 'No active person has this name.'}
      onChange={([next]) => onChange(people.find(({ userId }) => userId === next) ?? null)}
    />
  )
}

/** Several people: a set, which the panel stays open for. */
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
  const { data, isPending } = useQuery(personNameQueries.list())
  return (
    <Picker
      multiple
      trigger={trigger}
      label={label}
      placeholder="Find a person"
      options={toOptions((data?.people ?? []).filter(({ isMe }) => !isMe))}
      value={value}
      emptyText={isPending ? 'Loading people …' : 'No active person has this name.'}
      onChange={onChange}
    />
  )
}
