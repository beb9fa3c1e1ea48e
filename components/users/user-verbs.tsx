'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { BulkFiles, type FileField, useCopiedLinks } from '@/components/ui/data-table/records/bulk-files'
import { isSelected, type Selection } from '@/components/ui/data-table/selection/selection'
import type { SelectionStore } from '@/components/ui/data-table/selection/selection-store'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { userHref } from '@/lib/browser/routes'
import type { UserColumnId } from '@/lib/users/columns'
import { listGroups, sortByGroup } from '@/lib/users/model'
import { readAllUsers, userQueries } from '@/lib/users/queries'
import type { UserFacetName, UserFilter, UserRow } from '@/lib/users/schema'
import { describeImport, describeSeat, describeStatus } from './user-texts'

export type UserStore = SelectionStore<string, UserRow>

/** The fields of each column in files, with the labels of the list. */
function useFields(): Readonly<Record<UserColumnId, ReadonlyArray<FileField<UserRow>>>> {
  const t = useTranslations('users')
  const field = (id: UserColumnId, value: FileField<UserRow>['value']) => [{ label: t(`columns.${id}`), value }]
  return {
    name: field('name', ({ name }) => name),
    email: field('email', ({ email }) => email),
    seat: field('seat', ({ seat }) => describeSeat(t, seat)),
    groups: field('groups', ({ groups }) => (groups ?? []).join(', ')),
    sites: field('sites', ({ sites }) => (sites ?? []).join(', ')),
    timezone: field('timezone', ({ timezone }) => timezone),
    status: field('status', ({ status }) => describeStatus(t, status)),
    imported: [
      ...field('imported', ({ lastImport }) => (lastImport === null ? null : { time: lastImport.at })),
      {
        label: t('imports.result'),
        value: ({ lastImport }) => (lastImport === null ? null : describeImport(t, lastImport.state)),
      },
    ],
    id: field('id', ({ userId }) => userId),
  }
}

/** Saves and copies selected users. */
export function UserVerbs({
  selection,
  store,
  filter,
  group,
  look,
}: {
  selection: Selection
  store: UserStore
  /** The filter of the list, for "all matching". */
  filter: UserFilter
  /** By what the list is grouped. */
  group: UserFacetName | null
  look: TableLook
}) {
  const t = useTranslations('users')
  const common = useTranslations('shell.table.selection')
  const fields = useFields()
  const linksOf = useCopiedLinks()
  const queryClient = useQueryClient()
  const load = async () => {
    const rows =
      selection.kind === 'ids'
        ? selection.ids.flatMap((id) => store.readSeen().get(id) ?? [])
        : (await readAllUsers(filter)).filter(({ userId }) => isSelected(selection, userId))
    if (group === null) return rows
    // The grouped list has loaded them.
    const facets = await queryClient.ensureQueryData(userQueries.facets(filter))
    return sortByGroup(rows, listGroups(facets, filter, group), group)
  }
  return (
    <BulkFiles
      name="users"
      fields={look.shown.flatMap(({ id }) => (id in fields ? fields[id as UserColumnId] : []))}
      copies={[
        { id: 'emails', label: t('selection.emails'), textOf: ({ email }) => email },
        { id: 'ids', label: common('ids'), textOf: ({ userId }) => userId },
        linksOf(({ userId }: UserRow) => userHref(userId)),
      ]}
      load={load}
    />
  )
}
