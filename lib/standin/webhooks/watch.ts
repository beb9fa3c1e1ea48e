import type { Change } from '../changes'
import type { Entry, Store } from '../store'
import type { ActionKind, EventKind } from './events'

/** Something that happened to an inspection, with its state at that moment. */
interface InspectionHappening {
  kind: EventKind
  entry: Entry
}
export interface ActionHappening {
  kind: ActionKind
  action: { id: string; title: string }
  /** The assignee, and the person who assigned the action. */
  assigneeId: string
  assignedBy: string
}
export type Happening = InspectionHappening | ActionHappening

/** The events for a change of the store. @param before the inspection before the change */
export function happeningsOf(store: Store, change: Change, before: Entry | null): InspectionHappening[] {
  switch (change.kind) {
    case 'insert':
      // Inspections that are complete when they are created come from a device that was offline. One delivery reports
      // them.
      return Array.from({ length: change.count }, (_, at) => store.entryOf(store.idAt(change.index + at))).flatMap(
        (entry) => (entry ? [{ kind: entry.completed ? 'completed' : 'started', entry } as const] : []),
      )
    case 'create':
      return notify(store, change.id, ['started'])
    case 'answer':
      return notify(store, change.id, before ? kindsOfAnswer(change, before) : [])
    case 'work':
      return notify(store, change.id, [
        before === null ? 'started' : change.answered === null ? 'completed' : 'changed',
      ])
    case 'complete':
      return notify(store, change.id, before ? ['completed'] : [])
    case 'touch':
    case 'override':
      return notify(store, change.id, before ? ['touched'] : [])
    case 'flag':
      return notify(store, change.id, kindsOfFlag(change.archived, before))
    case 'delete':
      return before ? [{ kind: 'deleted', entry: before }] : []
    default:
      return []
  }
}

function notify(store: Store, id: string, kinds: readonly EventKind[]): InspectionHappening[] {
  const entry = kinds.length === 0 ? null : store.entryOf(id)
  return entry ? kinds.map((kind) => ({ kind, entry })) : []
}

function kindsOfFlag(archived: boolean, before: Entry | null): EventKind[] {
  if (before === null || before.archived === archived) return []
  return [archived ? 'archived' : 'unarchived']
}

function kindsOfAnswer(change: Extract<Change, { kind: 'answer' }>, before: Entry): EventKind[] {
  const kinds: EventKind[] = change.header_items || change.items ? ['changed'] : []
  if (change.archived !== undefined) kinds.push(...kindsOfFlag(change.archived, before))
  return kinds.length > 0 ? kinds : ['touched']
}
