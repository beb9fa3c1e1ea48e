// Apart from the schemas, so that a page has them without loading zod.

export const nameLengthMax = 60

/** The maximum number of views that are counted in one request. */
export const countedMax = 20

/** The lists that have saved views. The names are stored and part of the API: never change one. */
export const viewLists = [
  'inspections',
  'assets',
  'users',
  'follow-ups',
  'templates',
  'sites',
  'activity',
  'exports',
  'imports',
  'status-groups',
  'connections',
  'response-sets',
  'deliveries',
] as const

/** The maximum number of people that a view is shared with. For more people, it can be shared with everyone. */
export const sharedWithMax = 50
