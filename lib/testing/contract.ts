/**
 * The operations of the service as its documents list them, written separately from the code. The table, the stand-in
 * and the explorer are compared with this list.
 */
export interface ContractRow {
  method: string
  /** With `{}` for each id. */
  path: string
  /** Requests in 60 seconds. */
  limit: number
}

/** The rate table of interface.md section 8, row by row, written separately from the code. */
export const rateTable: readonly ContractRow[] = `
POST /users/search 200
GET /share/connections 200
POST /audits 30
GET /audits/search 200
GET /export_profiles/search 200
GET /templates/search 200
GET /response_sets 200
POST /audits/{} /export 20
GET /audits/{}/exports/{} 100
GET /audits/{}/exports/{}/{} 100
GET /preferences/search 200
POST /audits/{}/report 200
GET /audits/{}/report/{} 200
POST /users/v1/users/upsert 5
POST /users/v1/users/upsert/jobs 200
POST /users/v1/users/upsert/jobs/{} 5
DELETE /users/v1/users/upsert/jobs/{} 200
GET /users/v1/users/upsert/jobs/{} 200
POST /users/v1/users/upsert/jobs/list 200
GET /training/collections/v1 200
GET /training/collections/v1/{}/courses 200
GET /training/courses/v1 200
GET /training/courses/v1/{}/lessons 200
PUT /training/courses/v1/{}/assignments 200
GET /training/paths/v1 200
GET /training/paths/v1/{} 200
GET /training/individualleaderboards/v1 200
GET /training/individualleaderboards/v1/rankings 200
GET /training/rapid-refresh/v1 200
GET /training/rapid-refresh/v1/{} 200
GET /training/analytics/v1/lessons/attempts 200
GET /training/analytics/v1/courses/statistics 200
GET /training/analytics/v1/lessons/progress/events 200
GET /training/analytics/v1/lessons/statistics 200
GET /training/analytics/v1/slides/statistics 200
GET /training/analytics/v1/users/{}/slides/statistics 200
GET /training/analytics/v1/users/{}/lessons/progress 200
GET /training/analytics/v1/users/{}/lessons/progress/events 200
GET /training/analytics/v1/surveys/questionDefinitions 200
GET /training/analytics/v1/surveys/answers 200
GET /training/analytics/v1/rapidRefresh/answers 200
`
  .replaceAll('{} /', '{}/')
  .trim()
  .split('\n')
  .map((row) => row.split(' '))
  .map(([method = '', path = '', limit = '']) => ({ method, path, limit: Number(limit) }))

/** Operations of section 4 without a row in that table. */
export const others: readonly ContractRow[] = `
GET /audits/{}
GET /audits/{}/media/{}
POST /assets/v1/status-groups
GET /assets/v1/status-groups/{}
PATCH /assets/v1/status-groups/{}
DELETE /assets/v1/status-groups/{}
POST /assets/v1/status-groups/list
POST /assets/v1/status-groups/{}/types
DELETE /assets/v1/status-groups/{}/types
`
  .trim()
  .split('\n')
  .map((row) => row.split(' '))
  .map(([method = '', path = '']) => ({ method, path, limit: 800 }))

/** Operations that public pages name and the contract does not: service.md 3.2, 4.2, 6 and 8. */
export const beyond: readonly ContractRow[] = `
POST /assets/v1/assets/list
POST /assets/v1/assets
GET /assets/v1/assets/{}
PATCH /assets/v1/assets/{}
POST /assets/v1/assets/bulk
PUT /assets/v1/assets/bulk
PATCH /assets/v1/assets/{}/archive
DELETE /assets/v1/assets/{}/archive
GET /assets/v1/assets:GetAssetByCode
POST /assets/v1/assets:LookupAssetsByField
POST /assets/v1/types/list
POST /users/v1/users/list
GET /groups
GET /groups/{}/users
POST /assets/v1/types
PATCH /assets/v1/types/{}
POST /assets/v1/fields/list
GET /response_sets/{}
GET /accounts/user/v1/user:WhoAmI
GET /webhooks/v1/webhooks
GET /webhooks/v1/webhooks/{}
POST /webhooks/v1/webhooks
PUT /webhooks/v1/webhooks/{}
DELETE /webhooks/v1/webhooks/{}
GET /webhooks/v1/token
POST /webhooks/v1/token
`
  .trim()
  .split('\n')
  .map((row) => row.split(' '))
  .map(([method = '', path = '']) => ({ method, path, limit: 800 }))
