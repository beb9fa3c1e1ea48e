import { placeNameOf } from '@/lib/report/names-model'
import type { PlaceName, Report, ReportItem } from '@/lib/report/schema'

/** The names of an item's containers, outermost first. */
export type Places = (item: ReportItem) => PlaceName[]

const placeNamesMax = 4

/**
 * Finds the places of the items of a report. Parents come before their children, so the nearest named parent is always
 * known.
 */
export function createPlaces(report: Report): Places {
  const named = new Map<string, { name: PlaceName; above: string | null }>()
  const nearest = new Map<string, string | null>()
  for (const item of report.items) {
    const above = item.parentKey === null ? null : (nearest.get(item.parentKey) ?? null)
    const name = placeNameOf(item)
    if (name !== null) named.set(item.key, { name, above })
    nearest.set(item.key, name === null ? above : item.key)
  }
  return (item) => {
    const names: PlaceName[] = []
    let at = item.parentKey === null ? null : (nearest.get(item.parentKey) ?? null)
    while (at !== null && names.length < placeNamesMax) {
      const place = named.get(at)
      if (place === undefined) break
      names.unshift(place.name)
      at = place.above
    }
    return names
  }
}
