import type { Report } from '@/lib/report/schema'

/**
 * A report without its title page, because the title pages of two inspections always differ. Failed items of the title
 * page stay, so that no failure is left out.
 */
export function leaveOutTitlePage(report: Report): Report {
  const pages = new Set(report.sections.filter(({ isTitlePage }) => isTitlePage).map(({ key }) => key))
  if (pages.size === 0) return report
  return { ...report, items: report.items.filter((item) => !pages.has(item.sectionKey) || item.failed) }
}
