import * as z from 'zod'
import { mediaKind } from '@/lib/media/schema'

/** Kept short on purpose: everything here is derived by `model.ts`; the browser never sees the service's own shape. */
const instant = z.string()
const rgb = z.tuple([z.number(), z.number(), z.number()])

export const reportScore = z.object({
  score: z.number(),
  max: z.number().nullable(),
  percentage: z.number().nullable(),
})
export type ReportScore = z.infer<typeof reportScore>

const namedValue = z.object({ name: z.string(), value: z.string() })

export const chosenResponse = z.object({
  id: z.string().nullable(),
  label: z.string(),
  /** Spelled as in the service's document. */
  colour: rgb.nullable(),
  failed: z.boolean(),
})
export type ChosenResponse = z.infer<typeof chosenResponse>

/** What was answered, by the kind of answer rather than by the 22 item types: several types answer alike. */
export const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), selected: z.array(chosenResponse), isMultiple: z.boolean() }),
  z.object({ kind: z.literal('text'), text: z.string().nullable() }),
  z.object({ kind: z.literal('instant'), at: instant.nullable(), hasDate: z.boolean(), hasTime: z.boolean() }),
  z.object({
    kind: z.literal('place'),
    text: z.string().nullable(),
    coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  }),
  z.object({ kind: z.literal('toggle'), on: z.boolean().nullable() }),
  z.object({
    kind: z.literal('slider'),
    value: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    increment: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('signature'),
    name: z.string().nullable(),
    at: instant.nullable(),
    imageId: z.string().nullable(),
  }),
  z.object({ kind: z.literal('drawing'), imageId: z.string().nullable() }),
  z.object({ kind: z.literal('media') }),
  z.object({
    kind: z.literal('information'),
    /** Only http, https or mailto; anything else stays in `linkText` as plain text. */
    link: z.string().nullable(),
    linkText: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('condition'),
    holds: z.boolean().nullable(),
    asks: z.array(z.string()),
    /** Follows "if": `the answer is “No”`. Null when the condition is none that this version knows. */
    words: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('weather'),
    at: instant.nullable(),
    facts: z.array(namedValue),
    coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  }),
  z.object({ kind: z.literal('scan'), code: z.string().nullable(), at: instant.nullable() }),
  z.object({ kind: z.literal('assets'), assets: z.array(z.object({ id: z.string().nullable(), label: z.string() })) }),
  z.object({ kind: z.literal('group'), name: z.string().nullable(), instances: z.number().int() }),
  z.object({
    kind: z.literal('instance'),
    name: z.string().nullable(),
    ordinal: z.number().int(),
    of: z.number().int(),
  }),
  z.object({ kind: z.literal('heading') }),
  z.object({ kind: z.literal('other'), fields: z.array(namedValue) }),
])
export type Answer = z.infer<typeof answer>

/** One item. Items come in reading order; `parentKey` and `depth` give the tree without nesting (documents may be deep). */
export const reportItem = z.object({
  key: z.string(),
  itemId: z.string().nullable(),
  type: z.string(),
  label: z.string().nullable(),
  parentKey: z.string().nullable(),
  /** Steps below the section's own level, counting only what a reader sees as nesting. */
  depth: z.number().int(),
  /** The section or category it is in; those inside an entry of a repeated group are no sections of the report. */
  sectionKey: z.string(),
  /** Null = part of the inspection. `inactive`: skipped by a condition. `pattern`: prototype of a repeated group. */
  hidden: z.enum(['inactive', 'pattern']).nullable(),
  failed: z.boolean(),
  isMandatory: z.boolean(),
  isAnswered: z.boolean(),
  answer,
  note: z.string().nullable(),
  score: reportScore.nullable(),
  /** Achieved by everything below. */
  combined: reportScore.nullable(),
  /** Ids of `media`, in the document's order. */
  mediaIds: z.array(z.string()),
  /** Fields that this version of the console does not know. */
  extra: z.array(namedValue),
})
export type ReportItem = z.infer<typeof reportItem>

export const reportMedia = z.object({
  id: z.string(),
  /** False when the id cannot be a path segment: it is listed, but cannot be fetched. */
  isFetchable: z.boolean(),
  ext: z.string().nullable(),
  kind: mediaKind,
  label: z.string().nullable(),
  takenAt: instant.nullable(),
  /** Item and section it belongs to; null for attachments of the inspection as a whole. */
  itemKey: z.string().nullable(),
  sectionKey: z.string().nullable(),
  hidden: z.boolean(),
})
export type ReportMedia = z.infer<typeof reportMedia>

export const reportSection = z.object({
  key: z.string(),
  label: z.string().nullable(),
  /** 0 for pages, 1 for sections and categories inside them. */
  level: z.number().int(),
  hidden: z.boolean(),
  /** Title, site, author and the like, which the header of a report has as well. */
  isTitlePage: z.boolean(),
  score: reportScore.nullable(),
  failedCount: z.number().int(),
  answerCount: z.number().int(),
  mediaCount: z.number().int(),
})
export type ReportSection = z.infer<typeof reportSection>

export const report = z.object({
  auditId: z.string().nullable(),
  templateId: z.string().nullable(),
  title: z.string().nullable(),
  templateName: z.string().nullable(),
  templateDescription: z.string().nullable(),
  logoId: z.string().nullable(),
  site: z.object({ name: z.string().nullable(), area: z.string().nullable(), region: z.string().nullable() }),
  authorName: z.string().nullable(),
  ownerName: z.string().nullable(),
  preparedBy: z.string().nullable(),
  documentNo: z.string().nullable(),
  locationText: z.string().nullable(),
  startedCoordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  completedCoordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  createdAt: instant.nullable(),
  modifiedAt: instant.nullable(),
  startedAt: instant.nullable(),
  /** Null = in progress. */
  completedAt: instant.nullable(),
  durationSeconds: z.number().nullable(),
  score: reportScore.nullable(),
  failedCount: z.number().int(),
  /** Items that can hold an answer, and how many do; hidden ones not counted. */
  answerableCount: z.number().int(),
  answeredCount: z.number().int(),
  archived: z.boolean(),
  sections: z.array(reportSection),
  items: z.array(reportItem),
  media: z.array(reportMedia),
  oddities: z.array(z.string()),
})
export type Report = z.infer<typeof report>

/** What the report's address answers. */
export const reportAnswer = z.object({
  auditId: z.string(),
  /** The version of the inspection that is shown. */
  modifiedAt: z.string(),
  /** `index`: kept from before. `service`: just asked for. */
  source: z.enum(['index', 'service']),
  /** Set when a newer version may exist, but the service could not give it: why, and when it is worth asking again. */
  stale: z.object({ reason: z.string(), retryAfterSeconds: z.number().nullable() }).nullable(),
  report,
})
export type ReportAnswer = z.infer<typeof reportAnswer>

/** The most inspections before one that a failed question is compared with. */
export const earlierMax = 5

/**
 * Answer of GET /api/inspections/[auditId]/earlier: the completed inspections of the same template at the same site that
 * come before it, the last one first. Empty when there is none, and while the index has not read all of them.
 */
export const earlierFailures = z.object({
  earlier: z
    .array(
      z.object({
        auditId: z.string(),
        /** What lib/report/failures-model.ts calls the questions whose answers failed. */
        failedQuestions: z.array(z.string()),
      }),
    )
    .max(earlierMax),
})
export type EarlierFailures = z.infer<typeof earlierFailures>
