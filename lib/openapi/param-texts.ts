/**
 * Descriptions of parameters that have no comment in a schema: those of a list of inspections, which are the same in
 * the page's address, in saved views and in exports, and IDs in paths.
 */

/** Parameters that some operations use differently, by the start of their path. */
const inOperations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/insights/': {
    sort: 'Has no effect.',
    completedAt:
      'The period: a range of the completion time, in the same format as modified. Only the first value is used. The default is now-90d/d..now.',
  },
  '/api/insights/reviews': { review: 'Has no effect, because inspections are counted by their review.' },
  '/api/inspections/facets': { sort: 'Has no effect.' },
  '/api/media/wall': {
    sort: 'Has no effect. Files of the most recently changed inspections come first.',
    offset: 'Has no effect. Use `after`.',
    include: 'Has no effect.',
  },
  '/api/media/wall/total': { offset: 'Has no effect.', after: 'Has no effect.', limit: 'Has no effect.' },
  '/api/review/queue': {
    sort: 'Has no effect. Use `order`.',
    review:
      'Review state: unreviewed, reviewed, follow-up or changed. With several values, any of them matches. If neither review nor review! is given, unreviewed and changed.',
  },
}

/** The description of a parameter that an operation uses in its own way; undefined for all others. */
export function describeException(path: string, name: string): string | undefined {
  const places = Object.entries(inOperations).filter(([start]) => path.startsWith(start))
  return places.findLast(([, texts]) => texts[name] !== undefined)?.[1][name]
}

const inList: Readonly<Record<string, string>> = {
  q: 'Words to search for in all fields. All of them must occur. "…" matches an exact phrase, -word excludes a word. IDs of inspections are found too.',
  template: 'Template ID. With several values, any of them matches. * matches any template.',
  site: 'Site name. With several values, any of them matches. * matches any site, so site!=* finds inspections without a site.',
  author: 'Author name. With several values, any of them matches. * matches any author.',
  result: 'Result: failed, passed or in-progress. With several values, any of them matches.',
  score: 'Range of scores in percent, such as 50..80 or ..50. * matches any score.',
  failed: 'Range of the number of failed answers, such as 1.. or 2..5.',
  failedQuestion:
    'Key of a failed question, as returned by /api/insights/questions. With several values, any of them matches.',
  answeredQuestion: 'Key of an answered question. With several values, any of them matches.',
  asset:
    'ID of an asset that answers name, or its text if SafetyCulture returns no ID. With several values, any of them matches.',
  media: 'with: only inspections with files. without: only those without files.',
  completed: 'true: only completed inspections. false: only those in progress.',
  archived: 'true: only archived inspections. false: no archived inspections.',
  modified:
    'Range of the last modification: days (2026-11-01..2026-11-20), relative times (now-7d/d..now) or exact times. Either end can be omitted.',
  completedAt: 'Range of the completion time, in the same format as modified. * matches any completed inspection.',
  missing:
    'true: only inspections that were deleted at the source. false: none of them, which is the default unless q contains an ID. both: all inspections.',
  problem:
    'unreadable: only inspections whose document could not be read. unusual: only those whose document has an unexpected format.',
  review: 'Review state: unreviewed, reviewed, follow-up or changed. With several values, any of them matches.',
  sort: 'Column to sort by: modified, completed, score, failed, title, template, site, author, result, review or id; in lists of up to 50,000 inspections also media, items, documentNo, started or created. A leading - reverses the order. The default is -modified.',
  tz: 'IANA time zone in which days begin, such as Europe/Dublin. The default is UTC.',
}

/** Whether a query belongs to a list of inspections. */
export const isListQuery = (names: readonly string[]): boolean => names.includes('template!') && names.includes('q')

/** The description of a parameter of such a list; undefined for an unknown parameter. */
export function describeListParam(name: string): string | undefined {
  const words = inList[name.replace(/!$/, '')]
  return name.endsWith('!') && words !== undefined ? `Excludes inspections that match. ${words}` : words
}

const inPath: Readonly<Record<string, string>> = {
  accountId: 'ID of a service account.',
  activityId: 'ID of an entry of the activity log.',
  assetId: 'ID of an asset.',
  changeId: 'ID of a bulk change.',
  collectionId: 'ID of a collection of courses.',
  commentId: 'ID of a comment.',
  courseId: 'ID of a course.',
  'exports/jobId': 'ID of an export.',
  groupId: 'ID of a status group.',
  invitationId: 'ID of an invitation.',
  leaderboardId: 'ID of a leaderboard.',
  'outgoing/deliveryId': 'ID of a delivery to a target.',
  path: 'Path of the operation in the API of SafetyCulture, such as audits/search.',
  pathId: 'ID of a learning path.',
  proposalId: 'ID of a proposal of a rule.',
  remoteId: 'ID of the import in SafetyCulture.',
  ruleId: 'ID of a rule.',
  scheduleId: 'ID of a scheduled export.',
  sessionId: 'ID of a session.',
  targetId: 'ID of a target of outgoing webhooks.',
  tokenId: 'ID of an API token. This is not the token itself.',
  'user-jobs/jobId': 'ID of an import or dry run.',
  'users/userId': 'ID of a user in SafetyCulture.',
  'webhooks/deliveryId': 'ID of a received delivery.',
  zipId: 'ID of a zip download.',
}

/** The description of a parameter in a path. Where a name has several meanings, the noun of the path decides. */
export function describePathParam(noun: string, name: string): string | undefined {
  return inPath[`${noun}/${name}`] ?? inPath[name]
}
