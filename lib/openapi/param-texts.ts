/**
 * Descriptions of the parameters of a list of inspections. The parameters are the same in the page's address, in saved
 * views and in exports.
 */
const plain: Readonly<Record<string, string>> = {
  q: 'Words to search for in all fields. "…" matches an exact phrase, -word excludes a word.',
  template: 'Template ID. With several values, any of them matches.',
  site: 'Site name. * matches any site, so site!=* finds inspections without a site.',
  author: 'Author name. * matches any author.',
  result: 'Result: failed, passed or in-progress.',
  score: 'Range of scores in percent, such as 50..80 or ..50.',
  failed: 'Range of the number of failed answers, such as 1..',
  failedQuestion:
    'Key of a failed question, as returned by /api/insights/questions. With several values, any of them matches.',
  answeredQuestion: 'Key of an answered question. With several values, any of them matches.',
  media: 'true: only inspections with files. false: only those without files.',
  completed: 'true: only completed inspections. false: only those in progress.',
  archived: 'true: only archived inspections. false: no archived inspections.',
  modified:
    'Range of the last modification: dates (2026-11-01..2026-11-20), relative times (now-7d/d..now) or exact times.',
  completedAt: 'Range of the completion time, in the same format as modified.',
  missing: 'How inspections that were deleted at the source are treated.',
  problem: 'true: only inspections whose document could not be read or has an unexpected format.',
  review: 'Review state: unreviewed, reviewed, follow-up or changed. With several values, any of them matches.',
  sort: 'Column to sort by. A leading - reverses the order. The default is -modified.',
  tz: 'Time zone in which days begin, such as Europe/Dublin. The default is UTC.',
  after: 'Cursor of the next page: `after` from the previous response.',
  offset: 'Position of the first row. Prefer `after`.',
  limit: 'Number of rows per page.',
  include: 'Parts to include in the response. If omitted, all parts are included.',
}

/** Whether a query belongs to a list of inspections. */
export const isListQuery = (names: readonly string[]): boolean => names.includes('template!') && names.includes('q')

/** The description of a parameter of such a list; undefined for an unknown parameter. */
export function describeListParam(name: string): string | undefined {
  const words = plain[name.replace(/!$/, '')]
  return name.endsWith('!') && words !== undefined ? `Excludes what matches. ${words}` : words
}
