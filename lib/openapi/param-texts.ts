/**
 * Descriptions of the parameters of a list of inspections. The parameters are the same in the page's address, in saved
 * views and in exports.
 */
const plain: Readonly<Record<string, string>> = {
  q: 'Words that the inspection contains, in any field. "…" is an exact phrase, -word leaves out.',
  template: 'Template id. Several: any of them.',
  site: 'Name of the site; * is any, so site!=* finds what has none.',
  author: 'Name of the author; * is any.',
  result: 'failed, passed or in-progress.',
  score: 'Range of the score in percent, such as 50..80 or ..50.',
  failed: 'Range of the number of failed answers, such as 1..',
  failedQuestion: 'Key of a question that failed, as /api/insights/questions names it. Several: any of them.',
  answeredQuestion: 'Key of a question that was answered. Several: any of them.',
  media: 'true: with files, false: without.',
  completed: 'true: completed, false: in progress.',
  archived: 'true: archived alone, false: without archived ones.',
  modified: 'Range of the time of the last change: 2026-11-01..2026-11-20, now-7d/d..now, or instants.',
  completedAt: 'Range of the time of completion, written like modified.',
  missing: 'How inspections that are deleted at the source are treated.',
  problem: 'true: those whose document could not be read or has an unexpected format.',
  review: 'unreviewed, reviewed, follow-up or changed. Several: any of them.',
  sort: 'Column to sort by; - in front turns the order. The default is -modified.',
  tz: 'Time zone in which days begin, such as Europe/Dublin. The default is UTC.',
  after: 'Cursor of the next page, from `after` of the last answer.',
  offset: 'Position of the first row. Prefer `after`.',
  limit: 'Rows of a page.',
  include: 'Parts of the answer. All when left out.',
}

/** Whether a query belongs to a list of inspections. */
export const isListQuery = (names: readonly string[]): boolean => names.includes('template!') && names.includes('q')

/** The description of a parameter of such a list; undefined for an unknown parameter. */
export function describeListParam(name: string): string | undefined {
  const words = plain[name.replace(/!$/, '')]
  return name.endsWith('!') && words !== undefined ? `Leaves out what matches. ${words}` : words
}
