import * as z from 'zod'
import { tableFormats } from '@/lib/csv/formats'
import { inspectionRow, listParams, type ListParams } from '@/lib/inspections/schema'
import { serverText } from '@/lib/server-text'
import { followUpChoice, type FollowUpChoice, review } from './schema'
import { followUpGroupings, type followUpSortNames, followUpSorts } from './values-model'

export type FollowUpSortName = (typeof followUpSortNames)[number]
export type FollowUpSort = FollowUpSortName | `-${FollowUpSortName}`

export type FollowUpGrouping = (typeof followUpGroupings)[number]

/** Parameters of a list of follow-ups: the parameters of a list of inspections, and those that only follow-ups have. */
const askedFollowUps = {
  ...listParams.shape,
  ...followUpChoice.shape,
  /** Column to sort by. A leading `-` reverses the order. `-marked` by default. Rows without a value come last. */
  sort: z.enum(followUpSorts).optional(),
  /** Groups rows by this value. Rows in a group are in the order of `sort`. Days of `due` begin at midnight in `zone`. */
  groupBy: z.enum(followUpGroupings).optional(),
}

/** The same parameters, in the form that the page sends. */
export type AskedFollowUps = Omit<ListParams, 'sort'> &
  FollowUpChoice & { sort?: FollowUpSort; groupBy?: FollowUpGrouping }

/** Query of GET /api/review/follow-ups. */
export const followUpQuery = z.object({
  ...askedFollowUps,
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(4_000, serverText('common.fields.cursor')).optional(),
})
/** Query of GET /api/review/follow-ups/export. Times in the file are in `zone`. */
export const followUpExportQuery = z.object({
  ...askedFollowUps,
  /** Column names separated by commas, as in the address of the list. All columns by default. */
  columns: z.string().max(1_000).optional(),
  /** `csv`, or `xlsx` for an Excel file. */
  format: z.enum(tableFormats).default('csv'),
})

/** A row of the follow-ups. */
export const followUp = z.object({
  row: inspectionRow,
  review,
  /** In a list with groups, the group of the row; null in the group of rows without a value. */
  group: z.string().nullable().optional(),
})
export type FollowUp = z.infer<typeof followUp>
export const followUpPage = z.object({
  rows: z.array(followUp),
  total: z.number().int(),
  after: z.string().nullable(),
  /** On the first page of a list with groups: how many rows each group has. */
  groups: z.array(z.object({ id: z.string().nullable(), count: z.number().int() })).optional(),
})
export type FollowUpPage = z.infer<typeof followUpPage>
