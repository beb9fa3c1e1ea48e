import { execFileSync } from 'node:child_process'
import type { Source } from '../sources'
import { nounOfPage, pageOf } from '../vocabulary'

const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/**
 * Files that differ from the point where this branch left the main branch, including uncommitted and deleted ones. On the
 * main branch itself: unpushed changes. Without a main branch: uncommitted changes.
 */
export function listChanged(): string[] {
  const base = ['origin/main', 'main'].flatMap((name) => {
    try {
      return [git('merge-base', name, 'HEAD')]
    } catch {
      return []
    }
  })[0]
  const changed = git('diff', '--name-only', '--no-renames', base ?? 'HEAD')
  const added = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...changed.split('\n'), ...added.split('\n')])].filter((file) => file !== '')
}

/** Every source that imports one of `changed`, directly or indirectly, and these files themselves; the nearest first. */
export function findAffected(sources: readonly Source[], changed: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const { file, imports } of sources)
    for (const { target } of imports) importers.set(target, [...(importers.get(target) ?? []), file])
  const affected = new Set<string>()
  const open = [...changed]
  for (const file of open) {
    if (affected.has(file)) continue
    affected.add(file)
    open.push(...(importers.get(file) ?? []))
  }
  return affected
}

/**
 * The browser specs for a part of the tree, as filters of Playwright: a change to a file in one of these folders runs them.
 * The noun of a folder is what follows app, app/(console), app/api, components or lib. A page also runs those of its noun.
 */
export const specsOf: Readonly<Record<string, readonly string[]>> = {
  access: ['journeys/asset-roles', 'security/'],
  account: ['journeys/account', 'journeys/language'],
  activity: ['journeys/activity'],
  'api-tokens': ['journeys/tokens', 'security/tokens'],
  'asset-changes': ['journeys/assets', 'journeys/asset-roles'],
  assets: ['journeys/assets', 'journeys/asset-roles'],
  auth: ['journeys/account', 'journeys/second-factor', 'journeys/sign-in', 'journeys/single-sign-on', 'security/'],
  browser: ['journeys/console', 'journeys/first-load'],
  compare: ['journeys/compare'],
  'connected-account': ['journeys/console'],
  connections: ['journeys/console'],
  events: ['journeys/live'],
  explorer: ['journeys/explorer'],
  'export-schedules': ['journeys/schedules'],
  exports: ['journeys/export', 'journeys/schedules'],
  factors: ['journeys/second-factor'],
  filters: ['search/', 'journeys/browse'],
  http: ['security/', 'journeys/trouble', 'journeys/under-a-path'],
  inbox: ['journeys/inbox'],
  insights: ['journeys/insights'],
  inspections: ['search/', 'journeys/browse', 'journeys/connected', 'journeys/first-load', 'journeys/read'],
  invitation: ['journeys/people', 'journeys/team'],
  launch: ['stop', 'security/demo-doors', 'journeys/tracing', 'journeys/under-a-path'],
  media: ['journeys/viewer', 'journeys/wall', 'journeys/zip', 'chaos/streams'],
  messages: ['journeys/language'],
  metrics: ['journeys/console'],
  openapi: ['journeys/tokens'],
  outgoing: ['journeys/outgoing'],
  overview: ['journeys/browse'],
  'pass-through': ['journeys/explorer', 'chaos/streams'],
  people: ['journeys/people', 'journeys/team'],
  report: ['journeys/read', 'journeys/long-report'],
  'reset-password': ['journeys/people'],
  'response-sets': ['journeys/console'],
  review: ['journeys/review', 'journeys/team'],
  rules: ['journeys/rules'],
  'saved-views': ['search/', 'journeys/list-views'],
  search: ['search/'],
  service: ['chaos/', 'journeys/trouble'],
  settings: ['journeys/account', 'journeys/people', 'journeys/tokens'],
  shell: ['journeys/console', 'journeys/appearance', 'journeys/connected'],
  'sign-in': ['journeys/second-factor', 'journeys/sign-in', 'journeys/single-sign-on', 'security/'],
  sites: ['journeys/connected'],
  status: ['journeys/assets', 'journeys/status-group'],
  'status-groups': ['journeys/status-group', 'journeys/type-board'],
  sync: ['journeys/live', 'journeys/trouble'],
  system: ['journeys/console', 'journeys/trouble'],
  templates: ['journeys/console', 'journeys/list-views'],
  training: ['journeys/console'],
  ui: ['journeys/appearance', 'journeys/list-views'],
  'user-jobs': ['journeys/users'],
  users: ['journeys/console', 'journeys/list-views', 'journeys/users'],
  web: ['security/'],
  webhooks: ['journeys/webhooks', 'journeys/live'],
}

/** The specs that the folder map names for `changed`, and changed specs themselves. */
export function findSpecs(changed: readonly string[]): string[] {
  const named = changed.flatMap((file) => {
    const spec = /^e2e\/(.+)\.spec\.ts$/.exec(file)?.[1]
    if (spec !== undefined) return [spec]
    const noun = /^(?:app\/(?:\(console\)|api)|app|components|lib)\/([a-z-]+)\//.exec(file)?.[1]
    const page = pageOf(file)
    const nouns = [noun ?? '', ...(page === null ? [] : [nounOfPage(page)])]
    return /\.test\.tsx?$/.test(file) ? [] : nouns.flatMap((name) => specsOf[name] ?? [])
  })
  return [...new Set(named)].toSorted()
}
