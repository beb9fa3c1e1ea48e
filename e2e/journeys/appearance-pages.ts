import type { Page } from '@playwright/test'
import { targetWithSecret } from '@/lib/outgoing/schema'
import { serverText } from '@/lib/server-text'
import type { TestConsole } from '@/lib/testing/harness'
import { askConsole, expect, syncInspection } from '../fixtures'
import { findPair, findText } from './finding'
import { answerWith, findForklift } from './rules-world'

/** Every page of the console with something to show, and a name for the report. */
export type Paths = ReadonlyArray<readonly [name: string, path: string]>

async function readOne({ db }: TestConsole, where: string) {
  const { rows } = await db.query<{
    audit_id: string
    modified_at: Date | string
    site_name: string
    template_id: string
  }>(
    `select audit_id, modified_at, site_name, template_id from inspections where ${where} order by modified_at desc limit 1`,
  )
  const [row] = rows
  return {
    id: row?.audit_id ?? '',
    version: new Date(row?.modified_at ?? 0).toISOString(),
    site: row?.site_name ?? '',
    template: row?.template_id ?? '',
  }
}

/** An export of three documents, one of which failed. */
async function prepareExport(app: TestConsole): Promise<string> {
  const { rows } = await app.db.query<{ audit_id: string }>(
    'select audit_id from inspections order by audit_id limit 3',
  )
  app.standin.control.exports.set({ takesMs: 0, failNext: 1 })
  const { job } = (await askConsole(app, '/api/exports', {
    method: 'POST',
    body: { selection: { kind: 'ids', ids: rows.map((row) => row.audit_id) }, format: 'pdf', zone: 'Europe/Dublin' },
  })) as { job: { jobId: string } }
  const path = `/exports/${job.jobId}`
  await expect.poll(async () => (await askConsole(app, `/api${path}`))['open'], { timeout: 120_000 }).toBe(0)
  app.standin.control.exports.set({ takesMs: null, failNext: 0 })
  return path
}

/** A status change of some forklifts, one of which failed. */
async function prepareAssets(app: TestConsole): Promise<Paths> {
  const { groups, types, assets } = app.standin.control.assetState()
  const type = types.find(({ name }) => name === 'Forklift')
  const group = groups.find(({ id }) => id === type?.groupId)
  const ids = assets.filter(({ typeId, isArchived }) => typeId === type?.id && !isArchived).map(({ id }) => id)
  await askConsole(app, '/api/assets/refresh', { method: 'POST', body: {} })
  app.standin.control.failWrites(ids.slice(2, 3), { status: 400 })
  const { change } = (await askConsole(app, '/api/asset-changes/set-status', {
    method: 'POST',
    body: { selection: { kind: 'ids', ids: ids.slice(0, 6) }, optionId: null },
  })) as { change: { changeId: string } }
  const path = `/assets/changes/${change.changeId}`
  const read = () => askConsole(app, `/api/asset-changes/${change.changeId}`)
  await expect.poll(async () => (await read())['open'], { timeout: 120_000 }).toBe(0)
  return [
    ['status-groups', '/status-groups'],
    ['status-group', `/status-groups/${group?.id}`],
    ['type-board', '/status-groups/types'],
    ['assets', `/assets?row=${ids[0]}`],
    ['asset', `/assets/${ids[0]}`],
    ['asset-changes', '/assets/changes'],
    ['asset-change', path],
  ]
}

async function prepareInspections(app: TestConsole): Promise<Paths> {
  const marked = await readOne(app, `result = 'failed' and review_state is null and site_name is not null`)
  await askConsole(app, `/api/review/${marked.id}`, {
    method: 'PUT',
    body: { state: 'follow-up', note: 'Ask the site for a photo', version: marked.version, revision: null },
  })
  const { auditId: changed, answer } = await findText(app)
  answer('The gate was repaired on Tuesday')
  await syncInspection(app, changed)
  const { a, b } = await findPair(app)
  const inspection = `/inspections/${(await readOne(app, 'failed_count > 0 and media_count > 0')).id}`
  return [
    ['overview', '/'],
    ['inspections', '/inspections'],
    ['inspection', inspection],
    ['sites', '/inspections/sites'],
    ['site', `/inspections/sites/${encodeURIComponent(marked.site)}?range=now-1y/d..now`],
    ['template', `/templates/${marked.template}?range=now-1y/d..now`],
    ['inspection-media', `${inspection}?tab=media`],
    ['raw', `${inspection}?tab=raw`],
    ['changes', `/inspections/${changed}?tab=changes`],
    ['compare', `/inspections/compare?a=${a}&b=${b}`],
    ['review', '/review'],
    ['follow-ups', '/review/follow-ups'],
    ['mentions', '/review/mentions'],
    ['media', '/media'],
    ['insights', '/insights?completedAt=now-1y%2Fd..now'],
  ]
}

/** Tokens of every kind, and two service accounts, one of them with a token. */
async function prepareTokens(app: TestConsole): Promise<Paths> {
  const post = (path: string, body: object) => askConsole(app, path, { method: 'POST', body })
  await post('/api/account/tokens', { name: 'Nightly export', role: 'viewer', expiresInDays: null })
  await post('/api/account/tokens', { name: 'CI', role: 'editor', permissions: ['inspections:read', 'reviews:write'] })
  await post('/api/account/tokens', { name: 'A try', role: 'admin', expiresInDays: 5 })
  const { accountId } = await post('/api/people/service-accounts', { name: 'Data warehouse', role: 'viewer' })
  await post(`/api/people/service-accounts/${String(accountId)}/tokens`, { name: 'loader', role: 'viewer' })
  await post('/api/people/service-accounts', { name: 'Unused', role: 'editor' })
  return [
    ['api-tokens', '/settings/tokens'],
    ['service-accounts', '/settings/service-accounts'],
    ['api-reference', '/settings/api'],
  ]
}

/** An invited person, and one whose invitation mail could not be sent. */
async function preparePeople(app: TestConsole): Promise<Paths> {
  const { userId } = await app.signIn('editor')
  await askConsole(app, '/api/people/invitations', {
    method: 'POST',
    body: { addresses: 'Ines Ito <ines@sightline.test>, nobody@sightline.test', role: 'editor' },
  })
  await app.db.query(`update invitations set emailed_at = null, email_error = $1 where email like 'nobody@%'`, [
    serverText('mail.addressRefusedWith', { status: 550 }),
  ])
  return [
    ['people', '/settings/people'],
    ['person', `/settings/people/${userId}`],
  ]
}

/** A rule that has acted on one inspection: it proposed a status and notified. */
async function prepareRules(app: TestConsole): Promise<Paths> {
  const forklift = await findForklift(app, 3)
  // An inspection without files, because `answerWith` removes files, and the pages of another part show them.
  const { id: auditId } = await readOne(app, 'media_count = 0 and failed_count = 0')
  await answerWith(app, auditId, { word: 'wobblyforks', assetId: forklift.assetId })
  const { ruleId } = await askConsole(app, '/api/rules', {
    method: 'POST',
    body: {
      name: 'Forks wobble',
      trigger: { kind: 'matches', query: 'q=wobblyforks', viewId: null },
      actions: [
        { kind: 'notify', userIds: [], roles: ['admin', 'editor'], email: true },
        { kind: 'follow-up', assigneeId: null, dueDays: 7, note: 'Have the forks checked' },
        { kind: 'set-status', status: forklift.status, mode: 'propose' },
      ],
      actsOnPast: true,
    },
  })
  await expect.poll(async () => (await askConsole(app, '/api/rules/proposals'))['open'], { timeout: 60_000 }).toBe(1)
  return [
    ['rules', '/rules'],
    ['rule', `/rules/${String(ruleId)}`],
    ['rule-editor', `/rules/${String(ruleId)}/edit?q=wobblyforks`],
    ['proposals', '/assets/proposals'],
    ['inbox', '/inbox'],
  ]
}

/** A target of outgoing webhooks whose host does not exist, and a delivery to it. */
async function prepareOutgoing(app: TestConsole): Promise<Paths> {
  const { target } = targetWithSecret.parse(
    await askConsole(app, '/api/outgoing', {
      method: 'POST',
      body: { name: 'Night shift', url: 'https://hooks.invalid/services/yard', format: 'slack' },
    }),
  )
  await askConsole(app, `/api/outgoing/${target.targetId}/test`, { method: 'POST' })
  return [
    ['outgoing', '/outgoing'],
    ['outgoing-deliveries', '/outgoing?tab=deliveries'],
  ]
}

/** A schedule that uploads to an address that does not exist, and a paused schedule. */
async function prepareSchedules(app: TestConsole): Promise<Paths> {
  const given = {
    content: 'answers',
    format: 'jsonl',
    cron: '0 6 * * 1-5',
    zone: 'Europe/London',
    fileName: 'answers-{date}',
    target: { kind: 'put', url: 'https://files.invalid/in/' },
  }
  const askSchedules = (path: string, body: Readonly<Record<string, unknown>>) =>
    askConsole(app, `/api/export-schedules${path}`, { method: 'POST', body })
  const warehouse = await askSchedules('', { ...given, name: 'Night shift, answers' })
  const yard = await askSchedules('', {
    ...given,
    name: 'Night shift, failed',
    content: 'list',
    viewKey: 'failed-week',
    format: 'xlsx',
  })
  await askSchedules(`/${String(warehouse['scheduleId'])}/runs`, {})
  await askSchedules(`/${String(yard['scheduleId'])}/state`, { isPaused: true })
  return [
    ['schedules', '/exports/schedules'],
    ['schedule-runs', '/exports/schedules?tab=runs'],
  ]
}

async function prepareOthers(app: TestConsole): Promise<Paths> {
  return [
    ...(await prepareTokens(app)),
    ['exports', '/exports'],
    ['export', await prepareExport(app)],
    ['templates', '/templates'],
    ['users', '/users'],
    ['user-jobs', '/users/imports'],
    ['user-import', '/users/imports/new'],
    ['training', '/training'],
    ['completion', '/training?tab=statistics'],
    ['response-sets', '/response-sets'],
    ['connections', '/connections'],
    ['activity', '/activity'],
    ['webhooks', '/webhooks'],
    ...(await prepareOutgoing(app)),
    ...(await prepareSchedules(app)),
    ['explorer', '/explorer'],
    ['operation', '/explorer/searchInspections'],
    ['system', '/system'],
    ...(await preparePeople(app)),
    ['account', '/settings/account'],
  ]
}

/** The pages in parts, so that several workers can share them. */
const parts = {
  'inspections, reviews and media': prepareInspections,
  'assets and status groups': prepareAssets,
  'rules and inbox': prepareRules,
  'everything else': prepareOthers,
} as const
export type Part = keyof typeof parts
export const pageParts = [
  'inspections, reviews and media',
  'assets and status groups',
  'rules and inbox',
  'everything else',
] as const satisfies readonly Part[]

const prepared = new WeakMap<TestConsole, Map<Part, Promise<Paths>>>()

/** The pages of a part. On first use, it creates the data that each of them shows. */
export function findPaths(app: TestConsole, part: Part): Promise<Paths> {
  const ofConsole = prepared.get(app) ?? new Map<Part, Promise<Paths>>()
  prepared.set(app, ofConsole)
  const paths = ofConsole.get(part) ?? parts[part](app)
  ofConsole.set(part, paths)
  return paths
}

/** Takes a screenshot for the README or for review, if SCREENSHOTS is "yes". */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== 'yes') return
  // Images below the visible part of the page load only on scrolling.
  await expect
    .poll(() =>
      page.evaluate(() =>
        Array.from(document.images).every(
          (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
        ),
      ),
    )
    .toBe(true)
  await page.screenshot({ path: `e2e/screenshots/${name}.png` })
}
