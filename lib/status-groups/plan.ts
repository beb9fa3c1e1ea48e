import 'server-only'
import type * as z from 'zod'
import { AppError, invalidField } from '@/lib/errors'
import type { StatusGroupPatch, WireStatusGroup } from '@/lib/service/assets'
import { serverText } from '@/lib/server-text'
import { toStatusGroup } from './data'
import type { StatusGroup, StatusOption, statusGroupEdit } from './schema'

/** Checks an edit and creates the smallest request for it. */

type Edit = z.output<typeof statusGroupEdit>

export interface EditPlan {
  patch: StatusGroupPatch
  /** Options of the base that are missing in the edit. */
  removed: StatusOption[]
}

function refuse(field: string, message: string): never {
  throw invalidField(field, message)
}

function isSameOptions(one: readonly StatusOption[], other: readonly StatusOption[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ optionId, name, color }, index) => {
      const twin = other[index]
      return twin?.optionId === optionId && twin.name === name && twin.color === color
    })
  )
}

/** Whether two groups have the same content, apart from the types that use them. */
export function isSameContent(one: StatusGroup, other: StatusGroup): boolean {
  return one.name === other.name && one.description === other.description && isSameOptions(one.options, other.options)
}

/** Whether the same types use both groups. */
export function isSameUse(one: StatusGroup, other: StatusGroup): boolean {
  const types = new Set(one.typeIds)
  return types.size === new Set(other.typeIds).size && other.typeIds.every((typeId) => types.has(typeId))
}

/**
 * The request for an edit.
 * @throws AppError invalid if the edit changes nothing, names options that the base does not have, lacks a target for
 * assets of removed options, or has an unnecessary one
 */
export function planEdit(groupId: string, edit: Edit): EditPlan {
  const { base } = edit
  if (base.groupId !== groupId) refuse('base', serverText('statusGroups.otherGroup'))
  const patch: StatusGroupPatch = {}
  if (edit.name !== undefined && edit.name !== base.name) patch.name = edit.name
  if (edit.description !== undefined && edit.description !== base.description) patch.description = edit.description

  const options = edit.options ?? base.options
  const known = new Set(base.options.map(({ optionId }) => optionId))
  const kept = new Set<string>()
  for (const { optionId } of options) {
    if (optionId === null) continue
    if (!known.has(optionId)) refuse('options', serverText('statusGroups.statusNotInGroup'))
    if (kept.has(optionId)) refuse('options', serverText('statusGroups.statusTwice'))
    kept.add(optionId)
  }
  const isOther = !isSameOptions(
    base.options,
    options.map((option) => ({ ...option, optionId: option.optionId ?? '' })),
  )
  if (isOther) patch.options = options
  const removed = base.options.filter(({ optionId }) => !kept.has(optionId))

  if (removed.length > 0) {
    if (edit.removed === undefined) refuse('removed', serverText('statusGroups.chooseFate'))
    if (edit.removed.kind === 'move') {
      if (!kept.has(edit.removed.optionId)) refuse('removed', serverText('statusGroups.targetNotKept'))
      patch.moveTo = edit.removed.optionId
    }
  } else if (edit.removed !== undefined) refuse('removed', serverText('statusGroups.nothingRemoved'))
  if (Object.keys(patch).length === 0) refuse('body', serverText('statusGroups.noChanges'))
  return { patch, removed }
}

/** Adds fields that Sightline does not know to the options of a patch, so that they are written back unchanged. */
export function withRest(patch: StatusGroupPatch, current: WireStatusGroup): StatusGroupPatch {
  if (patch.options === undefined) return patch
  const restOf = new Map(current.options.map(({ optionId, rest }) => [optionId, rest]))
  return {
    ...patch,
    options: patch.options.map((option) => {
      const rest = option.optionId === null ? undefined : restOf.get(option.optionId)
      return rest === undefined ? option : { ...option, rest }
    }),
  }
}

/** The group after the patch. New options have an empty id, because their ids are not known yet. */
export function applyPatch(current: StatusGroup, patch: StatusGroupPatch): StatusGroup {
  return {
    ...current,
    name: patch.name ?? current.name,
    description: patch.description ?? current.description,
    options:
      patch.options === undefined
        ? current.options
        : patch.options.map(({ optionId, name, color }) => ({ optionId: optionId ?? '', name, color })),
  }
}

/**
 * Whether a group has the requested content. A requested option with an empty id is new, so it matches any id that did
 * not exist before.
 */
export function isAsAsked(group: StatusGroup, asked: StatusGroup, idsBefore: ReadonlySet<string>): boolean {
  return (
    group.name.trim() === asked.name.trim() &&
    group.description.trim() === asked.description.trim() &&
    group.options.length === asked.options.length &&
    asked.options.every((option, index) => {
      const made = group.options[index]
      if (made === undefined || made.name.trim() !== option.name.trim() || made.color !== option.color) return false
      return option.optionId === '' ? !idsBefore.has(made.optionId) : made.optionId === option.optionId
    })
  )
}

/** @throws AppError conflict if the group has changed, with the current group as `current` */
export function requireUnchanged(base: StatusGroup, current: WireStatusGroup, { withTypes }: { withTypes: boolean }) {
  const now = toStatusGroup(current)
  if (!isSameContent(base, now))
    throw new AppError('conflict', serverText('statusGroups.changedSince'), { details: { current: now } })
  if (withTypes && !isSameUse(base, now))
    throw new AppError('conflict', serverText('statusGroups.typesChangedSince'), { details: { current: now } })
}

/**
 * @throws AppError upstream_failed if an option has no id, because a set without it would remove it and clear its
 * assets
 */
export function requireReadable(current: WireStatusGroup, patch: StatusGroupPatch): void {
  if (patch.options === undefined || current.unreadCount === 0) return
  throw new AppError('upstream_failed', serverText('statusGroups.unreadableStatus'))
}
