import * as z from 'zod'
import { serverText } from '@/lib/server-text'
import { nameLengthMax, sharedWithMax, viewLists } from './values-model'

export const queryLengthMax = 4_000
/** The maximum number of views of one list that a person may own. */
export const viewsMax = 100

export const viewList = z.enum(viewLists)
export type ViewList = z.infer<typeof viewList>

/** The list that the view belongs to. */
const ofList = viewList.default('inspections')

/** Query of requests about the views of one list. */
export const viewsQuery = z.object({ list: ofList })

/** Key of a view: the ID of a saved view, or the name of a built-in view. */
export const viewKey = z.string().regex(/^[A-Za-z0-9-]{1,60}$/, serverText('common.fields.id'))
/** ID of a saved view. */
export const viewId = z.uuid()

/** Name of the view, unique among the views of its owner for this list. */
export const viewName = z
  .string()
  .transform((name) => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(nameLengthMax)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, serverText('common.fields.badCharacter')),
  )

/** The query of the list's address, without the question mark, such as `result=failed&sort=-score`. */
export const viewQuery = z
  .string()
  .max(queryLengthMax)
  .refine((query) => query.isWellFormed() && !query.includes('\0'), serverText('common.fields.badCharacter'))

const sharedWith = z.array(z.uuid()).max(sharedWithMax)

export const savedView = z.object({
  viewId,
  list: ofList,
  name: z.string(),
  query: z.string(),
  /** Whether the view is shared with everyone who uses this console. */
  isShared: z.boolean(),
  /** The people who can see the view. Empty except for its owner. */
  sharedWith: z.array(z.object({ userId: z.uuid(), name: z.string() })),
  isMine: z.boolean(),
  /** Whether the current person may change or delete the view. */
  mayEdit: z.boolean(),
  ownerName: z.string(),
  revision: z.number().int(),
})
export type SavedView = z.infer<typeof savedView>

/** Response of GET /api/saved-views/all. */
export const savedViews = z.object({ views: z.array(savedView) })

/** The arrangement of a person's bar of saved views. Unknown keys are skipped, and new views come last. */
export const viewBar = z.object({
  /** Keys of views in their order. */
  ordered: z.array(viewKey).max(500),
  /** Keys of views that the bar does not show. */
  hidden: z.array(viewKey).max(500),
})
export type ViewBar = z.infer<typeof viewBar>

/** The views of one list. */
export const savedViewList = z.object({
  /** The person's own views and views that others share with them, by name. */
  views: z.array(savedView),
  bar: viewBar,
  /** Whether the person may share views with everyone. */
  mayShare: z.boolean(),
})
export type SavedViewList = z.infer<typeof savedViewList>

export const newView = z.object({
  list: ofList,
  name: viewName,
  query: viewQuery,
  /** True shares the view with everyone, which requires the permission `views:write`. */
  isShared: z.boolean().default(false),
  /** IDs of the people to share the view with. */
  sharedWith: sharedWith.default([]),
})
export type NewView = z.input<typeof newView>

export const viewChange = z.object({
  /** The revision that the person edited. If the stored revision differs, there is a conflict. */
  revision: z.number().int(),
  name: viewName.optional(),
  query: viewQuery.optional(),
  /** True shares the view with everyone, which requires the permission `views:write`. */
  isShared: z.boolean().optional(),
  /** IDs of all people that the view is shared with. Sharing with everyone empties it. */
  sharedWith: sharedWith.optional(),
})
export type ViewChange = z.infer<typeof viewChange>

/**
 * Views of one list as stored in a file, without their owner and sharing. Version 1 contains views of inspections and
 * has no `list`.
 */
export const viewsFile = z.object({
  format: z.literal('sightline-views'),
  /** 2. Files of older consoles have 1. */
  version: z.union([z.literal(1), z.literal(2)]),
  /** The list that the views belong to. Inspections by default. */
  list: viewList.optional(),
  /** The views to add. A name that is taken gets a number. */
  views: z
    .array(z.object({ name: viewName, query: viewQuery }))
    .min(1)
    .max(viewsMax),
})
export type ViewsFile = z.infer<typeof viewsFile>

export const importedViews = z.object({
  added: z.array(savedView),
  /** Names that were taken, and the new names of these views. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
})
export type ImportedViews = z.infer<typeof importedViews>

export const viewCounts = z.object({
  counts: z.array(
    z.object({
      key: viewKey,
      /** Null when the query of the view cannot be read, or the number is unknown. */
      total: z.number().int().nullable(),
      isExact: z.boolean(),
    }),
  ),
})
export type ViewCounts = z.infer<typeof viewCounts>
