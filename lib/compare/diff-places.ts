import type { Report, ReportItem } from '@/lib/report/schema'
import { instanceName } from '@/lib/report/view'

/** The names of an item's containers as one text, outermost first; empty when it has none. */
export type Places = (item: ReportItem) => string

const placeNamesMax = 4

/**
 * Finds the places of the items of a report. Parents come before their children, so the nearest named parent is always
 * known.
 */
export function createPlaces(report: Report): Places {
  const named = new Map<string, { name: string; above: string | null }>()
  const nearest = new Map<string, string | null>()
  for (const item of report.items) {
    const above = item.parentKey === null ? null : (nearest.get(item.parentKey) ?? null)
    const name =
      item.answer.kind === 'heading' ? item.label : item.answer.kind === 'instance' ? instanceName(item) : null
    if (name !== null) named.set(item.key, { name, above })
    nearest.set(item.key, name === null ? above : item.key)
  }
  return (item) => {
    const names: string[] = []
    let at = item.parentKey === null ? null : (nearest.get(item.parentKey) ?? null)
    while (at !== null && names.length < placeNamesMax) {
      const place = named.get(at)
      if (place === undefined) break
      names.unshift(place.name)
      at = place.above
    }
    return names.join(' › ')
  }
}
