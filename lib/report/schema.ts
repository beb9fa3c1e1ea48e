import * as z from 'zod'
import { mediaKind } from '@/lib/media/schema'

/**
 * Instants are not validated here, because `model.ts` derives everything. The browser never sees the service's own
 * format.
 */
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
  /** The field has the spelling of the service's document. */
  colour: rgb.nullable(),
  failed: z.boolean(),
})
export type ChosenResponse = z.infer<typeof chosenResponse>

/**
 * What was answered, by the kind of answer and not by the 22 item types, because several types have the same kind of
 * answer.
 */
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
    /** Only http, https or mailto. Other links stay in `linkText` as plain text. */
    link: z.string().nullable(),
    linkText: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('condition'),
    holds: z.boolean().nullable(),
    asks: z.array(z.string()),
    /** Words that follow "if": `the answer is “No”`. Null when this version does not know the condition. */
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

/**
 * One item. Items are in reading order. `parentKey` and `depth` describe the tree without nesting, because documents
 * may be deep.
 */
export const reportItem = z.object({
  key: z.string(),
  itemId: z.string().nullable(),
  type: z.string(),
  label: z.string().nullable(),
  parentKey: z.string().nullable(),
  /** Levels below the section's own level. Only levels that a reader sees as nesting count. */
  depth: z.number().int(),
  /**
   * The section or category of the item. Headings inside an entry of a repeated group are not sections of the report.
   */
  sectionKey: z.string(),
  /** Null: part of the inspection. `inactive`: skipped by a condition. `pattern`: prototype of a repeated group. */
  hidden: z.enum(['inactive', 'pattern']).nullable(),
  failed: z.boolean(),
  isMandatory: z.boolean(),
  isAnswered: z.boolean(),
  answer,
  note: z.string().nullable(),
  score: reportScore.nullable(),
  /** The score of everything below this item. */
  combined: reportScore.nullable(),
  /** IDs of `media`, in the order of the document. */
  mediaIds: z.array(z.string()),
  /** Fields that this version of the console does not know. */
  extra: z.array(namedValue),
})
export type ReportItem = z.infer<typeof reportItem>

/** A name in the place of an item: a heading, or an entry of a repeated group. The name is null if it has none. */
export const placeName = z.object({
  name: z.string().nullable(),
  /** Position of the entry, 0 for the pattern of the entries, and number of entries; null for a heading. */
  entry: z.object({ ordinal: z.number().int(), of: z.number().int() }).nullable(),
})
export type PlaceName = z.infer<typeof placeName>

export const reportMedia = z.object({
  id: z.string(),
  /** False when the ID cannot be a path segment. The file is listed but cannot be fetched. */
  isFetchable: z.boolean(),
  ext: z.string().nullable(),
  kind: mediaKind,
  label: z.string().nullable(),
  takenAt: instant.nullable(),
  /** The item and the section of the file; null for attachments of the whole inspection. */
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
  /** Whether it is the title page with title, site, author and similar items, which the header of a report also has. */
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
  /** Null: in progress. */
  completedAt: instant.nullable(),
  durationSeconds: z.number().nullable(),
  score: reportScore.nullable(),
  failedCount: z.number().int(),
  /** How many items can have an answer, and how many have one. Hidden items do not count. */
  answerableCount: z.number().int(),
  answeredCount: z.number().int(),
  archived: z.boolean(),
  sections: z.array(reportSection),
  items: z.array(reportItem),
  media: z.array(reportMedia),
  oddities: z.array(z.string()),
})
export type Report = z.infer<typeof report>

/** Response of the report's address. */
export const reportAnswer = z.object({
  auditId: z.string(),
  /** The version of the inspection that is shown. */
  modifiedAt: z.string(),
  /** `index`: stored earlier. `service`: just requested. */
  source: z.enum(['index', 'service']),
  /** Set when a newer version may exist that the service could not return: the reason, and when to request it again. */
  stale: z.object({ reason: z.string(), retryAfterSeconds: z.number().nullable() }).nullable(),
  report,
})
export type ReportAnswer = z.infer<typeof reportAnswer>

/** The most earlier inspections with which a failed question is compared. */
export const earlierMax = 5

/**
 * Response of GET /api/inspections/[auditId]/earlier: the earlier completed inspections of the same template at the
 * same site, the latest first. Empty when there are none, and while the index has not read all inspections.
 */
export const earlierFailures = z.object({
  earlier: z
    .array(
      z.object({
        auditId: z.string(),
        /** Keys of questions with failed answers, as in lib/report/failures-model.ts. */
        failedQuestions: z.array(z.string()),
      }),
    )
    .max(earlierMax),
})
export type EarlierFailures = z.infer<typeof earlierFailures>
