import * as z from 'zod'
import { serverText } from '@/lib/server-text'

export const nameLengthMax = 60
export const queryLengthMax = 4_000
/** Views of one list that one person may own. */
export const viewsMax = 100
/** Views that are counted at once. */
export const countedMax = 20

/** The lists that have saved views. The names are stored and part of the API: never change one. */
export const viewLists = ['inspections', 'assets', 'users', 'follow-ups', 'templates', 'sites', 'activity'] as const
export const viewList = z.enum(viewLists)
export type ViewList = z.infer<typeof viewList>

/** Of parameters, bodies and answers: a console that does not name a list means inspections. */
const ofList = viewList.default('inspections')

/** Query of requests about the views of one list. */
export const viewsQuery = z.object({ list: ofList })

/** Id of a view: a stored one's, or the name of one that every console starts with. */
export const viewKey = z.string().regex(/^[A-Za-z0-9-]{1,60}$/, serverText('common.fields.id'))
export const viewId = z.uuid()

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

/** The query of a list's address, without the question mark. Stored in canonical text, whatever is sent. */
export const viewQuery = z
  .string()
  .max(queryLengthMax)
  .refine((query) => query.isWellFormed() && !query.includes('\0'), serverText('common.fields.badCharacter'))

/** People that one view is shared with at most; for more there is everyone. */
export const sharedWithMax = 50
const sharedWith = z.array(z.uuid()).max(sharedWithMax)

export const savedView = z.object({
  viewId,
  list: ofList,
  name: z.string(),
  query: z.string(),
  /** With everyone who uses this console. */
  isShared: z.boolean(),
  /** The people who can see it; only its owner gets this. */
  sharedWith: z.array(z.object({ userId: z.uuid(), name: z.string() })),
  isMine: z.boolean(),
  /** Whether the person who asked may change or delete it. */
  mayEdit: z.boolean(),
  ownerName: z.string(),
  revision: z.number().int(),
})
export type SavedView = z.infer<typeof savedView>

/** Answer of GET /api/saved-views/all. */
export const savedViews = z.object({ views: z.array(savedView) })

/** How a person has arranged their bar. Unknown ids are skipped; new ones come last. */
export const viewBar = z.object({
  ordered: z.array(viewKey).max(500),
  hidden: z.array(viewKey).max(500),
})
export type ViewBar = z.infer<typeof viewBar>

/** The views of one list. */
export const savedViewList = z.object({
  /** Own ones and those that others share, by name. */
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
  isShared: z.boolean().default(false),
  sharedWith: sharedWith.default([]),
})
export type NewView = z.input<typeof newView>

export const viewChange = z.object({
  /** The revision that the person saw; another one is a conflict. */
  revision: z.number().int(),
  name: viewName.optional(),
  query: viewQuery.optional(),
  isShared: z.boolean().optional(),
  /** All of them. Sharing with everyone ends it. */
  sharedWith: sharedWith.optional(),
})
export type ViewChange = z.infer<typeof viewChange>

/** Views of one list as stored in a file, without their owner and sharing. Version 1 has those of inspections and names no list. */
export const viewsFile = z.object({
  format: z.literal('sightline-views'),
  version: z.union([z.literal(1), z.literal(2)]),
  list: viewList.optional(),
  views: z
    .array(z.object({ name: viewName, query: viewQuery }))
    .min(1)
    .max(viewsMax),
})
export type ViewsFile = z.infer<typeof viewsFile>

export const importedViews = z.object({
  added: z.array(savedView),
  /** Names that were taken, and what the view is called instead. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
})
export type ImportedViews = z.infer<typeof importedViews>

export const viewCounts = z.object({
  counts: z.array(
    z.object({
      key: viewKey,
      /** Null when the view asks for something that cannot be read. */
      total: z.number().int().nullable(),
      isExact: z.boolean(),
    }),
  ),
})
export type ViewCounts = z.infer<typeof viewCounts>
