/**
 * Every documented operation (interface.md 4 and 8, and the public facts of service.md) with its limit. An operation
 * without a handler in `server.ts` returns 501 with its name.
 */
export interface OperationRow {
  name: string
  method: string
  /** `:name` matches one segment. */
  path: string
  limit: number
  /** `other` for everything that section 8 does not list. */
  bucket: string
  /** Permission that the token needs; null: any valid token. */
  needs: string | null
}

export const viewAll = 'View all data'
export const manageAll = 'Manage all data'
const assetsAccess = 'Assets: Access'
const assetsSettings = 'Assets: Settings'
const manageUsers = 'Platform management: Users'
const training = 'Training: Access'
const webhooks = 'Platform management: Integrations'

const otherLimit = 800

type Row = readonly [name: string, method: string, path: string, needs: string | null]

/** Rows of the table in section 8, each with a bucket of its own. */
const listed: ReadonlyArray<readonly [...Row, limit: number]> = [
  ['searchUsers', 'POST', '/users/search', manageUsers, 200],
  ['listShareConnections', 'GET', '/share/connections', viewAll, 200],
  ['createInspection', 'POST', '/audits', manageAll, 30],
  ['searchInspections', 'GET', '/audits/search', viewAll, 200],
  ['searchExportProfiles', 'GET', '/export_profiles/search', viewAll, 200],
  ['searchTemplates', 'GET', '/templates/search', viewAll, 200],
  ['listResponseSets', 'GET', '/response_sets', viewAll, 200],
  ['startExport', 'POST', '/audits/:auditId/export', viewAll, 20],
  ['getExport', 'GET', '/audits/:auditId/exports/:exportId', viewAll, 100],
  ['getExportFile', 'GET', '/audits/:auditId/exports/:exportId/:filename', viewAll, 100],
  ['searchPreferences', 'GET', '/preferences/search', viewAll, 200],
  ['startReport', 'POST', '/audits/:auditId/report', viewAll, 200],
  ['getReport', 'GET', '/audits/:auditId/report/:exportId', viewAll, 200],
  ['upsertUsers', 'POST', '/users/v1/users/upsert', manageUsers, 5],
  ['createUpsertJob', 'POST', '/users/v1/users/upsert/jobs', manageUsers, 200],
  ['startUpsertJob', 'POST', '/users/v1/users/upsert/jobs/:jobId', manageUsers, 5],
  ['cancelUpsertJob', 'DELETE', '/users/v1/users/upsert/jobs/:jobId', manageUsers, 200],
  ['getUpsertJob', 'GET', '/users/v1/users/upsert/jobs/:jobId', manageUsers, 200],
  ['listUpsertJobs', 'POST', '/users/v1/users/upsert/jobs/list', manageUsers, 200],
  ['listTrainingCollections', 'GET', '/training/collections/v1', training, 200],
  ['listCollectionCourses', 'GET', '/training/collections/v1/:collectionId/courses', training, 200],
  ['listCourses', 'GET', '/training/courses/v1', training, 200],
  ['listCourseLessons', 'GET', '/training/courses/v1/:courseId/lessons', training, 200],
  ['assignCourse', 'PUT', '/training/courses/v1/:courseId/assignments', training, 200],
  ['listPaths', 'GET', '/training/paths/v1', training, 200],
  ['getPath', 'GET', '/training/paths/v1/:pathId', training, 200],
  ['listLeaderboards', 'GET', '/training/individualleaderboards/v1', training, 200],
  ['listRankings', 'GET', '/training/individualleaderboards/v1/rankings', training, 200],
  ['listRapidRefresh', 'GET', '/training/rapid-refresh/v1', training, 200],
  ['getRapidRefresh', 'GET', '/training/rapid-refresh/v1/:id', training, 200],
  ['listLessonAttempts', 'GET', '/training/analytics/v1/lessons/attempts', training, 200],
  ['getCourseStatistics', 'GET', '/training/analytics/v1/courses/statistics', training, 200],
  ['listLessonProgressEvents', 'GET', '/training/analytics/v1/lessons/progress/events', training, 200],
  ['getLessonStatistics', 'GET', '/training/analytics/v1/lessons/statistics', training, 200],
  ['getSlideStatistics', 'GET', '/training/analytics/v1/slides/statistics', training, 200],
  ['getUserSlideStatistics', 'GET', '/training/analytics/v1/users/:userId/slides/statistics', training, 200],
  ['getUserLessonProgress', 'GET', '/training/analytics/v1/users/:userId/lessons/progress', training, 200],
  [
    'listUserLessonProgressEvents',
    'GET',
    '/training/analytics/v1/users/:userId/lessons/progress/events',
    training,
    200,
  ],
  ['listSurveyQuestions', 'GET', '/training/analytics/v1/surveys/questionDefinitions', training, 200],
  ['listSurveyAnswers', 'GET', '/training/analytics/v1/surveys/answers', training, 200],
  ['listRapidRefreshAnswers', 'GET', '/training/analytics/v1/rapidRefresh/answers', training, 200],
]

/** All others share the Other limit. */
const others: readonly Row[] = [
  ['getInspection', 'GET', '/audits/:auditId', viewAll],
  ['updateInspection', 'PUT', '/audits/:auditId', manageAll],
  ['getMedia', 'GET', '/audits/:auditId/media/:mediaId', viewAll],
  ['shareInspection', 'POST', '/audits/:auditId/share', manageAll],
  ['getWebReportLink', 'GET', '/audits/:auditId/web_report_link', viewAll],
  ['deleteWebReportLink', 'DELETE', '/audits/:auditId/web_report_link', manageAll],
  ['getDeepLink', 'POST', '/audits/:auditId/deep_link', viewAll],
  ['createStatusGroup', 'POST', '/assets/v1/status-groups', assetsSettings],
  ['getStatusGroup', 'GET', '/assets/v1/status-groups/:id', assetsAccess],
  ['updateStatusGroup', 'PATCH', '/assets/v1/status-groups/:id', assetsSettings],
  ['deleteStatusGroup', 'DELETE', '/assets/v1/status-groups/:id', assetsSettings],
  ['listStatusGroups', 'POST', '/assets/v1/status-groups/list', assetsAccess],
  ['addStatusGroupTypes', 'POST', '/assets/v1/status-groups/:id/types', assetsSettings],
  ['removeStatusGroupTypes', 'DELETE', '/assets/v1/status-groups/:id/types', assetsSettings],
  ['listAssets', 'POST', '/assets/v1/assets/list', assetsAccess],
  ['createAsset', 'POST', '/assets/v1/assets', assetsSettings],
  ['bulkCreateAssets', 'POST', '/assets/v1/assets/bulk', assetsSettings],
  ['bulkUpdateAssets', 'PUT', '/assets/v1/assets/bulk', assetsSettings],
  ['getAsset', 'GET', '/assets/v1/assets/:id', assetsAccess],
  ['updateAsset', 'PATCH', '/assets/v1/assets/:id', assetsSettings],
  ['archiveAsset', 'PATCH', '/assets/v1/assets/:id/archive', assetsSettings],
  ['restoreAsset', 'DELETE', '/assets/v1/assets/:id/archive', assetsSettings],
  ['getAssetByCode', 'GET', '/assets/v1/assets:GetAssetByCode', assetsAccess],
  ['lookupAssets', 'POST', '/assets/v1/assets:LookupAssetsByField', assetsAccess],
  ['listAssetTypes', 'POST', '/assets/v1/types/list', assetsAccess],
  ['createAssetType', 'POST', '/assets/v1/types', assetsSettings],
  ['updateAssetType', 'PATCH', '/assets/v1/types/:id', assetsSettings],
  ['listAssetFields', 'POST', '/assets/v1/fields/list', assetsAccess],
  ['createUser', 'POST', '/users', manageUsers],
  ['getUser', 'GET', '/users/:userId', manageUsers],
  ['updateUser', 'PUT', '/users/:userId', manageUsers],
  ['listUsers', 'POST', '/users/v1/users/list', manageUsers],
  ['listGroups', 'GET', '/groups', viewAll],
  ['listGroupUsers', 'GET', '/groups/:groupId/users', viewAll],
  ['addGroupUserUnversioned', 'POST', '/groups/:groupId/users', manageUsers],
  ['addGroupUser', 'POST', '/groups/:groupId/users/v2', manageUsers],
  ['removeGroupUser', 'DELETE', '/groups/:groupId/users/:userId', manageUsers],
  ['whoAmI', 'GET', '/accounts/user/v1/user:WhoAmI', null],
  ['getResponseSet', 'GET', '/response_sets/:id', viewAll],
  ['createResponseSet', 'POST', '/response_sets', manageAll],
  ['updateResponseSet', 'PUT', '/response_sets/:id', manageAll],
  ['createResponse', 'POST', '/response_sets/:id/responses', manageAll],
  ['updateResponse', 'PUT', '/response_sets/:id/responses/:responseId', manageAll],
  ['deleteResponse', 'DELETE', '/response_sets/:id/responses/:responseId', manageAll],
  ['getExportProfile', 'GET', '/export_profiles/:id', viewAll],
  ['createWebhook', 'POST', '/webhooks/v1/webhooks', webhooks],
  ['listWebhooks', 'GET', '/webhooks/v1/webhooks', webhooks],
  ['getWebhook', 'GET', '/webhooks/v1/webhooks/:id', webhooks],
  ['updateWebhook', 'PUT', '/webhooks/v1/webhooks/:id', webhooks],
  ['deleteWebhook', 'DELETE', '/webhooks/v1/webhooks/:id', webhooks],
  ['getWebhookToken', 'GET', '/webhooks/v1/token', webhooks],
  ['resetWebhookToken', 'POST', '/webhooks/v1/token', webhooks],
]

export const operations: readonly OperationRow[] = [
  ...listed.map(([name, method, path, needs, limit]) => ({
    name,
    method,
    path,
    limit,
    bucket: `${method} ${path}`,
    needs,
  })),
  ...others.map(([name, method, path, needs]) => ({ name, method, path, limit: otherLimit, bucket: 'other', needs })),
]

/** A request to an unknown path still counts against the Other limit. */
export const unlisted = { bucket: 'other', limit: otherLimit } as const

interface Pattern {
  segments: readonly string[]
  rows: OperationRow[]
}

const patterns: Pattern[] = []
for (const row of operations) {
  const segments = row.path.slice(1).split('/')
  const known = patterns.find((pattern) => pattern.segments.map(blank).join('/') === segments.map(blank).join('/'))
  if (known) known.rows.push(row)
  else patterns.push({ segments, rows: [row] })
}

function blank(segment: string): string {
  return segment.startsWith(':') ? ':' : segment
}

export type Match =
  | { kind: 'found'; operation: OperationRow; params: Record<string, string> }
  | { kind: 'method'; allowed: string[] }
  | { kind: 'none' }

/** Finds the operation of a raw (still encoded) path. A fixed segment takes precedence over a parameter. */
export function matchOperation(method: string, rawPath: string): Match {
  const segments = rawPath.slice(1).split('/')
  const allowed = new Set<string>()
  let best: { operation: OperationRow; params: Record<string, string>; fixed: number } | null = null
  for (const pattern of patterns) {
    if (pattern.segments.length !== segments.length) continue
    const values = matchSegments(pattern.segments, segments)
    if (values === null) continue
    const operation = pattern.rows.find((row) => row.method === method)
    if (!operation) {
      for (const row of pattern.rows) allowed.add(row.method)
      continue
    }
    const fixed = pattern.segments.filter((segment) => !segment.startsWith(':')).length
    if (best !== null && best.fixed >= fixed) continue
    const names = operation.path
      .slice(1)
      .split('/')
      .filter((segment) => segment.startsWith(':'))
    const params = Object.fromEntries(names.map((name, at) => [name.slice(1), values[at] ?? '']))
    best = { operation, params, fixed }
  }
  if (best) return { kind: 'found', operation: best.operation, params: best.params }
  return allowed.size > 0 ? { kind: 'method', allowed: [...allowed] } : { kind: 'none' }
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): string[] | null {
  const values: string[] = []
  for (const [at, expected] of pattern.entries()) {
    const segment = segments[at] ?? ''
    if (!expected.startsWith(':')) {
      if (segment !== expected) return null
      continue
    }
    if (segment === '') return null
    try {
      values.push(decodeURIComponent(segment))
    } catch {
      return null
    }
  }
  return values
}
