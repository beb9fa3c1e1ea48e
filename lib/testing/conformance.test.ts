import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DELETE, GET, PATCH, POST, PUT } from '@/app/api/service/[...path]/route'
import { installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { readOperation } from '@/lib/explorer/data'
import { makeForm, toRequest } from '@/lib/explorer/model'
import type { ExplorerForm } from '@/lib/explorer/schema'
import { configureThrottle } from '@/lib/web/throttle'
import { processWide } from '@/lib/process-wide'
import { operationNames, operationOf, type OperationName, type Operations } from '@/lib/service/endpoints'
import { service, setServiceTarget } from '@/lib/service/instance'
import { matchOperation } from '@/lib/service/match'
import { startStandin, type Standin } from '@/lib/standin/server'
import { beyond, others, rateTable } from './contract'

/**
 * Every operation of the contract is in the client's table, in the stand-in, reachable through the pass-through, and in the
 * explorer. Each is run once, over real HTTP, with ids from the lists of the stand-in.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let db: TestDatabase
let auth: TestAuth
let standin: Standin
let cookie: string

const unlimited = { burst: 1e9, perSecond: 1e9 }
const handlers = { DELETE, GET, PATCH, POST, PUT }

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  standin = await startStandin({ inspections: 40, assets: 40, users: 40, limits: 'off' })
  standin.control.exports.set({ takesMs: 0 })
  auth = installTestAuth(db, systemClock)
  configureThrottle({ general: unlimited, media: unlimited, exports: unlimited })
  const limits = Object.fromEntries(operationNames.map((name) => [operationOf(name).bucket, 1e6]))
  setServiceTarget({ baseUrl: standin.baseUrl, token: standin.token, limits })
  cookie = (await auth.signInAs((await auth.addPerson('admin')).userId)).cookie
})
afterAll(async () => {
  await service().close()
  await standin.close()
  await db.close()
})

interface Input {
  params?: Record<string, string>
  query?: Record<string, string[]>
  body?: unknown
}

/** Sends the operation as the explorer does, through the pass-through, to the running stand-in. */
async function send(name: OperationName, input: Input = {}): Promise<{ status: number; value: unknown }> {
  const operation = readOperation(name)
  if (operation === null) throw new Error(`the explorer has no ${name}`)
  const form: ExplorerForm = {
    path: input.params ?? {},
    query: input.query ?? {},
    further: [],
    body: input.body === undefined ? '' : JSON.stringify(input.body),
  }
  const { method, path, body } = toRequest(operation, form)
  const request = new Request(`http://127.0.0.1:3000/api/service${path}`, {
    method,
    headers: method === 'GET' ? { cookie } : auth.honest(cookie),
    ...(body === null ? {} : { body }),
  })
  const handler = Object.entries(handlers).find(([known]) => known === method)?.[1]
  if (handler === undefined) throw new Error(`the pass-through has no ${method}`)
  const response = await handler(request, { params: Promise.resolve({}) })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const value: unknown = isJson && response.status !== 204 ? await response.json() : await response.blob()
  return { status: response.status, value }
}

/** The value at a path in a response, such as `audits.0.audit_id`. @throws naming the operation when there is none */
async function ask(name: OperationName, place: string, input: Input = {}): Promise<string> {
  const { status, value } = await send(name, input)
  let found: unknown = value
  for (const step of place.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined
  if (typeof found === 'string') return found
  throw new Error(`${name} answered ${status} without ${place}`)
}

const auditId = () =>
  ask('searchInspections', 'audits.0.audit_id', { query: { field: ['audit_id'], completed: ['true'] } })
const templateId = () => ask('searchTemplates', 'templates.0.template_id')
const groupId = () => ask('listStatusGroups', 'status_groups.0.id')
const typeId = () => ask('listAssetTypes', 'type_list.0.id')
const assetId = () => ask('listAssets', 'assets.0.id')
const userId = () => ask('listUsers', 'users.0.user_id', { body: { list_all: true } })
const courseId = () => ask('listTrainingCourses', 'items.0.id')
const webhook = { url: 'https://console.test/api/webhooks/service', trigger_events: ['TRIGGER_EVENT_INSPECTION'] }
const webhookId = () => ask('createWebhook', 'webhook.webhook_id', { body: webhook })
const users = async () => [{ user: { user_id: await userId(), first_name: 'Sam' } }]
const jobId = async () => ask('createUpsertJob', 'job_id', { body: { users: await users() } })
const newGroup = { name: 'Made here', options: [{ name: 'In service', color: 'STATUS_BADGE_COLOR_GREEN' }] }
const newGroupId = () => ask('createStatusGroup', 'status_group.id', { body: newGroup })
const own = async <Name extends string>(name: Name, id: Promise<string>): Promise<Input> => ({
  params: { [name]: await id },
})
let codes = 0
const newAsset = async () => ({ code: `MADE-${(codes += 1)}`, type_id: await typeId() })

/** An inspection that has a file. */
async function media(): Promise<Input> {
  const { value } = await send('searchInspections', { query: { field: ['audit_id'] } })
  for (const { audit_id: id } of (value as { audits: Array<{ audit_id: string }> }).audits) {
    const inspection = await send('getInspection', { params: { auditId: id } })
    const [first] = (inspection.value as { media?: Array<{ media_id: string }> }).media ?? []
    if (first !== undefined) return { params: { auditId: id, mediaId: first.media_id } }
  }
  throw new Error('no inspection of the stand-in has a file')
}

async function exported(): Promise<{ auditId: string; exportId: string }> {
  const id = await auditId()
  const params = { auditId: id }
  return { auditId: id, exportId: await ask('startExport', 'id', { params, query: { format: ['pdf'] } }) }
}

async function exportedFile(): Promise<Input> {
  const params = await exported()
  const filename = await vi.waitFor(() => ask('getExport', 'filename', { params }), { timeout: 20_000 })
  return { params: { ...params, filename } }
}

async function leaderboard(): Promise<Input> {
  return { query: { leaderboardId: [await ask('listTrainingLeaderboards', 'items.0.id')] } }
}

async function groupAndType(): Promise<{ params: { statusGroupId: string }; typeId: string }> {
  return { params: { statusGroupId: await newGroupId() }, typeId: await typeId() }
}

const days = (count: number) => new Date(systemClock.now() - count * 86_400_000).toISOString()
const events = { mineventdatetime: [days(6)], maxeventdatetime: [days(0)] }

type MakeInput = () => Input | Promise<Input>
/** The operations with an id in their path. */
type WithId = {
  [Name in OperationName]: Operations[Name]['path'] extends `${string}/:${string}` ? Name : never
}[OperationName]

/**
 * The input of each operation that needs one. An operation with an id that is missing here does not compile. The stand-in
 * refuses other operations that need an input and get none.
 */
const inputs: Readonly<Record<WithId, MakeInput> & Partial<Record<OperationName, MakeInput>>> = {
  searchInspections: () => ({ query: { field: ['audit_id', 'modified_at'], limit: ['5'] } }),
  getInspection: () => own('auditId', auditId()),
  getInspectionMedia: media,
  createInspection: async () => ({ body: { template_id: await templateId() } }),
  startExport: async () => ({ ...(await own('auditId', auditId())), query: { format: ['pdf'] } }),
  getExport: async () => ({ params: await exported() }),
  downloadExport: exportedFile,
  startReport: async () => ({ ...(await own('auditId', auditId())), body: { format: 'PDF' } }),
  getReport: async () => {
    const params = { auditId: await auditId() }
    const exportId = await ask('startReport', 'messageId', { params, body: { format: 'PDF' } })
    return { params: { ...params, exportId } }
  },
  searchExportProfiles: async () => ({ query: { template: [await templateId()] } }),
  searchPreferences: async () => ({ query: { template_id: [await templateId()] } }),
  getResponseSet: () => own('responseSetId', ask('listResponseSets', 'response_sets.0.responseset_id')),
  createStatusGroup: () => ({ body: newGroup }),
  getStatusGroup: () => own('statusGroupId', groupId()),
  updateStatusGroup: async () => ({
    ...(await own('statusGroupId', newGroupId())),
    body: { status_group: { name: 'Made again' }, update_mask: 'name' },
  }),
  deleteStatusGroup: () => own('statusGroupId', newGroupId()),
  addStatusGroupTypes: async () => {
    const { params, typeId: id } = await groupAndType()
    return { params, body: { type_ids: [id] } }
  },
  removeStatusGroupTypes: async () => {
    const { params, typeId: id } = await groupAndType()
    return { params, query: { type_ids: [id] } }
  },
  listAssets: () => ({ body: { page_size: 5 } }),
  getAsset: () => own('assetId', assetId()),
  getAssetByCode: async () => ({ query: { code: [await ask('listAssets', 'assets.0.code')] } }),
  lookupAssetsByField: async () => ({
    body: { field_name: await ask('listAssetFields', 'result.0.name'), string_value: 'x' },
  }),
  createAsset: async () => ({ body: await newAsset() }),
  createAssets: async () => ({ body: { assets: [await newAsset(), await newAsset()] } }),
  updateAssets: async () => ({
    body: { assets: [{ id: await assetId(), statuses: [] }], update_mask: 'statuses' },
  }),
  updateAsset: async () => ({
    ...(await own('assetId', assetId())),
    body: { asset: { statuses: [] }, update_mask: 'statuses' },
  }),
  archiveAsset: () => own('assetId', assetId()),
  restoreAsset: () => own('assetId', assetId()),
  createAssetType: () => ({ body: { name: 'Made here' } }),
  updateAssetType: async () => ({
    ...(await own('typeId', typeId())),
    body: { type: { name: 'Renamed' }, update_mask: 'name' },
  }),
  searchUsers: async () => ({
    body: { email: [await ask('listUsers', 'users.0.email', { body: { list_all: true } })] },
  }),
  upsertUsers: async () => ({ body: { users: await users(), validate_only: true } }),
  createUpsertJob: async () => ({ body: { users: await users() } }),
  startUpsertJob: async () => ({ ...(await own('jobId', jobId())), body: { validate_only: true } }),
  cancelUpsertJob: () => own('jobId', jobId()),
  getUpsertJob: () => own('jobId', jobId()),
  listUsers: () => ({ body: { page_size: 5, list_all: true } }),
  listGroupUsers: async () => ({
    params: { groupId: await ask('listGroups', 'groups.0.id') },
    query: { limit: ['5'] },
  }),
  listTrainingCollectionCourses: () => own('collectionId', ask('listTrainingCollections', 'items.0.id')),
  listTrainingCourses: () => ({ query: { page: ['1'], pageSize: ['5'] } }),
  listTrainingCourseLessons: () => own('courseId', courseId()),
  assignTrainingCourse: async () => ({
    ...(await own('courseId', courseId())),
    body: { assignments: [{ id: await userId(), type: 'ASSIGNMENT_TYPE_USER', isAssigned: true }] },
  }),
  getTrainingPath: () => own('pathId', ask('listTrainingPaths', 'items.0.id')),
  getTrainingLeaderboardRankings: leaderboard,
  getRapidRefresh: () => own('rapidRefreshId', ask('listRapidRefreshes', 'items.0.id')),
  listLessonProgressEvents: () => ({ query: events }),
  listUserSlideStatistics: () => own('userId', userId()),
  listUserLessonProgress: () => own('userId', userId()),
  listUserLessonProgressEvents: async () => ({ ...(await own('userId', userId())), query: events }),
  getWebhook: () => own('webhookId', webhookId()),
  createWebhook: () => ({ body: webhook }),
  updateWebhook: async () => ({ ...(await own('webhookId', webhookId())), body: webhook }),
  deleteWebhook: () => own('webhookId', webhookId()),
}

const byPlace = new Map<string, OperationName>(
  operationNames.map((name) => {
    const { method, path } = operationOf(name)
    return [`${method} ${path.replaceAll(/\/:[A-Za-z]+/g, '/{}')}`, name]
  }),
)
const documented = [...rateTable, ...others, ...beyond].map(({ method, path }) => `${method} ${path}`)

describe('every documented operation', { tags: ['R27'] }, () => {
  it('is in the table of the client, which has no others', () => {
    expect([...byPlace.keys()].toSorted()).toEqual(documented.toSorted())
    expect(byPlace.size).toBe(operationNames.length)
  })

  it('is in the explorer with its form, and the form requests the operation itself', () => {
    const missing = documented.filter((place) => {
      const name = byPlace.get(place)
      const operation = name === undefined ? null : readOperation(name)
      if (operation === null) return true
      const path = Object.fromEntries(operation.pathFields.map((field) => [field.name, 'id_1']))
      const request = toRequest(operation, { ...makeForm(operation), path })
      const segments = request.path.split('?')[0]?.slice(1).split('/') ?? []
      const match = matchOperation(request.method, segments)
      return match.kind !== 'operation' || match.name !== name
    })
    expect(missing).toEqual([])
  })

  it('gets the expected response from the stand-in, through the pass-through, over HTTP', async () => {
    const failed: string[] = []
    for (const place of documented) {
      const name = byPlace.get(place)
      if (name === undefined) continue
      // The operations run one after another, because some change what others read.
      const outcome = await Promise.resolve()
        .then(() => inputs[name]?.() ?? {})
        .then((input) => send(name, input))
        .catch((error: unknown) => error)
      const status = outcome instanceof Error || outcome === undefined ? 0 : (outcome as { status: number }).status
      const isSecret = operationOf(name).isSecret === true
      if (isSecret ? status !== 403 : status < 200 || status > 299)
        failed.push(`${name} (${place}): ${outcome instanceof Error ? outcome.message : JSON.stringify(outcome)}`)
    }
    expect(failed).toEqual([])
  })
})
