import * as z from 'zod'
import { mediaKind } from '@/lib/media/schema'
import { reportItem, reportScore } from '@/lib/report/schema'

/** Parts of an item that may differ. `question`: its wording. `hidden`: a condition shows it on one side only. */
export const changedParts = ['answer', 'note', 'failed', 'score', 'media', 'hidden', 'question'] as const
export type ChangedPart = (typeof changedParts)[number]

/** The change of a failure: `new` on the right, `fixed` there, or `both`. An item that is not shown does not fail. */
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
  /** Of `DiffSection`. */
  sectionKey: z.string(),
  /** "Brakes › Ladder 2 of 3": its location, by the nearest four names. */
  place: z.string(),
  /** Shown to the inspector on either side; items hidden on both are not changes. */
  isShown: z.boolean(),
  /** Can hold an answer; headings, groups, conditions and information cannot. */
  isAnswer: z.boolean(),
})
export type ItemDiff = z.infer<typeof itemDiff>

export const diffSection = z.object({ key: z.string(), label: z.string().nullable() })
export type DiffSection = z.infer<typeof diffSection>

/** One fact of the head, with its value on either side. */
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

/** Items that hold answers and are shown on a side at least, each counted once. */
export const diffCounts = z.object({
  newFailures: z.number().int(),
  fixed: z.number().int(),
  /** Different in anything else. */
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
  /** In reading order: that of the right side, with what is only on the left after what it followed there. */
  items: z.array(itemDiff),
  /** Ids of shown files that only one side has. */
  media: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  counts: diffCounts,
})
export type ReportDiff = z.infer<typeof reportDiff>

const instant = z.iso.datetime({ offset: true })

/** Answer of GET /api/inspections/:id/versions: what the index keeps of an inspection, newest first. */
export const versionList = z.object({
  auditId: z.string(),
  versions: z.array(z.object({ modifiedAt: instant, fetchedAt: instant, isCurrent: z.boolean() })),
  /** How many are kept at most. */
  versionsMax: z.number().int(),
  /** The version that the person saw last; null before the first time. */
  opened: z.object({ version: instant, openedAt: instant }).nullable(),
  /** The version that they saw last before the newest stored one, and whether it is still stored. */
  seenBefore: z.object({ version: instant, openedAt: instant, isKept: z.boolean() }).nullable(),
})
export type VersionList = z.infer<typeof versionList>

/**
 * Why the older side is what it is. `asked`: it was named. `not-kept`: the one that was named is not kept, and this is the
 * nearest that is. `opened`: what the person saw before. `oldest-kept`: what they
 * saw is not kept any more. `before`: they never saw an older one, so it is the version before.
 */
export const diffBasis = z.enum(['asked', 'not-kept', 'opened', 'oldest-kept', 'before'])
export type DiffBasis = z.infer<typeof diffBasis>

/** A file as thumbnails and viewer need it; the same as ViewerMedia of lib/media. */
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

/** Answer of GET /api/inspections/:id/changes. Items that are the same, or shown on neither side, are counted only. */
export const changesAnswer = z.object({
  auditId: z.string(),
  from: z.object({
    version: instant,
    basis: diffBasis,
    /** When the person saw that version, or the one that is not kept any more. */
    openedAt: instant.nullable(),
  }),
  to: z.object({ version: instant, isCurrent: z.boolean() }),
  diff: reportDiff,
  /** Files of the listed items, on either side. */
  media: z.object({ left: z.array(diffMedia), right: z.array(diffMedia) }),
})
export type ChangesAnswer = z.infer<typeof changesAnswer>

/** `from`: a kept version, or `opened` for what the person saw before. `to`: the newest kept one when left out. */
export const changesQuery = z.object({
  from: z.union([instant, z.literal('opened')], 'is neither a version nor "opened"').default('opened'),
  to: z.iso.datetime({ offset: true, error: 'is not a version' }).optional(),
})

/** Body of POST /api/inspections/:id/opened. */
export const openedBody = z.object({ version: instant })
