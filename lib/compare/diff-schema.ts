import * as z from 'zod'
import { mediaKind } from '@/lib/media/schema'
import { placeName, reportItem, reportScore } from '@/lib/report/schema'

/** Parts of an item that may differ. `question`: its wording. `hidden`: a condition shows the item on one side only. */
export const changedParts = ['answer', 'note', 'failed', 'score', 'media', 'hidden', 'question'] as const
export type ChangedPart = (typeof changedParts)[number]

/**
 * How a failure changed: `new` on the right, `fixed` on the right, or failed in `both`. A hidden item never counts as
 * failed.
 */
export const failureOutcome = z.enum(['new', 'fixed', 'both'])
export type FailureOutcome = z.infer<typeof failureOutcome>

export const itemDiff = z.object({
  /** Unique within the diff. */
  key: z.string(),
  kind: z.enum(['same', 'changed', 'left-only', 'right-only']),
  left: reportItem.nullable(),
  right: reportItem.nullable(),
  /** Empty unless `changed`. */
  changed: z.array(z.enum(changedParts)),
  failure: failureOutcome.nullable(),
  /** The key of a `DiffSection`. */
  sectionKey: z.string(),
  /** The nearest four names around the item, outermost first. Screens write "Brakes › Ladder 2 of 3". */
  place: z.array(placeName),
  /** Whether the inspector saw the item on either side. Items hidden on both sides are not changes. */
  isShown: z.boolean(),
  /** Whether the item can hold an answer. Headings, groups, conditions and information cannot. */
  isAnswer: z.boolean(),
})
export type ItemDiff = z.infer<typeof itemDiff>

export const diffSection = z.object({ key: z.string(), label: z.string().nullable() })
export type DiffSection = z.infer<typeof diffSection>

/** A changed field of the header, with its value on either side. */
export const headerChange = z.discriminatedUnion('field', [
  z.object({
    field: z.enum(['title', 'template', 'site', 'author', 'owner', 'preparedBy', 'documentNo', 'location']),
    left: z.string().nullable(),
    right: z.string().nullable(),
  }),
  z.object({ field: z.enum(['startedAt', 'completedAt']), left: z.string().nullable(), right: z.string().nullable() }),
  z.object({ field: z.literal('score'), left: reportScore.nullable(), right: reportScore.nullable() }),
  z.object({ field: z.literal('archived'), left: z.boolean(), right: z.boolean() }),
])
export type HeaderChange = z.infer<typeof headerChange>

/** Counts of items that hold answers and are shown on at least one side. Each item is counted once. */
export const diffCounts = z.object({
  newFailures: z.number().int(),
  fixed: z.number().int(),
  /** Different in any other way. */
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Failed on both sides; each is part of `changed` or `unchanged`. */
  failedInBoth: z.number().int(),
})
export type DiffCounts = z.infer<typeof diffCounts>

export const reportDiff = z.object({
  header: z.array(headerChange),
  /** In reading order. */
  sections: z.array(diffSection),
  /**
   * In the reading order of the right side. An item that is only on the left follows the item that it followed there.
   */
  items: z.array(itemDiff),
  /** IDs of the shown files that only one side has. */
  media: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  counts: diffCounts,
})
export type ReportDiff = z.infer<typeof reportDiff>

const instant = z.iso.datetime({ offset: true })

/** Response of GET /api/inspections/:id/versions: the stored versions of an inspection, newest first. */
export const versionList = z.object({
  auditId: z.string(),
  versions: z.array(z.object({ modifiedAt: instant, fetchedAt: instant, isCurrent: z.boolean() })),
  /** How many versions are kept at most. */
  versionsMax: z.number().int(),
  /** The version that the person saw last; null before the first time. */
  opened: z.object({ version: instant, openedAt: instant }).nullable(),
  /** The version that the person saw last before the newest stored version, and whether it is still stored. */
  seenBefore: z.object({ version: instant, openedAt: instant, isKept: z.boolean() }).nullable(),
})
export type VersionList = z.infer<typeof versionList>

/**
 * How the older side was chosen. `asked`: it was requested. `not-kept`: the requested version is not stored, so this is
 * the nearest stored one. `opened`: the version that the person saw before. `oldest-kept`: the version that they saw is
 * no longer stored, so this is the oldest stored one. `before`: they never saw an older version, so this is the
 * previous version.
 */
export const diffBasis = z.enum(['asked', 'not-kept', 'opened', 'oldest-kept', 'before'])
export type DiffBasis = z.infer<typeof diffBasis>

/** The data of a file that thumbnails and the viewer need; the same as ViewerMedia in lib/media. */
export const diffMedia = z.object({
  id: z.string(),
  auditId: z.string(),
  kind: mediaKind,
  ext: z.string().nullable(),
  isFetchable: z.boolean(),
  title: z.string(),
  section: z.string().nullable(),
  label: z.string().nullable(),
  takenAt: z.string().nullable(),
  failed: z.boolean(),
  number: z.number(),
  of: z.number(),
  anchor: z.string().nullable(),
  fileName: z.string(),
})

/**
 * Response of GET /api/inspections/:id/changes. Items that are unchanged, or shown on neither side, are only counted.
 */
export const changesAnswer = z.object({
  auditId: z.string(),
  from: z.object({
    version: instant,
    basis: diffBasis,
    /** When the person saw that version, or the version that is no longer stored. */
    openedAt: instant.nullable(),
  }),
  to: z.object({ version: instant, isCurrent: z.boolean() }),
  diff: reportDiff,
  /** Files of the listed items, on either side. */
  media: z.object({ left: z.array(diffMedia), right: z.array(diffMedia) }),
})
export type ChangesAnswer = z.infer<typeof changesAnswer>

/** Query of GET /api/inspections/:id/changes. */
export const changesQuery = z.object({
  /** The older version, by the time of its change, or `opened` for the version that you saw before. */
  from: z.union([instant, z.literal('opened')], 'is neither a version nor "opened"').default('opened'),
  /** The newer version, by the time of its change. By default the newest stored version. */
  to: z.iso.datetime({ offset: true, error: 'is not a version' }).optional(),
})

/** Body of POST /api/inspections/:id/opened. */
export const openedBody = z.object({
  /** The version that you opened, by the time of its change. */
  version: instant,
})
