import * as z from 'zod'
import { messageKey } from './message-key-model'
import { readCall, readGroupChange, readOther, readServiceAccount, readViewChange } from './sentence-changes-model'
import {
  status,
  text,
  writeCount,
  writeProgress,
  type Closer,
  type Say,
  type SentenceEntry,
  type SentenceValue,
  type SentenceValues,
} from './sentence-parts-model'
import { knownActions, type KnownAction, type SentenceKey } from './sentence-table-model'
import { readGroupOf, readReviewState, readStatusOf } from '@/lib/activity/view'

/**
 * The key and the values of an entry's sentence. Unknown data is ignored, because the log contains entries of many
 * versions.
 */

interface Read {
  key: SentenceKey
  values: SentenceValues
}

const servicePrefix = 'service.'
function readActor(t: Say, { actorName }: SentenceEntry): SentenceValue {
  return { kind: 'person', name: actorName.trim() === '' ? t('values.someone') : actorName }
}

function readObject(t: Say, entry: SentenceEntry): SentenceValues {
  const { actorId, objectKind, objectId, objectName } = entry
  const thing = (name: string): SentenceValue => ({ kind: 'thing', name, objectKind, objectId })
  if (objectKind === 'account' && objectId !== null && objectId === actorId) {
    const own = thing(t('values.ownAccount'))
    return { object: own, own }
  }
  return { object: thing(objectName.trim() === '' ? (objectId ?? t('values.unnamed')) : objectName) }
}

const actions: ReadonlySet<string> = new Set(knownActions)
const isAction = (action: string): action is KnownAction => actions.has(action)

/** The key and the values of an entry. */
export function readValues(t: Say, entry: SentenceEntry): Read {
  const { action, bulk } = entry
  const common: SentenceValues = { actor: readActor(t, entry), ...readObject(t, entry) }
  if (bulk != null && bulk.total > 0) common.progress = text(writeProgress(t, bulk))
  const key = isAction(action) ? action : action.startsWith(servicePrefix) ? 'service.call' : 'unknown'
  const closer = readCloser(t, key, entry)
  return { key: closer?.key ?? key, values: { ...common, ...closer?.values } }
}

function readCloser(t: Say, key: SentenceKey, entry: SentenceEntry): Closer | null {
  const [noun, verb = ''] = key.split('.')
  switch (noun) {
    case 'asset':
      return { values: readStatuses(t, entry) }
    case 'asset-type':
      return { values: readGroups(t, entry) }
    case 'asset-change':
      return verb === 'start' ? readBulk(t, entry) : null
    case 'status-group':
      return verb === 'update' ? readGroupChange(t, entry) : null
    case 'saved-view':
      return verb === 'update' ? readViewChange(t, entry) : null
    case 'service-account':
      return readServiceAccount(t, entry, verb)
    case 'review':
      return { values: readReview(t, entry) }
    case 'service':
      return { values: readCall(t, entry) }
    case 'unknown':
      return { values: { extra: text(entry.action === '' ? t('values.unknownAction') : entry.action) } }
    default:
      return { values: readOther(t, key, entry) }
  }
}

function readStatuses(t: Say, { before, after, isWithheld }: SentenceEntry): SentenceValues {
  const [from, to] = [readStatusOf(before), readStatusOf(after)]
  // If both sides are empty, the values are hidden from the person or unknown.
  if (isWithheld || from === undefined || to === undefined || (from === null && to === null)) return {}
  return { from: status(t, from), ...(to === null ? {} : { to: status(t, to) }) }
}

const group = (t: Say, given: { groupId: string | null; name: string } | null): SentenceValue =>
  given === null
    ? text(t('values.noGroup'))
    : { kind: 'thing', name: given.name, objectKind: 'status-group', objectId: given.groupId }

function readGroups(t: Say, { before, after, isWithheld }: SentenceEntry): SentenceValues {
  const [from, to] = [readGroupOf(before), readGroupOf(after)]
  if (isWithheld || from === undefined || to === undefined || (from === null && to === null)) return {}
  return { from: group(t, from), ...(to === null ? {} : { to: group(t, to) }) }
}

function readBulk(t: Say, { bulk, objectKind, objectId, objectName }: SentenceEntry): Closer | null {
  if (bulk?.act == null || bulk.total === 0) return null
  const thing = (name: string): SentenceValue => ({ kind: 'thing', name, objectKind, objectId })
  if (bulk.act === 'undo') return { key: 'types.undo', values: { object: thing(bulk.undone ?? objectName) } }
  const object = thing(bulk.only ?? writeCount(t, bulk.things, bulk.total))
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
const state = (t: Say, name: string) => {
  const known = readReviewState(name)
  return text(known === null ? name.toLowerCase() : t(`values.reviewState.${messageKey(known)}`))
}

function readReview(t: Say, { before, after, isWithheld }: SentenceEntry): SentenceValues {
  const [was, is] = [reviewed.safeParse(before).data, reviewed.safeParse(after).data]
  if (isWithheld || is === undefined) return {}
  return {
    to: state(t, is.state),
    ...(was === undefined || was.state === is.state ? {} : { from: state(t, was.state) }),
  }
}
