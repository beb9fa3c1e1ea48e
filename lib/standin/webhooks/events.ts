const words = (text: string) => text.trim().split(/\s+/)
const family = (name: string, endings: string) => words(endings).map((ending) => `TRIGGER_EVENT_${name}_${ending}`)

const aboutActions =
  'CREATED UPDATED DELETED TITLE_UPDATED DESCRIPTION_UPDATED DATE_DUE_UPDATED STATUS_UPDATED PRIORITY_UPDATED ' +
  'COLLABORATORS_ADDED COLLABORATORS_REMOVED COLLABORATORS_UPDATED SITE_UPDATED ORG_UPDATED CATEGORY_UPDATED'

/**
 * All events that can be subscribed to (service.md 8). Only those of inspections, and the assignment of an action, happen
 * here.
 */
export const triggerEvents: ReadonlySet<string> = new Set([
  'TRIGGER_EVENT_INSPECTION',
  ...family(
    'INSPECTION',
    'METADATA HAS_STARTED CLONED COMPLETED_STATUS LOCATION DURATION ARCHIVED_STATUS DELETED_STATUS OWNER ACCESS ' +
      'ORGANISATION STARTED UPDATED COMPLETED ARCHIVED UNARCHIVED ITEM_UPDATED ITEM_SITE ITEM_TEXT ITEM_TEMPERATURE ' +
      'ITEM_ADDRESS ITEM_ASSET ITEM_DATETIME ITEM_CHECKBOX ITEM_LIST ITEM_QUESTION ITEM_MEDIA ITEM_DRAWING ' +
      'ITEM_SIGNATURE ITEM_SLIDER ITEM_NOTE ITEM_DYNAMIC_FIELD',
  ),
  ...family('ACTION', `${aboutActions} ASSET_UPDATED LABELS_UPDATED`),
  ...family('INCIDENT', aboutActions),
  'TRIGGER_EVENT_MEDIA_UPLOADED',
  ...family(
    'TRAINING',
    'COURSE_CREATED COURSE_UPDATED COURSE_PUBLISHED COURSE_REPUBLISHED COURSE_UNPUBLISHED COURSE_DELETED ' +
      'COURSE_ENROLLED COURSE_OPENED COURSE_COMPLETED COURSE_EXPIRED COURSE_RESET LESSON_CREATED LESSON_UPDATED ' +
      'LESSON_PUBLISHED LESSON_UNPUBLISHED LESSON_DELETED LESSON_OPENED LESSON_COMPLETED QUIZ_SESSION_STARTED ' +
      'QUIZ_SESSION_RETRIED',
  ),
  ...family('ATTENDANCE', 'SIGNED_ON SIGNED_OFF'),
])

/** What can happen to an inspection. `touched`: a new version without new answers. */
export const eventKinds = ['started', 'changed', 'touched', 'completed', 'archived', 'unarchived', 'deleted'] as const
export type EventKind = (typeof eventKinds)[number]
/** A person is assigned to an action. */
export type ActionKind = 'assigned'

interface Naming {
  /** From general to special. The last one is the key under `data.event`. */
  names: readonly string[]
  /** Older names, sent only to those who subscribe to them. */
  older: readonly string[]
}

// INFERRED except for `started`: the service's pages show only that one.
const namings: Record<EventKind | ActionKind, Naming> = {
  started: { names: ['INSPECTION', 'INSPECTION_METADATA', 'INSPECTION_HAS_STARTED'], older: ['INSPECTION_STARTED'] },
  changed: { names: ['INSPECTION', 'INSPECTION_ITEM_UPDATED'], older: ['INSPECTION_UPDATED'] },
  touched: { names: ['INSPECTION', 'INSPECTION_METADATA'], older: ['INSPECTION_UPDATED'] },
  completed: {
    names: ['INSPECTION', 'INSPECTION_METADATA', 'INSPECTION_COMPLETED_STATUS'],
    older: ['INSPECTION_COMPLETED'],
  },
  archived: {
    names: ['INSPECTION', 'INSPECTION_METADATA', 'INSPECTION_ARCHIVED_STATUS'],
    older: ['INSPECTION_ARCHIVED'],
  },
  unarchived: {
    names: ['INSPECTION', 'INSPECTION_METADATA', 'INSPECTION_ARCHIVED_STATUS'],
    older: ['INSPECTION_UNARCHIVED'],
  },
  deleted: { names: ['INSPECTION', 'INSPECTION_METADATA', 'INSPECTION_DELETED_STATUS'], older: [] },
  // The events for the contract's "action being assigned" are not documented either.
  assigned: { names: ['ACTION_UPDATED', 'ACTION_COLLABORATORS_UPDATED', 'ACTION_COLLABORATORS_ADDED'], older: [] },
}

const prefix = (name: string) => `TRIGGER_EVENT_${name}`

/** The event types sent to a subscription, from general to special; null when it subscribed to none of them. */
export function eventTypesFor(kind: EventKind | ActionKind, asked: ReadonlySet<string>): string[] | null {
  const { names, older } = namings[kind]
  const told = names.map(prefix)
  const alsoAsked = older.map(prefix).filter((name) => asked.has(name))
  if (alsoAsked.length === 0 && !told.some((name) => asked.has(name))) return null
  return [...told, ...alsoAsked]
}

/** The one key under `data.event`. */
export const innerKeyOf = (kind: EventKind | ActionKind) => (namings[kind].names.at(-1) ?? 'inspection').toLowerCase()
