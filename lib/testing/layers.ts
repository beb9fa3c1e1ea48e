import { topics } from './vocabulary'

/**
 * The layers as data: what a file may import from the rest of the tree. The first rule that matches a file applies.
 * Packages are open to all unless `packages` names them.
 */
export interface LayerRule {
  name: string
  files: RegExp
  /** Targets within the tree. A file may always import from its own folder. */
  may: readonly RegExp[]
  /** Targets that a file may not import, not even from its own folder. */
  never?: RegExp
  packages?: RegExp
}

const nouns = Object.keys(topics).join('|')
const noun = (files: string) => new RegExp(`^lib/(?:${nouns})/(?:${files})(?:\\.tsx?$|/)`)

/**
 * Files that describe data and have no effects, for browser and server. Every noun may import those of every other
 * noun, so they do not count in cycles between folders. A prefix names the topic (`diff-schema.ts`). `columns` is the
 * registry of a list's columns: what reads documents and what shows them must agree on it (docs/adr/0010-floors-of-lib.md).
 */
const shapes = 'columns|(?:[a-z-]+-)?(?:schema|model)'
const pure = `${shapes}|types|view|color|portable(?:-json)?|starters|diff(?:-[a-z]+)?|filter/filter-values|parse-[a-z]+|to-[a-z]+|sheet/[a-z-]+|parse/[a-z-]+`
export const isShape = (file: string) => new RegExp(`/(?:${shapes})\\.tsx?$`).test(file)

const foundation =
  /^lib\/(?:(?:base-path|env|env-[a-z]+|errors|ids|ids-model|clock|input-issues|log|process-wide|server-text|tracing)\.ts|log-line\.mjs)$/
const errorsAndIds = /^lib\/(errors|ids|ids-model|server-text)\.ts$/
/** Tools that contain no noun and use neither settings, database nor browser. */
const forBothSides =
  /^lib\/(base-path|access\/(permissions|actor|problems-model|schema|return-path)|auth\/password-strength|time\/(calendar-days|time-range|time-format|instants)|messages\/(languages|catalog|translator|service-name)|table\/shown-columns|csv\/(csv|formats|table|xlsx|zip))\.ts$/
/**
 * The folders of lib as floors, lowest first. A folder may import from lower floors, and the schemas of any noun. If an
 * import needs to go up, move the code, or move the folder to a higher floor if no folder below it uses it. The stand-in
 * and the launcher have their own rules.
 */
export const floors: readonly (readonly string[])[] = [
  ['access', 'csv', 'db', 'messages', 'storage', 'table'],
  ['time'],
  ['background', 'browser', 'mail', 'search', 'service', 'web'],
  ['auth', 'backup', 'permits', 'report', 'response-sets', 'connections', 'training'],
  ['compare', 'events', 'http'],
  ['activity', 'inbox', 'sync'],
  ['factors', 'people', 'retention', 'sites', 'templates', 'users'],
  ['inspections', 'outgoing', 'sign-in', 'user-jobs', 'webhooks'],
  ['account', 'api-tokens', 'assets', 'explorer', 'exports', 'insights', 'media', 'open-data', 'openapi', 'review'],
  ['saved-views'],
  ['asset-changes', 'export-schedules', 'overview', 'pass-through', 'status-groups', 'system'],
  ['metrics', 'rules'],
]
const floorRules: readonly LayerRule[] = floors.flatMap((folders, floor) =>
  folders.map((folder) => ({
    name: `${folder} stands on what lies on lower floors`,
    files: new RegExp(`^lib/${folder}/`),
    may: [
      foundation,
      noun(pure),
      new RegExp(`^lib/(?:${[folder, ...floors.slice(0, floor).flat()].join('|')})/`),
      /^package\.json$/,
    ],
  })),
)

export const layerRules: readonly LayerRule[] = [
  {
    name: 'the stand-in shares no code with the client',
    files: /^lib\/standin\//,
    may: [/^lib\/standin\//],
    packages: /^(node:.*|zod)$/,
  },
  {
    name: 'the service client could be a package of its own',
    files: /^lib\/service\/(?!instance\.ts)/,
    may: [
      /^lib\/service\//,
      /^lib\/(errors|ids|clock|input-issues|log|process-wide|server-text|tracing)\.ts$/,
      /^lib\/access\/permissions\.ts$/,
    ],
    packages: /^(node:.*|zod|undici|server-only)$/,
  },
  {
    name: 'the foundation knows nothing above it',
    files: foundation,
    may: [
      /^lib\/(env-[a-z]+|errors|ids|clock|process-wide|server-text|tracing)\.ts$/,
      /^lib\/log-line\.mjs$/,
      /^lib\/messages\/(languages|translator|service-name)\.ts$/,
    ],
  },
  {
    name: 'the database knows no noun',
    files: /^lib\/db\//,
    may: [/^lib\/db\//, foundation],
  },
  {
    name: 'code that runs beside the console loads only Node',
    files: /^lib\/(launch\/waiter\/|log-line\.mjs$)/,
    may: [/^lib\/(launch\/waiter\/|log-line\.mjs$)/],
    packages: /^node:/,
  },
  {
    name: 'the launcher starts everything',
    files: /^lib\/launch\//,
    may: [/^lib\//, /^package\.json$/],
  },
  { name: 'tests and their tools see everything', files: /^(lib\/testing|e2e)\//, may: [/./] },
  {
    name: 'the browser library knows no noun and no server',
    files: /^lib\/browser\//,
    may: [/^lib\/browser\//, errorsAndIds, forBothSides, noun('(?:[a-z-]+-)?(?:schema|model)')],
  },
  {
    name: 'queries never reach server reads or writes',
    files: noun('(?:[a-z-]+-)?queries'),
    may: [errorsAndIds, forBothSides, noun(pure), /^lib\/browser\//],
    never: noun('data|mutations'),
  },
  {
    name: 'schema and model are for both sides',
    files: noun(pure),
    may: [errorsAndIds, forBothSides, noun(pure), /^lib\/clock\.ts$/],
    never: noun('data|mutations|(?:[a-z-]+-)?queries'),
  },
  {
    name: 'hooks of a noun are for the browser',
    files: noun('use-[a-z-]+|freshness|url-state'),
    may: [errorsAndIds, forBothSides, noun(`${pure}|(?:[a-z-]+-)?queries`), /^lib\/browser\//],
  },
  ...floorRules,
  {
    name: 'interface primitives know no noun',
    files: /^components\/ui\//,
    may: [/^components\/ui\//, /^lib\/browser\//, errorsAndIds, forBothSides],
  },
  {
    name: 'components see a noun by its schema, model, queries and hooks',
    files: /^components\//,
    may: [
      /^components\/[^/]+\//,
      noun(`${pure}|(?:[a-z-]+-)?queries|use-[a-z-]+|freshness|url-state`),
      /^lib\/browser\//,
      forBothSides,
      errorsAndIds,
    ],
  },
  {
    name: 'handlers never import components',
    files: /^app\/api\//,
    may: [/^app\/api\//, /^lib\/(?!standin|testing|launch|browser)/],
  },
  {
    name: 'pages see components, nouns and the session',
    files: /^app\//,
    may: [
      /^app\/(?!api\/)/,
      /^components\//,
      noun(`${pure}|(?:[a-z-]+-)?queries|[a-z-]*data|use-[a-z-]+|url-state`),
      /^lib\/browser\//,
      /^lib\/auth\/session\.ts$/,
      forBothSides,
      /^lib\/http\/nonce\.ts$/,
      /^lib\/env\.ts$/,
      errorsAndIds,
    ],
  },
  {
    name: 'instrumentation starts the boot; the proxy sets headers',
    files: /^instrumentation\.ts$/,
    may: [/^lib\/launch\/boot\.ts$/],
  },
  {
    name: 'what runs in the browser before a page',
    files: /^instrumentation-client\.ts$/,
    may: [/^lib\/browser\//],
  },
  {
    name: 'the proxy sets headers and decides nothing',
    files: /^proxy\.ts$/,
    may: [/^lib\/(http|web)\//, /^lib\/base-path\.ts$/],
  },
  {
    name: 'the configuration of the tests asks how each file runs',
    files: /^vitest\.config\.ts$/,
    may: [/^lib\/testing\//],
  },
  {
    name: 'configuration does not depend on other code',
    files: /^[^/]+\.config\.(js|ts)$/,
    may: [/^lib\/(http|web)\//],
  },
]

/** Files that may read process.env, and why. */
export const environmentReaders: readonly RegExp[] = [
  /^lib\/env\.ts$/,
  // The build replaces the variable with its value, also in the browser.
  /^lib\/base-path\.ts$/,
  /^instrumentation\.ts$/,
  /^lib\/launch\//,
  // This file writes code for another program, which reads its own environment.
  /^lib\/explorer\/to-code\.ts$/,
  /^lib\/testing\//,
  /^e2e\//,
  /^[^/]+\.config\.(js|ts)$/,
  /\.test\.tsx?$/,
  /\/testing(-[a-z]+)?\.tsx?$/,
]

/** Routes that respond without a session, with the reason. Everything else under app/api requires one. */
export const publicRoutes: Readonly<Record<string, string>> = {
  'GET /api/auth/[...nextauth]': 'signing in happens here',
  'POST /api/auth/[...nextauth]': 'signing in happens here',
  'POST /api/auth/second-factor': 'the second step of signing in; the first one gave its token',
  'POST /api/auth/passkey': 'signing in with a passkey happens here',
  'POST /api/auth/passkey/options': 'a challenge for the above, limited for each address',
  'POST /api/auth/enroll/totp': 'a required second factor comes before the session; the password gave the token',
  'POST /api/auth/enroll/totp/confirm': 'as above',
  'POST /api/auth/enroll/passkey/options': 'as above',
  'POST /api/auth/enroll/passkey': 'as above',
  'POST /api/csp-report': 'browsers send violation reports without cookies',
  'GET /api/health/live': 'a supervisor asks whether the process lives',
  'GET /api/health/ready': 'a load balancer asks whether to send people here',
  'POST /api/webhooks/service': 'the service tells of changes, and signs what it sends',
  'POST /api/people/invitations/open': 'whoever holds the link of an invitation has no account yet',
  'POST /api/people/invitations/accept': 'as above; it makes their account and signs them in',
  'POST /api/people/password-reset': 'the token of the link that was handed out is the proof',
  ...Object.fromEntries(
    ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((method) => [`${method} /api/[...missing]`, 'nothing is there']),
  ),
  'GET /api/metrics': 'Prometheus shows METRICS_TOKEN; without that setting there is nothing',
}
