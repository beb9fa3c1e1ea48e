import type { QueryKey } from '@tanstack/react-query'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { Refresher } from '@/lib/browser/live/refresh'
import type { EventKind, LiveEvent } from '@/lib/events/schema'
import { eventKinds } from '@/lib/events/values-model'

/** The queries that show a change. */
interface Shown {
  key: QueryKey
  /** Filters the queries with this key; all of them by default. */
  isIt?: (key: QueryKey) => boolean
  /** The shortest interval in milliseconds, if a second is too short. */
  everyMs?: number
}

/** Finds the queries of the changed objects, for keys whose third part is an id (`['exports', 'job', jobId]`). */
const ofOne =
  (ids: LiveEvent['ids'], names: readonly string[]) =>
  ([, name, id]: QueryKey): boolean =>
    typeof name !== 'string' || !names.includes(name) || ids === null || (typeof id === 'string' && ids.includes(id))

const isNamed =
  (...names: readonly string[]) =>
  ([, name]: QueryKey): boolean =>
    typeof name === 'string' && names.includes(name)

/** The document of a version and the differences between two never change. Earlier inspections seldom change. */
const isFixed = isNamed('raw', 'changes', 'earlier')

const inspections = (ids: LiveEvent['ids']): Shown => ({
  key: queryKeys.inspections,
  isIt: (key) => !isFixed(key) && ofOne(ids, ['report', 'versions'])(key),
})
const inspectionLists: Shown = {
  key: queryKeys.inspections,
  isIt: (key) => !isFixed(key) && !isNamed('report', 'versions', 'templates')(key),
}
const overview: Shown = { key: queryKeys.overview, everyMs: 2_000 }
/** The server counts it at most every two seconds. */
const attention: Shown = { key: queryKeys.overview, isIt: isNamed('attention'), everyMs: 2_500 }
const viewCounts: Shown = { key: queryKeys.savedViews, isIt: isNamed('counts'), everyMs: 5_000 }
const reviews = (ids: LiveEvent['ids']): Shown => ({ key: queryKeys.reviews, isIt: ofOne(ids, ['detail']) })
/** The files on the wall stay in place; the wall itself offers new ones. */
const wallNews: Shown = { key: queryKeys.media, isIt: isNamed('wall-newest', 'wall-total') }
const activity: Shown = { key: queryKeys.activity }
const restorable: Shown = { key: queryKeys.assetChanges, isIt: isNamed('kept') }

/** Lists of SafetyCulture with numbers of Sightline. Each refresh uses up requests that jobs and people need. */
const serviceEveryMs = 5_000
const templateUse: Shown = { key: queryKeys.templates, everyMs: serviceEveryMs }
const board: Shown = { key: queryKeys.statusBoard, everyMs: serviceEveryMs }
/** Counting for the list of sites reads all inspections and assets. */
const siteUse: Shown = { key: queryKeys.sites, everyMs: 5_000 }
/** Only a person changes subscriptions, and each read of them is a request to SafetyCulture. */
const deliveries: Shown = { key: queryKeys.webhooks, isIt: (key) => !isNamed('subscriptions')(key) }

/** Requests that go to SafetyCulture, which must not be sent because of a change in Sightline. */
const isElsewhere = isNamed('elsewhere')

/** All rows to fix of an ended job. The grid takes them once, and later responses are not used. */
const isLoadedOnce = isNamed('fix-sheet')

const shown: Readonly<Record<Exclude<EventKind, 'reset'>, (ids: LiveEvent['ids']) => readonly Shown[]>> = {
  inspections: (ids) => [inspections(ids), overview, viewCounts, reviews(ids), wallNews, templateUse, siteUse],
  reviews: (ids) => [reviews(ids), inspectionLists, overview, viewCounts],
  'review-claims': (ids) => [
    { key: queryKeys.reviews, isIt: (key) => isNamed('queue', 'detail')(key) && ofOne(ids, ['detail'])(key) },
  ],
  'review-comments': (ids) => [
    { key: queryKeys.reviewComments, isIt: ofOne(ids, ['of']) },
    { key: queryKeys.reviewCounts },
  ],
  'saved-views': () => [{ key: queryKeys.savedViews }],
  templates: () => [{ key: queryKeys.scoreThresholds }],
  exports: (ids) => [{ key: queryKeys.exports, isIt: (key) => !isNamed('layouts')(key) && ofOne(ids, ['job'])(key) }],
  'export-schedules': () => [{ key: queryKeys.exportSchedules }],
  'status-groups': () => [board, { key: queryKeys.assets }, viewCounts],
  assets: (ids) => [
    { key: queryKeys.assets, isIt: ofOne(ids, ['detail', 'history']) },
    board,
    restorable,
    viewCounts,
    siteUse,
  ],
  'asset-changes': (ids) => [{ key: queryKeys.assetChanges, isIt: ofOne(ids, ['one']) }, activity],
  'user-jobs': (ids) => [
    {
      key: queryKeys.userJobs,
      isIt: (key) => !isElsewhere(key) && !isLoadedOnce(key) && ofOne(ids, ['one', 'rows', 'retry-plan'])(key),
    },
    activity,
    overview,
  ],
  // Published with every page of a listing.
  users: () => [{ key: queryKeys.users, everyMs: 2_000 }, viewCounts],
  activity: () => [activity, { key: queryKeys.assets, isIt: isNamed('history') }],
  rules: () => [{ key: queryKeys.rules }],
  outgoing: () => [{ key: queryKeys.outgoing }],
  inbox: () => [{ key: queryKeys.inbox }],
  webhooks: () => [deliveries, attention],
  people: () => [{ key: queryKeys.people }],
  system: () => [{ key: queryKeys.systemStatus }, { key: queryKeys.systemDetails }],
}

/** Refetches everything that shows what has changed according to an event. */
export function showEvent(refresher: Pick<Refresher, 'touch'>, { kind, ids }: LiveEvent): void {
  const kinds = kind === 'reset' ? eventKinds : [kind]
  for (const one of kinds)
    if (one !== 'reset')
      for (const { key, ...how } of shown[one](kind === 'reset' ? null : ids)) refresher.touch(key, how)
}

/** Numbers that the server counts at most every two seconds: a response after a change may have the previous ones. */
export function showCounts(refresher: Pick<Refresher, 'touch'>): void {
  const counted: readonly Shown[] = [
    overview,
    viewCounts,
    inspectionLists,
    templateUse,
    siteUse,
    { key: queryKeys.reviewCounts },
    { key: queryKeys.systemStatus },
  ]
  for (const { key, ...how } of counted) refresher.touch(key, how)
}
