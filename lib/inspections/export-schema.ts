import * as z from 'zod'
import { tableFormats } from '@/lib/csv/formats'
import { auditId } from '@/lib/ids'
import { listParams, shortText } from './schema'

/** Exports of the list as files. */

/** Maximum number of inspections that one export can select by id. */
export const exportIdsMax = 20_000
const exportIds = z.array(auditId).max(exportIdsMax)
export const exportSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ids'), ids: exportIds }),
  z.object({ kind: z.literal('matching'), except: exportIds }),
])
export type ExportSelection = z.infer<typeof exportSelection>

const exportFields = {
  /** As in the address of the list. */
  columns: shortText(1_000).optional(),
  /** Time zone of the times in the file. By default the zone of the parameters, or UTC. */
  zone: listParams.shape.tz,
  /** `xlsx`: an Excel file. Its texts are never formulas, and its times are dates. */
  format: z.enum(tableFormats).default('csv'),
  /** `true`: adds the id and the link of each inspection after the shown columns. */
  links: z.enum(['true', 'false']).default('false'),
  /** The name of the list, for the name of the file. */
  name: shortText(200).optional(),
}

/** Query of GET /api/inspections/export: all rows of a list. */
export const exportQuery = z.object({ ...listParams.shape, ...exportFields })
/** Body of POST /api/inspections/export, for selected rows. */
export const exportBody = z.object({ ...exportFields, params: listParams, selection: exportSelection })
