import * as z from 'zod'
import { tableFormats } from '@/lib/csv/formats'
import { auditId } from '@/lib/ids'
import { facetNames } from './columns'
import { listParams, shortText } from './schema'

/** Exports of the list as files. */

/** Maximum number of inspections that one export can select by id. */
export const exportIdsMax = 20_000
const exportIds = z.array(auditId).max(exportIdsMax)
/** The inspections of an export: some IDs, or everything that `params` matches. */
export const exportSelection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ids'),
    /** IDs of the inspections. */
    ids: exportIds,
  }),
  z.object({
    kind: z.literal('matching'),
    /** IDs of inspections that are left out. */
    except: exportIds,
  }),
])
export type ExportSelection = z.infer<typeof exportSelection>

const exportFields = {
  /** Column names separated by commas, as in the address of the list. By default the columns that the list shows at first. */
  columns: shortText(1_000).optional(),
  /** Writes the rows group by group, as the list shows them. Rows in a group are in the order of `sort`. */
  groupBy: z.enum(facetNames).optional(),
  /** IANA time zone of the times in the file. By default `tz`, or UTC. */
  zone: listParams.shape.tz,
  /** `csv`, or `xlsx` for an Excel file. */
  format: z.enum(tableFormats).default('csv'),
  /** `true`: adds columns with the ID and the link of each inspection. */
  links: z.enum(['true', 'false']).default('false'),
  /** Name of the list, which becomes part of the file name. */
  name: shortText(200).optional(),
}

/** Query of GET /api/inspections/export: all rows of a list. */
export const exportQuery = z.object({ ...listParams.shape, ...exportFields })
/** Body of POST /api/inspections/export, for selected rows. */
export const exportBody = z.object({
  ...exportFields,
  /** The filters and order of the list. */
  params: listParams,
  selection: exportSelection,
})
