/**
 * The layers as data: what a file may import from the rest of the tree. The first rule that matches a file is its rule.
 * Packages are open to all unless `packages` names them.
 */
export interface LayerRule {
  name: string
  files: RegExp
  /** Targets within the tree. A file always reaches its own folder. */
  may: readonly RegExp[]
  /** Not even within its own folder. */
  never?: RegExp
  packages?: RegExp
}

/** Nouns of the field: each has the same few files in lib/<noun>. */
const nouns =
  'inspections|media|report|reviews|status-groups|assets|asset-changes|user-jobs|activity|system|overview|saved-views|exports|webhooks|events|lists|users|training|explorer|metrics'
const noun = (files: string) => new RegExp(`^lib/(${nouns})/(${files})(\\.tsx?$|/)`)
/** Files without effects, for browser and server. */
const pure =
  'schema|model|types|view|colour|portable(?:-json)?|starters|diff(?:-[a-z]+)?|fields|columns|zones|(?:sheet|parse|validate|to)(?:-[a-z]+)?|files'
const errorsAndIds = /^lib\/(errors|ids)\.ts$/
/** Files of lib/auth without a secret in them. */
const forBothSides = /^lib\/auth\/(permissions|actor|schema|return-path)\.ts$/
const infrastructure = /^lib\/(auth|browser|db|http|service|sync)\/|^lib\/(env|errors|ids|clock|log|process-wide)\.ts$/

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
    may: [/^lib\/service\//, /^lib\/(errors|ids|clock|log|process-wide)\.ts$/, /^lib\/auth\/permissions\.ts$/],
    packages: /^(node:.*|zod|undici|server-only)$/,
  },
  {
    name: 'the instance of the service client joins it with the settings',
    files: /^lib\/service\/instance\.ts$/,
    may: [/^lib\/service\//, /^lib\/(env|errors|ids|clock|log|process-wide)\.ts$/],
  },
  {
    name: 'the foundation knows nothing above it',
    files: /^lib\/(env|errors|ids|clock|log|process-wide)\.ts$/,
    may: [/^lib\/(errors|ids|clock|process-wide)\.ts$/],
  },
  {
    name: 'the database knows no noun',
    files: /^lib\/db\//,
    may: [/^lib\/db\//, /^lib\/(env|errors|ids|clock|log|process-wide)\.ts$/],
  },
  {
    name: 'the launcher starts everything',
    files: /^lib\/launch\//,
    may: [/^lib\//],
  },
  { name: 'tests and their tools see everything', files: /^(lib\/testing|e2e)\//, may: [/./] },
  {
    name: 'the browser library knows no noun and no server',
    files: /^lib\/browser\//,
    may: [/^lib\/browser\//, errorsAndIds, forBothSides, noun('schema|queries')],
  },
  {
    name: 'queries never reach server reads or writes',
    files: noun('queries'),
    may: [errorsAndIds, noun(pure), /^lib\/browser\//],
    never: noun('data|mutations'),
  },
  {
    name: 'schema and model are for both sides',
    files: noun(pure),
    may: [errorsAndIds, noun(pure), /^lib\/(auth\/permissions|clock)\.ts$/],
    never: noun('data|mutations|queries'),
  },
  {
    name: 'metrics look at everything that counts something',
    files: /^lib\/metrics\//,
    may: [/^lib\/(?!standin|testing|launch|browser)/],
  },
  {
    name: 'a noun stands on infrastructure, and on the schema or model of others',
    files: noun('.*'),
    // An inspection is read as a report and has its media: these three are one noun on three shelves.
    // What else asks which inspections a list has (queues, walls, exports) asks it as the list does, by the same parts.
    may: [
      infrastructure,
      noun(pure),
      /^lib\/(inspections|report|media)\/data\.ts$/,
      // Who writes at the service says so in the log first; what it changes of assets, their index is told of.
      /^lib\/activity\/(journal|redact)\.ts$/,
      // Who changes something tells the open screens.
      /^lib\/events\/publish\.ts$/,
      /^lib\/(status-groups|assets)\/data\.ts$/,
      /^lib\/assets\/(store|refresh)\.ts$/,
      /^lib\/inspections\/(cursor|filter|filter-sql|list-query|rows|search-text|totals|read-within|export-csv|export-stream|time-range|time-range-bounds)\.ts$/,
      /^package\.json$/,
    ],
  },
  {
    name: 'sync, http and auth are infrastructure',
    files: /^lib\/(sync|http|auth)\//,
    may: [infrastructure, noun('.*')],
  },
  {
    name: 'interface primitives know no noun',
    files: /^components\/ui\//,
    may: [/^components\/ui\//, /^lib\/browser\//, errorsAndIds],
  },
  {
    name: 'components see a noun by its schema, model and queries',
    files: /^components\//,
    may: [
      /^components\/ui\//,
      /^components\/[^/]+\//,
      noun(`${pure}|queries`),
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
      noun(`${pure}|queries|data`),
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
  { name: 'the proxy sets headers and decides nothing', files: /^proxy\.ts$/, may: [/^lib\/http\//] },
  { name: 'configuration stands alone', files: /^[^/]+\.config\.(js|ts)$/, may: [/^lib\/http\//] },
]

/** Files that read process.env, and why each may. */
export const environmentReaders: readonly RegExp[] = [
  /^lib\/env\.ts$/,
  /^instrumentation\.ts$/,
  /^lib\/launch\//,
  // It writes code for somebody else's program, which reads its own.
  /^lib\/explorer\/to-code\.ts$/,
  /^lib\/testing\//,
  /^e2e\//,
  /^[^/]+\.config\.(js|ts)$/,
  /\.test\.tsx?$/,
  /\/testing(-[a-z]+)?\.tsx?$/,
]

/** Routes that answer without a session, with the reason; everything else under app/api asks for one. */
export const publicRoutes: Readonly<Record<string, string>> = {
  'GET /api/auth/[...nextauth]': 'signing in happens here',
  'POST /api/auth/[...nextauth]': 'signing in happens here',
  'POST /api/csp-report': 'browsers send violation reports without cookies',
  'GET /api/health/live': 'a supervisor asks whether the process lives',
  'GET /api/health/ready': 'a load balancer asks whether to send people here',
  'POST /api/webhooks/service': 'the service tells of changes, and signs what it sends',
  'GET /api/metrics': 'Prometheus shows METRICS_TOKEN; without that setting there is nothing',
}
