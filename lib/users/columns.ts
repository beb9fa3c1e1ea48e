import type { ColumnShape } from '@/lib/table/shown-columns'
import type { UserSortName } from './schema'

/**
 * The columns of the list of users, for the list, its address and its exports. The first column contains the name of a
 * user.
 */

export type UserColumnId = UserSortName

interface UserColumn extends ColumnShape<UserColumnId> {
  sort?: UserSortName
}

export const userColumns: readonly UserColumn[] = [
  { id: 'name', sort: 'name', widthPx: 180, minWidthPx: 140, isShownFirst: true },
  { id: 'email', sort: 'email', widthPx: 280, minWidthPx: 180, isShownFirst: true },
  { id: 'seat', sort: 'seat', widthPx: 84, isShownFirst: true },
  { id: 'groups', sort: 'groups', widthPx: 200, minWidthPx: 120, isShownFirst: true },
  { id: 'sites', sort: 'sites', widthPx: 130, minWidthPx: 110, isShownFirst: true },
  { id: 'timezone', sort: 'timezone', widthPx: 130, minWidthPx: 110, isShownFirst: true },
  { id: 'status', sort: 'status', widthPx: 112, isShownFirst: true },
  { id: 'imported', sort: 'imported', widthPx: 120, minWidthPx: 120, isShownFirst: true },
  { id: 'id', sort: 'id', widthPx: 300, minWidthPx: 160 },
]
