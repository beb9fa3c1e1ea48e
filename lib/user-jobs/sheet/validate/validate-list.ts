import { referenceNamesMax, type UserReferences } from '@/lib/user-jobs/references-schema'
import type { Field } from '@/lib/user-jobs/sheet/fields'
import { parseList, parseReference, referenceKey, referencesMax } from '@/lib/user-jobs/sheet/list'
import { isRemovalOf } from '@/lib/user-jobs/sheet/replace-item'
import type { IssueText, Known, KnownNames } from '@/lib/user-jobs/sheet/types'
import { type CellTrouble, clip, trouble } from './validate-trouble'

/** Validates cells that name groups, sites or permission sets. */

/** Errors of one cell, so that a cell pasted by mistake does not fill the screen. */
const shownMax = 5

const foldName = (name: string) => name.trim().toLowerCase()

const fold = (names: readonly string[], isWhole: boolean): KnownNames => ({
  keys: new Set(names.map(foldName)),
  // Longer lists are cut off when they are read.
  isWhole: isWhole && names.length < referenceNamesMax,
})

/** The names to compare cells with. They are folded once for all rows. */
export function knownNames({
  groups,
  areGroupsWhole,
  sites,
  permissionSets,
}: UserReferences): Pick<Known, 'groups' | 'sites' | 'permissionSets'> {
  // If there are no names, the account can probably see none, or nothing was imported yet, so nothing is known.
  return {
    ...(groups.length > 0 ? { groups: fold(groups, areGroupsWhole) } : {}),
    ...(sites.length > 0 ? { sites: fold(sites, false) } : {}),
    ...(permissionSets.length > 0 ? { permissionSets: fold(permissionSets, false) } : {}),
  }
}

export function checkList(value: string, field: Field, known: Known): CellTrouble[] {
  const isRemoval = isRemovalOf(field.key)
  const { items, trouble: bad } = parseList(value, isRemoval)
  if (bad !== null) return [trouble('bad-list', 'error', bad)]
  if (items.length === 0) return [trouble('bad-list', 'error', 'noNames', [{ kind: 'clear', value: '' }])]
  if (items.length > referencesMax) {
    const values = { count: items.length, max: referencesMax }
    return [trouble('too-many-references', 'error', { key: 'tooManyNames', values })]
  }
  const names = items.flatMap((item) => ('name' in item ? [item.name] : []))
  if (!isRemoval && names.includes('*')) return [trouble('bad-list', 'error', 'cannotAddAll')]
  const isOfGroups = field.key === 'groupsAdd' || field.key === 'groupsRemove'
  return checkNames(names, isOfGroups ? known.groups : known.sites)
}

/** Ids are not checked, because only names are known. Similar names are not searched here, only where one is shown. */
function checkNames(names: readonly string[], known: KnownNames | undefined): CellTrouble[] {
  if (known === undefined) return []
  const missing = names.filter((name) => name !== '*' && !known.keys.has(foldName(name)))
  const [first] = missing
  if (first === undefined) return []
  const code = 'bad-reference'
  if (!known.isWhole) {
    const values = { value: clip(first), others: missing.length - 1 }
    return [{ code, level: 'warning', text: { key: 'unsureReference', values }, value: first }]
  }
  return missing.slice(0, shownMax).map((name) => {
    const text: IssueText = { key: 'noGroup', values: { value: clip(name), part: 'check' } }
    return { code, level: 'error', text, value: name, isPartial: true }
  })
}

/** The error of a cell with one permission set. A set that no import used may exist, so it is only a warning. */
export function checkPermissionSet(value: string, known: KnownNames | undefined): CellTrouble | null {
  const reference = parseReference(value)
  if ('id' in reference ? reference.id.length > 200 : reference.name.length > 500)
    return trouble('too-long', 'error', 'longName')
  if (known === undefined || 'id' in reference || known.keys.has(foldName(reference.name))) return null
  const text: IssueText = { key: 'unusedPermissionSet', values: { value: clip(reference.name) } }
  return { code: 'bad-reference', level: 'warning', text, value: reference.name }
}

/** Names in both lists of a user: added and removed at once. */
export function findAddedAndRemoved(added: string, removed: string): readonly string[] {
  if (added.trim() === '' || removed.trim() === '') return []
  const keys = new Map(parseList(added).items.map((item) => [referenceKey(item), 'id' in item ? item.id : item.name]))
  // Removing all and adding some means "only these", so it is intended and not a mistake.
  return parseList(removed, true).items.flatMap((item) => keys.get(referenceKey(item)) ?? [])
}
