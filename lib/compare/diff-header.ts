import type { Report } from '@/lib/report/schema'
import { describeInstant } from './diff-item'
import type { HeaderChange } from './diff-schema'

/** The differences between the headers of two reports, in the order of the screen. */
export function diffHeaders(left: Report, right: Report): HeaderChange[] {
  const texts = {
    title: [left.title, right.title],
    template: [left.templateName, right.templateName],
    site: [siteOf(left), siteOf(right)],
    author: [left.authorName, right.authorName],
    owner: [left.ownerName, right.ownerName],
    preparedBy: [left.preparedBy, right.preparedBy],
    documentNo: [left.documentNo, right.documentNo],
    location: [left.locationText, right.locationText],
  } as const
  const changes: HeaderChange[] = []
  for (const [field, [before, after]] of Object.entries(texts))
    if (before !== after) changes.push({ field: field as keyof typeof texts, left: before, right: after })
  for (const field of ['startedAt', 'completedAt'] as const)
    if (describeInstant(left[field]) !== describeInstant(right[field]))
      changes.push({ field, left: left[field], right: right[field] })
  if (JSON.stringify(left.score) !== JSON.stringify(right.score))
    changes.push({ field: 'score', left: left.score, right: right.score })
  if (left.archived !== right.archived) changes.push({ field: 'archived', left: left.archived, right: right.archived })
  return changes
}

function siteOf({ site }: Report): string | null {
  const parts = [site.name, site.area, site.region].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}
