'use client'

import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { type Role, roles } from '@/lib/access/permissions'
import type { PeopleSort, PersonState } from '@/lib/people/list-schema'
import { directions, peopleSorts, personStates } from '@/lib/people/values-model'
import type { ListState } from './use-people-state'

const light = (chunks: ReactNode) => <span className="font-normal">{chunks}</span>

function FilterButton({
  name,
  value,
  ...rest
}: { name: 'role' | 'status'; value: string | null } & Omit<ComponentProps<'button'>, 'name' | 'value' | 'children'>) {
  const t = useTranslations('people.filters')
  return (
    <Button
      {...rest}
      className={value === null ? 'text-ink-muted' : 'border-line-strong'}
      // The label alone is not enough: the button in the column header, which sorts, has the same label.
      aria-label={value === null ? t(`${name}.by`) : t(`${name}.named`, { value })}
    >
      {value === null ? t(`${name}.label`) : t.rich(`${name}.chosen`, { value, light })}
      <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />
    </Button>
  )
}

const any = 'any'

/** Role and status, and the order: small screens have no column headers, and email has none on large ones. */
export function PeopleFilters({ state: { filter, set } }: { state: ListState }) {
  const t = useTranslations('people')
  const tRoles = useTranslations('common.roles')
  const [role] = filter.role
  const [state] = filter.state
  return (
    <>
      <Menu align="start" trigger={<FilterButton name="role" value={role === undefined ? null : tRoles(role)} />}>
        <MenuChoice<Role | typeof any>
          label={t('filters.role.label')}
          value={role ?? any}
          options={[
            { value: any, label: t('filters.role.all') },
            ...roles.map((value) => ({ value, label: tRoles(value) })),
          ]}
          onChange={(value) => set({ role: value === any ? null : [value] })}
        />
      </Menu>
      <Menu
        align="start"
        trigger={<FilterButton name="status" value={state === undefined ? null : t(`states.${state}`)} />}
      >
        <MenuChoice<PersonState | typeof any>
          label={t('filters.status.label')}
          value={state ?? any}
          options={[
            { value: any, label: t('filters.status.all') },
            ...personStates.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
          onChange={(value) => set({ state: value === any ? null : [value] })}
        />
      </Menu>
      <Menu
        align="start"
        trigger={
          <Button icon={ArrowUpDown} aria-label={t('filters.sort.named', { column: t(`columns.${filter.sort}`) })}>
            {t(`columns.${filter.sort}`)}
          </Button>
        }
      >
        <MenuChoice<PeopleSort>
          label={t('filters.sort.label')}
          value={filter.sort}
          options={peopleSorts.map((value) => ({ value, label: t(`columns.${value}`) }))}
          onChange={(sort) => set({ sort, order: null })}
        />
        <MenuChoice<(typeof directions)[number]>
          label={t('filters.sort.direction')}
          value={filter.order}
          options={directions.map((value) => ({ value, label: t(`filters.sort.${value}`) }))}
          onChange={(order) => set({ order: order === 'up' ? null : order })}
        />
      </Menu>
    </>
  )
}
