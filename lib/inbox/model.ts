import { can, type Role } from '@/lib/access/permissions'
import type { Notice, NoticeKind } from './schema'
import { noticeKinds } from './values-model'

/**
 * The kinds of notices that a role can receive. For example, only people who can fix problems of the sync receive
 * notices about them.
 */
export function listKinds(role: Role): readonly NoticeKind[] {
  return noticeKinds.filter((kind) => {
    if (kind === 'trouble') return can(role, 'system:write')
    if (kind === 'import') return can(role, 'user-jobs:write')
    if (kind === 'export') return can(role, 'exports:write')
    if (kind === 'conflict') return can(role, 'assets:write')
    return true
  })
}

const pathOf = (id: string) => encodeURIComponent(id)

/** The page on which the person can act on a notice; null for a target that this version does not know. */
export function noticePath({ target }: Pick<Notice, 'target'>): string | null {
  if (target === null) return null
  const { kind, id } = target
  if (kind === 'follow-ups') return '/review/follow-ups?assignee=me'
  if (kind === 'proposals') return '/assets/proposals'
  if (kind === 'rules') return '/rules'
  if (kind === 'outgoing') return '/outgoing'
  if (kind === 'export-schedules') return '/exports/schedules'
  if (kind === 'system') return '/system'
  if (id === null) return null
  if (kind === 'inspection') return `/inspections/${pathOf(id)}`
  if (kind === 'import') return `/users/imports/${pathOf(id)}`
  if (kind === 'export') return `/exports/${pathOf(id)}`
  if (kind === 'asset') return `/assets?row=${pathOf(id)}`
  if (kind === 'asset-change') return `/assets/changes/${pathOf(id)}`
  return null
}
