'use client'

import { ArrowUpDown, ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { type Role, roles } from '@/lib/access/permissions'
import { roleWords, stateWords } from '@/lib/people/list-model'
import { type PeopleSort, peopleSorts, type PersonState, personStates } from '@/lib/people/list-schema'
import type { ListState } from './use-people-state'

export const sortWords: Readonly<Record<PeopleSort, string>> = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  state: 'State',
  seen: 'Last seen',
}

function FilterButton({
  label,
  value,
  ...rest
}: { label: string; value: string | null } & Omit<ComponentProps<'button'>, 'value' | 'children'>) {
  return (
    <Button
      {...rest}
      className={value === null ? 'text-ink-muted' : 'border-line-strong'}
      // The head of the column has the same word, and sorts.
      aria-label={value === null ? `Filter by ${label.toLowerCase()}` : `${label}: ${value}`}
    >
      {label}
      {value !== null && <span className="font-normal">: {value}</span>}
      <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />
    </Button>
  )
}

const any = 'any'

/** Role and state; on phones, where there are no column heads, also the order. */
export function PeopleFilters({ state: { filter, set } }: { state: ListState }) {
  const [role] = filter.role
  const [state] = filter.state
  return (
    <>
      <Menu align="start" trigger={<FilterButton label="Role" value={role === undefined ? null : roleWords[role]} />}>
        <MenuChoice<Role | typeof any>
          label="Role"
          value={role ?? any}
          options={[{ value: any, label: 'All roles' }, ...roles.map((value) => ({ value, label: roleWords[value] }))]}
          onChange={(value) => set({ role: value === any ? null : [value] })}
        />
      </Menu>
      <Menu
        align="start"
        trigger={<FilterButton label="State" value={state === undefined ? null : stateWords[state]} />}
      >
        <MenuChoice<PersonState | typeof any>
          label="State"
          value={state ?? any}
          options={[
            { value: any, label: 'All states' },
            ...personStates.map((value) => ({ value, label: stateWords[value] })),
          ]}
          onChange={(value) => set({ state: value === any ? null : [value] })}
        />
      </Menu>
      <Menu
        align="start"
        trigger={
          <Button icon={ArrowUpDown} aria-label={`Sort by: ${sortWords[filter.sort]}`} className="xl:hidden">
            {sortWords[filter.sort]}
          </Button>
        }
      >
        <MenuChoice<PeopleSort>
          label="Sort by"
          value={filter.sort}
          options={peopleSorts.map((value) => ({ value, label: sortWords[value] }))}
          onChange={(sort) => set({ sort, order: null })}
        />
      </Menu>
    </>
  )
}
