/**
 * Names of files in `lib/<noun>`. A file is named by its role, or `<topic>-<role>` when there are several. CONTRIBUTING.md
 * says what each role contains.
 */
export const roles: readonly string[] = [
  // Both sides.
  'schema',
  'model',
  'types',
  'view',
  // Browser.
  'queries',
  // Server: reads, writes and the tables behind them.
  'data',
  'mutations',
  'store',
  'write',
  'remote',
  'wire',
  'recheck',
  // Server: background jobs.
  'worker',
  'steps',
  'outcomes',
  'instance',
  // Server: parts of a list.
  'cursor',
  'filter',
  'sql',
  'facets',
  'counts',
  'columns',
  'export',
  'csv',
]

/**
 * The nouns of the domain, each with its files without a role, which are named after their content. Add one only when no
 * role fits. Subfolders of a noun group files by task and are not listed.
 */
export const topics: Readonly<Record<string, readonly string[]>> = {
  account: [],
  activity: ['actor-text', 'journal', 'object-text', 'outcome-reason', 'redact', 'visibility'],
  'asset-changes': ['known-assets', 'take-back', 'texts'],
  'api-tokens': [],
  assets: ['listing', 'listing-state', 'refresh', 'type-listing', 'uncounted', 'whole-listing'],
  compare: ['diff', 'diff-header', 'diff-item', 'diff-match', 'diff-order', 'diff-places', 'diff-words'],
  connections: [],
  events: ['cut', 'hub', 'listener', 'publish', 'ring', 'source', 'stream', 'batcher'],
  explorer: ['fields', 'parse-answer', 'parse-pages', 'to-code'],
  'export-schedules': ['content', 'deliver'],
  exports: ['document'],
  factors: ['check', 'passkeys', 'policy', 'recovery-codes', 'relying-party', 'totp'],
  inbox: ['notice-mail'],
  insights: [],
  inspections: ['json-pieces', 'url-state', 'versions'],
  media: ['answer'],
  metrics: ['registry'],
  openapi: ['document', 'json-schemas', 'operation', 'param-texts'],
  'open-data': [],
  outgoing: ['address', 'pinned', 'send'],
  overview: [],
  people: ['invitation-mail', 'parse-addresses', 'password-reset-mail'],
  report: ['answers', 'color', 'conditions', 'index-rows', 'media-refs', 'read', 'search-terms', 'structure'],
  'response-sets': [],
  review: ['assignees', 'bulk', 'claims', 'follow-ups', 'log'],
  rules: ['act', 'decide', 'matches', 'watch'],
  'saved-views': [],
  'status-groups': [
    'color',
    'diff',
    'diff-merge',
    'plan',
    'portable',
    'portable-json',
    'recreate',
    'snapshot',
    'starters',
  ],
  system: ['check', 'check-probes', 'check-run', 'connected-account', 'disk', 'figures', 'freshness', 'readiness'],
  sites: [],
  templates: [],
  training: [],
  'user-jobs': ['current-users', 'elsewhere', 'failed-rows', 'intake', 'needs-fix', 'references', 'reopen', 'retry'],
  users: ['imports', 'listing', 'memberships', 'refresh'],
  webhooks: [
    'demo',
    'inbox',
    'payload',
    'pokes',
    'receive',
    'reread',
    'rereads',
    'retry',
    'secrets',
    'verdicts',
    'verify',
  ],
}

/**
 * The nouns of pages that are not the first folder of their address. An entry includes the pages below it. CONTRIBUTING.md
 * has the same list.
 */
export const pageNouns: Readonly<Record<string, string>> = {
  '/': 'overview',
  '/assets/changes': 'asset-changes',
  '/assets/proposals': 'rules',
  '/exports/schedules': 'export-schedules',
  '/inspections/compare': 'compare',
  '/inspections/sites': 'sites',
  '/inspections/sites/[site]': 'overview',
  '/settings': 'account',
  '/settings/api': 'openapi',
  '/settings/mailbox': 'people',
  '/settings/people': 'people',
  '/settings/service-accounts': 'api-tokens',
  '/settings/tokens': 'api-tokens',
  '/templates/[templateId]': 'overview',
  '/users/imports': 'user-jobs',
}

/** The address of a file of `app/(console)`, such as `/users/imports`; null for other files. */
export function pageOf(file: string): string | null {
  const folder = /^app\/\(console\)\/(?:(.+)\/)?[^/]+$/.exec(file)
  return folder === null ? null : `/${folder[1] ?? ''}`
}

/** The noun of a page, which is a key of `topics` unless something is missing here. */
export function nounOfPage(page: string): string {
  const [nearest] = Object.entries(pageNouns)
    .filter(([above]) => page === above || (above !== '/' && page.startsWith(`${above}/`)))
    .toSorted(([one], [other]) => other.length - one.length)
  return nearest?.[1] ?? page.split('/')[1] ?? ''
}

/** Why a file of `lib/<noun>` may not have its name; null when it may. */
export function checkFileName(file: string): string | null {
  const [, noun = '', stem = ''] = /^lib\/([a-z-]+)\/([^/]+?)\.tsx?$/.exec(file) ?? []
  const known = topics[noun]
  if (known === undefined || known.includes(stem) || stem.startsWith('use-')) return null
  return roles.includes(stem.split('-').at(-1) ?? '') ? null : `${file}: neither a role nor a topic of ${noun}`
}
