import { readSources } from '@/lib/testing/sources'

/** Values for the dynamic parts of a path. */
export interface Known {
  auditId: string
  mediaId: string
}

/** Every page and every route of the tree as a path, so that a new one is tested without being listed. */
export function listPaths({ auditId, mediaId }: Known): string[] {
  const files = readSources().map(({ file }) => file)
  const paths = files
    .filter((file) => /^app\/.*(page\.tsx|route\.ts)$/.test(file))
    .map((file) => {
      const path = file
        .replace(/^app/, '')
        .replace(/\/(page\.tsx|route\.ts)$/, '')
        .replace(/\/\([^)]+\)/g, '')
        .replace('[inspectionId]', auditId)
        .replace('[auditId]', auditId)
        .replace('[mediaId]', mediaId)
        .replace('[...nextauth]', 'csrf')
        .replace('[...path]', 'audits/search')
        .replace('[position]', '0')
        .replace('[operation]', 'searchInspections')
        // Views, exports and zips: a well-formed id, so that only the missing session can refuse it.
        .replace(/\[\w+Id\]/, '7d444840-9dc0-41d1-b245-5ffdce74fad2')
      return path === '' ? '/' : path
    })
  return [...new Set([...paths, `/api/service/audits/${auditId}`])].toSorted()
}

/** Paths that need no session by design: they respond to everyone, or require a token of their own. */
export const openPaths =
  /^\/(sign-in(\/.*)?|invitation|reset-password|api\/(auth\/.*|csp-report|\[\.\.\.missing\]|health\/.*|metrics))$/

export type Spelling = (path: string) => string

const encodeAll = (text: string) => text.replace(/[A-Za-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
export const encodeFirst = (path: string) =>
  path.replace(/[A-Za-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
const last = /\/([^/]*)$/

/** Ways to write a path that a check before the router might read differently from the router. */
export const spellings: readonly Spelling[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => `/.${path}`,
  (path) => `/./${path.slice(1)}`,
  (path) => `/x/..${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => `/_next/..${path}`,
  (path) => `/_next/static/../..${path}`,
  (path) => `/_next/static/%2e%2e/%2e%2e${path}`,
  (path) => `/sign-in/..${path}`,
  (path) => `/api/health/live/../../..${path}`,
  (path) => `${path}/.`,
  (path) => `${path}/..${path}`,
  (path) => `${path}%2f`,
  (path) => `/%2f${path.slice(1)}`,
  (path) => path.replaceAll('/', '%2f'),
  (path) => `/${encodeAll(path.slice(1))}`,
  encodeFirst,
  (path) => encodeFirst(path).replaceAll('%', '%25'),
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (path) => path.replaceAll('/', '\\'),
  (path) => `/\\${path.slice(1)}`,
  (path) => `${path};x=1`,
  (path) => path.replace(last, '/;/$1'),
  (path) => `${path}.rsc`,
  (path) => `${path === '/' ? '/index' : path}.rsc`,
  (path) => `${path}.txt`,
  (path) => `${path}.json`,
  (path) => `${path}.html`,
  (path) => `${path}.segments/_tree.segment.rsc`,
  (path) => `${path === '/' ? '/index' : path}.segments/_tree.segment.rsc`,
  (path) => `${path}.segments/_index.segment.rsc`,
  (path) => `${path}.segments/_full.segment.rsc`,
  (path) => `${path}.segments/!KGNvbnNvbGUp/__PAGE__.segment.rsc`,
  (path) => `${path}.prefetch.rsc`,
  (path) => `/_next/data/build${path === '/' ? '/index' : path}.json`,
  (path) => `/_next/data/x/../..${path}`,
  (path) => `/_next/image?url=${encodeURIComponent(path)}&w=64&q=75`,
  (path) => `/_next${path}`,
  (path) => `/en${path}`,
  (path) => `/(console)${path}`,
  (path) => `/index${path}`,
  (path) => `${path}?_rsc=1`,
  (path) => `${path}?__nextDataReq=1`,
  (path) => `${path}?__nextLocale=en`,
  (path) => `${path}?nxtPinspectionId=x`,
  (path) => `${path}?x-matched-path=/sign-in`,
  (path) => `${path}?/sign-in`,
  (path) => `${path}%3f`,
  (path) => `${path}%00`,
  (path) => `${path}%0a`,
  (path) => `${path}%20`,
  (path) => `${path}#/sign-in`,
  (path) => `http://127.0.0.1${path}`,
]

/** Headers that control Next internally, or that its pages send. */
export const headerSets: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1', purpose: 'prefetch' },
  { rsc: '1', 'next-router-segment-prefetch': '/_tree', 'next-router-prefetch': '1' },
  {
    rsc: '1',
    'next-router-state-tree': encodeURIComponent(
      JSON.stringify(['', { children: ['(console)', {}] }, null, 'refetch']),
    ),
  },
  { 'x-middleware-subrequest': Array.from({ length: 5 }, () => 'proxy').join(':'), 'x-middleware-next': '1' },
  {
    'x-matched-path': '/sign-in',
    'x-invoke-path': '/sign-in',
    'x-original-url': '/sign-in',
    'x-rewrite-url': '/sign-in',
  },
  {
    cookie: '__Host-session=eyJhbGciOiJkaXIifQ..x.y.z',
    'x-forwarded-host': 'evil.example',
    'next-action': '0'.repeat(40),
  },
]
