import * as z from 'zod'

const count = z.number().int()

/**
 * A site as inspections and assets name it. SafetyCulture's own list of sites has no information about inspections and
 * assets.
 */
export const siteRow = z.object({
  name: z.string(),
  /** The number of inspections in the index that were made at the site. */
  inspections: count,
  completed: count,
  failed: count,
  /** Mean score of the completed inspections that have one, 0 to 100. */
  scorePercentage: z.number().nullable(),
  lastInspectionAt: z.iso.datetime({ offset: true }).nullable(),
  /** The number of active assets at the site. */
  assets: count,
})
export type SiteRow = z.infer<typeof siteRow>

/** Response of GET /api/sites: sites with most inspections first. */
export const siteList = z.object({ sites: z.array(siteRow) })
export type SiteList = z.infer<typeof siteList>
