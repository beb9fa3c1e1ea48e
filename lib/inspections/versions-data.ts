import 'server-only'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { AuditId } from '@/lib/ids'
import { diffReportsSlices, isNews } from '@/lib/compare/diff'
import {
  changesAnswer,
  itemDiff,
  type ChangesAnswer,
  type DiffBasis,
  type VersionList,
} from '@/lib/compare/diff-schema'
import { buildReportSlices } from '@/lib/report/model'
import type { Report } from '@/lib/report/schema'
import { finishInSlices, sliced, type Slices } from '@/lib/report/slices-model'
import { listViewerMedia } from '@/lib/report/view'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderJson, serverText } from '@/lib/server-text'
import { versionsMax } from '@/lib/sync/documents/documents'
import { answerPieces, joinPieces, openObject } from './json-pieces'
import {
  readDocuments,
  readKeptVersions,
  readSeenVersions,
  writeOpened,
  type KeptVersion,
  type SeenVersion,
} from './versions'

interface Source {
  db?: Database
  clock?: Clock
}

/** Compares two times, which may be written differently. */
const sameMoment = (a: string, b: string) => a === b || Date.parse(a) === Date.parse(b)

async function requireVersions(db: Database, auditId: AuditId): Promise<KeptVersion[]> {
  const kept = await readKeptVersions(db, auditId)
  if (kept === null) throw new AppError('not_found', serverText('common.inspectionNotFound'))
  return kept
}

/** The last version before `version` that a person saw. */
function findSeenBefore(seen: readonly SeenVersion[], version: string): SeenVersion | null {
  return seen.find((each) => Date.parse(each.version) < Date.parse(version)) ?? null
}

/**
 * The stored versions of an inspection, newest first, and which of them a person has seen.
 * @throws AppError not_found
 */
export async function listVersions(userId: string, auditId: AuditId, from: Source = {}): Promise<VersionList> {
  const db = from.db ?? (await database())
  const [versions, seen] = await Promise.all([requireVersions(db, auditId), readSeenVersions(db, userId, auditId)])
  const newest = versions[0]
  const before = newest === undefined ? null : findSeenBefore(seen, newest.modifiedAt)
  return {
    auditId,
    versions,
    versionsMax,
    opened: seen[0] ?? null,
    seenBefore:
      before === null
        ? null
        : { ...before, isKept: versions.some(({ modifiedAt }) => sameMoment(modifiedAt, before.version)) },
  }
}

/**
 * Records that a person has opened a version.
 * @throws AppError not_found; conflict if the version is not stored
 */
export async function recordOpened(
  userId: string,
  { auditId, version }: { auditId: AuditId; version: string },
  from: Source = {},
): Promise<void> {
  const db = from.db ?? (await database())
  const versions = await requireVersions(db, auditId)
  const kept = versions.find(({ modifiedAt }) => sameMoment(modifiedAt, version))
  if (kept === undefined) throw new AppError('conflict', serverText('inspections.notMarkedSeen'))
  const at = new Date((from.clock ?? systemClock).now())
  await writeOpened(db, { userId, auditId, version: kept.modifiedAt, at })
}

interface Base {
  version: string
  basis: DiffBasis
  openedAt: string | null
}

/**
 * The older side if the request names none: the version that the person saw before. If it is no longer stored: the
 * oldest stored version. If the person has seen none: the previous version.
 */
function chooseBase(versions: readonly KeptVersion[], seen: readonly SeenVersion[], to: string): Base {
  const older = versions.filter(({ modifiedAt }) => Date.parse(modifiedAt) < Date.parse(to))
  const [previous, oldest] = [older[0], older.at(-1)]
  if (previous === undefined || oldest === undefined)
    throw new AppError('conflict', serverText('inspections.noOlderVersion'))
  const before = findSeenBefore(seen, to)
  if (before === null) return { version: previous.modifiedAt, basis: 'before', openedAt: null }
  const kept = older.find(({ modifiedAt }) => sameMoment(modifiedAt, before.version))
  const { openedAt } = before
  return kept === undefined
    ? { version: oldest.modifiedAt, basis: 'oldest-kept', openedAt }
    : { version: kept.modifiedAt, basis: 'opened', openedAt }
}

/**
 * The older side that the request names. If it is not stored, the version before it is used, so that no later change is
 * missing, or else the oldest version.
 */
function findAsked(versions: readonly KeptVersion[], asked: string, to: string): Base {
  const kept = versions.find(({ modifiedAt }) => sameMoment(modifiedAt, asked))
  if (kept !== undefined) return { version: kept.modifiedAt, basis: 'asked', openedAt: null }
  const older = versions.filter(({ modifiedAt }) => Date.parse(modifiedAt) < Date.parse(to))
  const nearest = older.find(({ modifiedAt }) => Date.parse(modifiedAt) <= Date.parse(asked)) ?? older.at(-1)
  if (nearest === undefined) throw notKept()
  return { version: nearest.modifiedAt, basis: 'not-kept', openedAt: null }
}

function notKept(): AppError {
  return new AppError('not_found', serverText('inspections.versionNotKept', { max: versionsMax }))
}

function requireKept(versions: readonly KeptVersion[], version: string): KeptVersion {
  const kept = versions.find(({ modifiedAt }) => sameMoment(modifiedAt, version))
  if (kept === undefined) throw notKept()
  return kept
}

/**
 * The differences between two stored versions; by default since the person last opened the inspection. If `from` is not
 * stored, the nearest stored version is used, and the response says so.
 * @throws AppError not_found if `to` is not stored, or if `from` is not stored and has no replacement; conflict if
 * there is no older version to compare with
 */
export async function readChanges(
  userId: string,
  asked: { auditId: AuditId; from: string; to?: string | undefined },
  source: Source = {},
): Promise<ChangesAnswer> {
  const { auditId } = asked
  const db = source.db ?? (await database())
  const [versions, seen] = await Promise.all([requireVersions(db, auditId), readSeenVersions(db, userId, auditId)])
  const newest = versions[0]
  const to = asked.to === undefined ? newest : requireKept(versions, asked.to)
  if (to === undefined) throw new AppError('conflict', serverText('inspections.notLoaded'))
  const base: Base =
    asked.from === 'opened' ? chooseBase(versions, seen, to.modifiedAt) : findAsked(versions, asked.from, to.modifiedAt)
  const documents = await readDocuments(db, auditId, [base.version, to.modifiedAt])
  const build = async (version: string) => {
    const text = documents.get(version)
    // Happens if newer versions replaced this one between the two reads.
    if (text === undefined) throw new AppError('conflict', serverText('inspections.newerVersions'))
    return finishInSlices(buildReportSlices(text))
  }
  const [left, right] = [await build(base.version), await build(to.modifiedAt)]
  return {
    ...(await describeChanges(auditId, left, right)),
    auditId,
    from: base,
    to: { version: to.modifiedAt, isCurrent: to.isCurrent },
  }
}

/**
 * Like `readChanges`, as JSON that is written in slices, because all answers of a long document may have changed.
 * @throws the same errors as `readChanges`
 */
export async function answerChanges(
  userId: string,
  asked: { auditId: AuditId; from: string; to?: string | undefined },
  language: PageLanguage,
): Promise<Response> {
  return answerPieces(await finishInSlices(writeChanges(await readChanges(userId, asked), language)))
}

/** Writes `changesAnswer` as JSON in pieces, in the reader's language. The schema checks it part by part. */
export function* writeChanges(answer: ChangesAnswer, language: PageLanguage): Slices<string[]> {
  const { diff, ...head } = changesAnswer.parse({ ...answer, diff: { ...answer.diff, items: [] } })
  const { items: _, ...facts } = diff
  const items = yield* sliced(answer.diff.items, (item) => renderJson(itemDiff.parse(item), language))
  return yield* joinPieces(`${openObject(head, language)},"diff":${openObject(facts, language)}`, { items }, '}}')
}

/** The diff without unchanged parts, with the files of its entries. */
async function describeChanges(
  auditId: AuditId,
  left: Report,
  right: Report,
): Promise<Pick<ChangesAnswer, 'diff' | 'media'>> {
  const diff = await finishInSlices(diffReportsSlices(left, right))
  const items = diff.items.filter(isNews)
  const told = new Set(items.map(({ sectionKey }) => sectionKey))
  const wanted = new Set([
    ...diff.media.added,
    ...diff.media.removed,
    ...items.flatMap((item) => [item.left, item.right].flatMap((side) => (side === null ? [] : idsOf(side)))),
  ])
  const filesOf = (report: Report) =>
    listViewerMedia(report, auditId, { showHidden: true, alwaysId: null }).filter(({ id }) => wanted.has(id))
  return {
    diff: { ...diff, items, sections: diff.sections.filter(({ key }) => told.has(key)) },
    media: { left: filesOf(left), right: filesOf(right) },
  }
}

function idsOf({ mediaIds, answer }: Report['items'][number]): string[] {
  const imageId = answer.kind === 'signature' || answer.kind === 'drawing' ? answer.imageId : null
  return imageId === null ? mediaIds : [...mediaIds, imageId]
}
