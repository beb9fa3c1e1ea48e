/**
 * The keys by which events find queries. Kept apart from the query modules, so that an event does not load the schemas
 * of all responses.
 */
export const queryKeys = {
  activity: ['activity'],
  assetChanges: ['asset-changes'],
  assets: ['assets'],
  exportSchedules: ['export-schedules'],
  exports: ['exports'],
  inbox: ['inbox'],
  inspections: ['inspections'],
  media: ['media'],
  outgoing: ['outgoing'],
  overview: ['overview'],
  people: ['people'],
  reviewComments: ['review-comments'],
  reviewCounts: ['reviews', 'counts'],
  reviews: ['reviews'],
  rules: ['rules'],
  savedViews: ['saved-views'],
  scoreThresholds: ['score-thresholds'],
  sites: ['sites'],
  statusBoard: ['status-groups', 'board'],
  systemDetails: ['system', 'details'],
  systemStatus: ['system', 'status'],
  templates: ['templates'],
  userJobs: ['user-jobs'],
  users: ['users'],
  webhooks: ['webhooks'],
} as const
