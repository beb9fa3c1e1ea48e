import type { QueryKey } from '@tanstack/react-query'
import { activityQueries } from '@/lib/activity/queries'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import { assetQueries } from '@/lib/assets/queries'
import type { Refresher } from '@/lib/browser/live/refresh'
import { eventKinds, type EventKind, type LiveEvent } from '@/lib/events/schema'
import { scheduleQueries } from '@/lib/export-schedules/queries'
import { exportQueries } from '@/lib/exports/queries'
import { inboxQueries } from '@/lib/inbox/queries'
import { inspectionQueries } from '@/lib/inspections/queries'
import { mediaWallQueries } from '@/lib/media/queries'
import { outgoingQueries } from '@/lib/outgoing/queries'
import { overviewQueries } from '@/lib/overview/queries'
import { peopleQueries } from '@/lib/people/queries'
import { commentQueries } from '@/lib/review/comments-queries'
import { reviewQueries } from '@/lib/review/queries'
import { ruleQueries } from '@/lib/rules/queries'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { systemQueries } from '@/lib/system/queries'
import { templateQueries } from '@/lib/templates/queries'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { userQueries } from '@/lib/users/queries'
import { webhookQueries } from '@/lib/webhooks/queries'

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
  key: inspectionQueries.all,
  isIt: (key) => !isFixed(key) && ofOne(ids, ['report', 'versions'])(key),
})
const inspectionLists: Shown = {
  key: inspectionQueries.all,
  isIt: (key) => !isFixed(key) && !isNamed('report', 'versions', 'templates')(key),
}
const overview: Shown = { key: overviewQueries.overview().queryKey, everyMs: 2_000 }
const viewCounts: Shown = { key: savedViewQueries.all, isIt: isNamed('counts'), everyMs: 5_000 }
const reviews = (ids: LiveEvent['ids']): Shown => ({ key: reviewQueries.all, isIt: ofOne(ids, ['detail']) })
/** The files on the wall stay in place; the wall itself offers new ones. */
const wallNews: Shown = { key: mediaWallQueries.all, isIt: isNamed('wall-newest', 'wall-total') }
const board: Shown = { key: statusGroupQueries.board().queryKey }
const activity: Shown = { key: activityQueries.all }
const restorable: Shown = { key: assetChangeQueries.all, isIt: isNamed('kept') }

/** Lists of SafetyCulture with numbers of Sightline. Each refresh uses up requests that jobs and people need. */
const serviceEveryMs = 5_000
const templateUse: Shown = { key: templateQueries.list().queryKey, everyMs: serviceEveryMs }

/** Requests that go to SafetyCulture, which must not be sent because of a change in Sightline. */
const isElsewhere = isNamed('elsewhere')

const shown: Readonly<Record<Exclude<EventKind, 'reset'>, (ids: LiveEvent['ids']) => readonly Shown[]>> = {
  inspections: (ids) => [inspections(ids), overview, viewCounts, reviews(ids), wallNews, templateUse],
  reviews: (ids) => [reviews(ids), inspectionLists, overview, viewCounts],
  'review-claims': (ids) => [
    { key: reviewQueries.all, isIt: (key) => isNamed('queue', 'detail')(key) && ofOne(ids, ['detail'])(key) },
  ],
  'review-comments': (ids) => [
    { key: commentQueries.all, isIt: ofOne(ids, ['of']) },
    { key: reviewQueries.counts().queryKey },
  ],
  'saved-views': () => [{ key: savedViewQueries.all }],
  templates: () => [{ key: templateQueries.thresholds().queryKey }],
  exports: (ids) => [{ key: exportQueries.all, isIt: (key) => !isNamed('layouts')(key) && ofOne(ids, ['job'])(key) }],
  'export-schedules': () => [{ key: scheduleQueries.all }],
  'status-groups': () => [board, { key: assetQueries.all }, viewCounts],
  assets: (ids) => [{ key: assetQueries.all, isIt: ofOne(ids, ['detail', 'history']) }, board, restorable, viewCounts],
  'asset-changes': (ids) => [{ key: assetChangeQueries.all, isIt: ofOne(ids, ['one']) }, activity],
  'user-jobs': (ids) => [
    { key: userJobQueries.all, isIt: (key) => !isElsewhere(key) && ofOne(ids, ['one', 'rows'])(key) },
    activity,
    overview,
  ],
  // Published with every page of a listing.
  users: () => [{ key: userQueries.all, everyMs: 2_000 }, viewCounts],
  activity: () => [activity, { key: assetQueries.all, isIt: isNamed('history') }],
  rules: () => [{ key: ruleQueries.all }],
  outgoing: () => [{ key: outgoingQueries.all }],
  inbox: () => [{ key: inboxQueries.all }],
  webhooks: () => [{ key: webhookQueries.all }],
  people: () => [{ key: peopleQueries.all }],
  system: () => [{ key: systemQueries.status().queryKey }, { key: systemQueries.details().queryKey }],
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
    { key: reviewQueries.counts().queryKey },
    { key: systemQueries.status().queryKey },
  ]
  for (const { key, ...how } of counted) refresher.touch(key, how)
}
