import * as z from 'zod'
import { readCall, readGroupChange, readOther, readServiceAccount, readViewChange } from './sentence-changes-model'
import {
  count,
  nouns,
  status,
  text,
  type Closer,
  type SentenceEntry,
  type SentenceValue,
  type SentenceValues,
} from './sentence-parts-model'
import { actionTable, type KnownAction, type SentenceKey } from './sentence-table-model'
import { readGroupOf, readStateName, readStatusOf } from './view'

/** Which row of the table an entry is, and the values that it fills in. The log is read leniently: what is not understood is left out. */

interface Read {
  key: SentenceKey
  values: SentenceValues
}

const servicePrefix = 'service.'
/** Names under which entries were written that nobody with an account made. */
const actorNames = new Map([
  ['The console', 'System'],
  ['(not an e-mail address)', 'Someone'],
])

function readActor({ actorId, actorName }: SentenceEntry): SentenceValue {
  const name = actorId === null ? (actorNames.get(actorName) ?? actorName) : actorName
  return { kind: 'person', name: name.trim() === '' ? 'Someone' : name }
}

function readObject(entry: SentenceEntry): SentenceValues {
  const { actorId, objectKind, objectId, objectName } = entry
  const thing = (name: string): SentenceValue => ({ kind: 'thing', name, objectKind, objectId })
  if (objectKind === 'account' && objectId !== null && objectId === actorId) {
    const own = thing('their own account')
    return { object: own, own }
  }
  return { object: thing(objectName.trim() === '' ? (objectId ?? 'an unnamed object') : objectName) }
}

const isAction = (action: string): action is KnownAction => Object.hasOwn(actionTable, action)

/** The row and the values of an entry. */
export function readValues(entry: SentenceEntry): Read {
  const { action, bulk } = entry
  const common: SentenceValues = { actor: readActor(entry), ...readObject(entry) }
  if (bulk != null && bulk.total > 0) common.progress = { kind: 'progress', bulk }
  const key = isAction(action) ? action : action.startsWith(servicePrefix) ? 'service.call' : 'unknown'
  const closer = readCloser(key, entry)
  return { key: closer?.key ?? key, values: { ...common, ...closer?.values } }
}

function readCloser(key: SentenceKey, entry: SentenceEntry): Closer | null {
  const [noun, verb = ''] = key.split('.')
  switch (noun) {
    case 'asset':
      return { values: readStatuses(entry) }
    case 'asset-type':
      return { values: readGroups(entry) }
    case 'asset-change':
      return verb === 'start' ? readBulk(entry) : null
    case 'status-group':
      return verb === 'update' ? readGroupChange(entry) : null
    case 'saved-view':
      return verb === 'update' ? readViewChange(entry) : null
    case 'service-account':
      return readServiceAccount(entry, verb)
    case 'review':
      return { values: readReview(entry) }
    case 'service':
      return { values: readCall(entry) }
    case 'unknown':
      return { values: { extra: text(entry.action === '' ? 'unknown' : entry.action) } }
    default:
      return { values: readOther(key, entry) }
  }
}

function readStatuses({ before, after, isWithheld }: SentenceEntry): SentenceValues {
  const [from, to] = [readStatusOf(before), readStatusOf(after)]
  // Nothing on both sides is what a person may not see, or an entry of which nothing is known.
  if (isWithheld || from === undefined || to === undefined || (from === null && to === null)) return {}
  return { from: status(from), ...(to === null ? {} : { to: status(to) }) }
}

const group = (given: { groupId: string | null; name: string } | null): SentenceValue =>
  given === null
    ? text('No group')
    : { kind: 'thing', name: given.name, objectKind: 'status-group', objectId: given.groupId }

function readGroups({ before, after, isWithheld }: SentenceEntry): SentenceValues {
  const [from, to] = [readGroupOf(before), readGroupOf(after)]
  if (isWithheld || from === undefined || to === undefined || (from === null && to === null)) return {}
  return { from: group(from), ...(to === null ? {} : { to: group(to) }) }
}

const undoPrefix = 'Undo: '

function readBulk({ bulk, objectKind, objectId, objectName }: SentenceEntry): Closer | null {
  if (bulk?.act == null || bulk.total === 0) return null
  const thing = (name: string): SentenceValue => ({ kind: 'thing', name, objectKind, objectId })
  if (bulk.act === 'undo')
    return {
      key: 'types.undo',
      values: { object: thing(objectName.startsWith(undoPrefix) ? objectName.slice(undoPrefix.length) : objectName) },
    }
  const [one, many] = nouns[bulk.things]
  const object = thing(bulk.only ?? count(bulk.total, one, many))
  const to: SentenceValues =
    bulk.to === null
      ? {}
      : {
          to:
            bulk.things === 'asset'
              ? { kind: 'status', name: bulk.to.name, color: bulk.to.color }
              : { kind: 'thing', name: bulk.to.name, objectKind: 'status-group', objectId: bulk.to.id },
        }
  const key = `${bulk.things === 'asset' ? 'assets' : 'types'}.${bulk.act}` as const
  return isBulkKey(key) ? { key, values: { object, ...to } } : null
}

const bulkKeys = [
  'assets.set-status',
  'assets.clear-status',
  'assets.restore-status',
  'types.assign-group',
  'types.remove-group',
  'types.change-group',
] as const
const isBulkKey = (key: string): key is (typeof bulkKeys)[number] => bulkKeys.some((known) => known === key)

const reviewed = z.object({ state: z.string() })
const state = (name: string) => text(readStateName(name).toLowerCase())

function readReview({ before, after, isWithheld }: SentenceEntry): SentenceValues {
  const [was, is] = [reviewed.safeParse(before).data, reviewed.safeParse(after).data]
  if (isWithheld || is === undefined) return {}
  return { to: state(is.state), ...(was === undefined || was.state === is.state ? {} : { from: state(was.state) }) }
}
