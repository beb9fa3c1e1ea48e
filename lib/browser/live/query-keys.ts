/**
 * The keys by which events find queries. They are not in the modules of the queries, because an event would load the
 * schemas of every response then, and a page that shows few of them would wait for all.
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
  statusBoard: ['status-groups', 'board'],
  systemDetails: ['system', 'details'],
  systemStatus: ['system', 'status'],
  templates: ['templates'],
  userJobs: ['user-jobs'],
  users: ['users'],
  webhooks: ['webhooks'],
} as const
