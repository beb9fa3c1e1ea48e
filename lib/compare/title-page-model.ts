import type { Report } from '@/lib/report/schema'

/**
 * A report without its title page: two inspections differ there in any case. What failed on it stays, so that no failure is
 * left out.
 */
export function leaveOutTitlePage(report: Report): Report {
  const pages = new Set(report.sections.filter(({ isTitlePage }) => isTitlePage).map(({ key }) => key))
  if (pages.size === 0) return report
  return { ...report, items: report.items.filter((item) => !pages.has(item.sectionKey) || item.failed) }
}
