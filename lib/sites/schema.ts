import * as z from 'zod'

const count = z.number().int()

/** A site, as inspections and assets name it: SafetyCulture's own list of sites says nothing about them. */
export const siteRow = z.object({
  name: z.string(),
  /** Of the inspections in the index that were made there. */
  inspections: count,
  completed: count,
  failed: count,
  /** Mean of the completed ones that have a score, 0 to 100. */
  scorePercentage: z.number().nullable(),
  lastInspectionAt: z.iso.datetime({ offset: true }).nullable(),
  /** Active assets there. */
  assets: count,
})
export type SiteRow = z.infer<typeof siteRow>

/** Answer of GET /api/sites: those with most inspections first. */
export const siteList = z.object({ sites: z.array(siteRow) })
export type SiteList = z.infer<typeof siteList>
