import type { AssetChange, ChangeStep, StepState } from '@/lib/asset-changes/schema'
import { newStatusChange } from '@/lib/asset-changes/schema'
import type { AssetHistoryItem } from '@/lib/assets/history-schema'
import type { AssetPage, AssetRow, AssetStatus } from '@/lib/assets/schema'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'

const now = '2026-11-21T07:00:00.000Z'

export const groups: StatusGroupBoard['groups'] = [
  {
    groupId: 'g_use',
    name: 'Operational',
    description: '',
    options: [
      { optionId: 'o_in', name: 'In service', color: 'STATUS_BADGE_COLOR_GREEN' },
      { optionId: 'o_check', name: 'Check', color: 'STATUS_BADGE_COLOR_YELLOW' },
      { optionId: 'o_out', name: 'Out of service', color: 'STATUS_BADGE_COLOR_RED' },
    ],
    typeIds: ['t_fork', 't_lift'],
    counts: {},
  },
  {
    groupId: 'g_fire',
    name: 'Fire safety',
    description: '',
    options: [{ optionId: 'o_full', name: 'Charged', color: 'STATUS_BADGE_COLOR_BLUE' }],
    typeIds: ['t_fire'],
    counts: {},
  },
]
const types = [
  { typeId: 't_fork', name: 'Forklift', groupId: 'g_use' },
  { typeId: 't_lift', name: 'Lift', groupId: 'g_use' },
  { typeId: 't_fire', name: 'Extinguisher', groupId: 'g_fire' },
  { typeId: 't_box', name: 'Toolbox', groupId: null },
] as const

/** A status of the fake groups. */
export function statusOf(optionId: string | null): AssetStatus | null {
  for (const group of groups)
    for (const option of group.options) if (option.optionId === optionId) return { ...option, groupId: group.groupId }
  return null
}

/** The outcome of a request for a change, and of its step. */
export interface Script {
  /** `refused`: the server refuses. The others lose the response, before or after the change has begun. */
  start: 'answered' | 'refused' | 'failed' | 'lost-before' | 'lost-after' | 'cut'
  /** The states that successive requests for the change return. The last one stays. */
  steps: readonly StepState[]
  /** Number of requests whose response is lost before one arrives. */
  lostPolls: number
  note: string | null
}

export const works: Script = { start: 'answered', steps: ['running', 'done'], lostPolls: 0, note: null }

interface RunningChange {
  change: AssetChange
  script: Script
  polls: number
}

/** A fake of the API that the list of assets uses, with its own data. */
export class AssetWorld {
  assets: AssetRow[]
  reach: AssetPage['reach'] = { assets: 'listed', assetsAsOf: now, areWritesRefused: false }
  boardAsOf: string | null = now
  /** The outcomes of the next changes, by asset. Bulk changes always have `works`. */
  scripts = new Map<string, Script>()
  failure: { status: number; code: string; detail: string } | null = null
  /** Why an asset is from the newest listing; null when it is current. */
  stale: string | null = null
  asked: URL[] = []
  posted: Array<{ path: string; body: unknown }> = []
  changes: RunningChange[] = []
  refreshed = 0
  /** The history of every asset. */
  history: AssetHistoryItem[] = []

  constructor(size: number) {
    this.assets = Array.from({ length: size }, (_, index): AssetRow => {
      const type = types[index % types.length] ?? types[0]
      const options = groups.find(({ groupId }) => groupId === type.groupId)?.options ?? []
      return {
        assetId: `asset_${index}`,
        code: `A-${String(index).padStart(6, '0')}`,
        typeId: type.typeId,
        typeName: type.name,
        siteId: index % 2 === 0 ? 's_leeds' : 's_cork',
        siteName: index % 2 === 0 ? 'Leeds' : 'Cork',
        state: 'active',
        status: statusOf(options[index % Math.max(1, options.length)]?.optionId ?? null),
        modifiedAt: now,
      }
    })
  }

  find(assetId: string): AssetRow {
    const asset = this.assets.find((each) => each.assetId === assetId)
    if (asset === undefined) throw new Error(`There is no ${assetId}`)
    return asset
  }

  setTruth(assetId: string, status: AssetStatus | null): void {
    this.assets = this.assets.map((asset) => (asset.assetId === assetId ? { ...asset, status } : asset))
  }

  select(search: URLSearchParams, without: string | null = null): AssetRow[] {
    const has = (name: string, id: string, text?: string | null) => {
      const wanted = search.getAll(name)
      const isWanted = (each: string) => each === id || each.toLowerCase() === text?.toLowerCase()
      return name === without || wanted.length === 0 || wanted.some(isWanted)
    }
    const q = search.get('q')?.toLowerCase() ?? ''
    const found = this.assets.filter(
      (asset) =>
        has('type', asset.typeId ?? 'none', asset.typeName) &&
        has('site', asset.siteId ?? 'none') &&
        has('status', asset.status?.optionId ?? 'none') &&
        (search.get('state') === 'all' || asset.state === (search.get('state') ?? 'active')) &&
        `${asset.code} ${asset.typeName} ${asset.siteName}`.toLowerCase().includes(q),
    )
    return search.get('sort') === '-code' ? found.toReversed() : found
  }

  async answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'http://console.test')
    const { pathname, searchParams } = url
    this.asked.push(url)
    if (method !== 'GET') return this.#write(pathname, typeof body === 'string' ? JSON.parse(body) : undefined)
    if (pathname === '/api/asset-changes')
      return Response.json({ changes: this.changes.map(({ change }) => change).toReversed(), after: null })
    if (pathname.startsWith('/api/asset-changes/')) return this.#poll(pathname.slice('/api/asset-changes/'.length))
    if (pathname.endsWith('/history')) return Response.json({ items: this.history, after: null })
    if (pathname === '/api/status-groups') return Response.json(this.#board())
    if (pathname === '/api/assets/facets') return Response.json(this.#facets(searchParams))
    if (pathname === '/api/assets') return this.#page(searchParams)
    const asset = this.assets.find(({ assetId }) => pathname === `/api/assets/${assetId}`)
    if (asset === undefined)
      return Response.json({ code: 'not_found', detail: 'Unknown.', requestId: 'req_1' }, { status: 404 })
    return Response.json({
      ...asset,
      createdAt: now,
      inspectedAt: null,
      isExternal: false,
      fields: [{ fieldId: 'f1', name: 'Serial number', kind: 'string_value', text: `SN ${asset.assetId}` }],
      mediaNames: ['front.jpg'],
      rest: { owner: 'Stores' },
      stale: this.stale,
    })
  }

  #board(): StatusGroupBoard {
    return {
      groups,
      types: types.map((type) => Object.assign({ assetCount: 0, counts: {} }, type)),
      reach: { types: 'listed', ...this.reach, assetsAsOf: this.boardAsOf },
    }
  }

  #page(search: URLSearchParams): Response {
    if (this.failure !== null)
      return Response.json({ ...this.failure, requestId: 'req_1' }, { status: this.failure.status })
    const found = this.select(search)
    const from = Number(search.get('after') ?? 0)
    const end = from + Number(search.get('limit'))
    return Response.json({
      rows: found.slice(from, end),
      after: end < found.length ? String(end) : null,
      total: found.length,
      reach: this.reach,
    })
  }

  #facets(search: URLSearchParams) {
    const count = (dimension: string, read: (asset: AssetRow) => { id: string; name: string } | null) => {
      const values = new Map<string, { id: string; name: string; count: number }>()
      for (const asset of this.select(search, dimension)) {
        const value = read(asset)
        if (value !== null) values.set(value.id, { ...value, count: (values.get(value.id)?.count ?? 0) + 1 })
      }
      return [...values.values()]
    }
    return {
      types: count('type', ({ typeId, typeName }) => ({ id: typeId ?? 'none', name: typeName ?? 'No type' })),
      sites: count('site', ({ siteId, siteName }) => ({ id: siteId ?? 'none', name: siteName ?? 'No site' })),
      statuses: count('status', ({ status }) => ({
        id: status?.optionId ?? 'none',
        name: status?.name ?? 'No status',
      })).map((value) => Object.assign(value, { color: null, groupId: statusOf(value.id)?.groupId ?? null })),
    }
  }

  #write(path: string, body: unknown): Response {
    this.posted.push({ path, body })
    if (path === '/api/assets/refresh') {
      this.refreshed += 1
      return Response.json({ assetsAsOf: now, count: this.assets.length })
    }
    const { selection, optionId } = newStatusChange.parse(body)
    const chosen =
      selection.kind === 'ids'
        ? this.assets.filter(({ assetId }) => selection.ids.some((id) => id === assetId))
        : this.assets.filter(({ assetId }) => !selection.except.some((id) => id === assetId))
    const typeIds = groups.find(({ options }) => options.some((option) => option.optionId === optionId))?.typeIds
    const fitting = chosen.filter(({ typeId }) => typeIds === undefined || typeIds.includes(typeId ?? ''))
    const script = (chosen.length === 1 ? this.scripts.get(chosen[0]?.assetId ?? '') : undefined) ?? works
    if (script.start === 'refused')
      return Response.json({ code: 'conflict', detail: script.note, requestId: 'req_1' }, { status: 409 })
    if (script.start === 'lost-before') throw new TypeError('fetch failed')
    if (script.start === 'failed')
      return Response.json({ code: 'internal', detail: 'Failed.', requestId: 'req_1' }, { status: 500 })
    const change = makeChange(this.changes.length, fitting, statusOf(optionId))
    this.changes.push({ change, script, polls: 0 })
    if (script.start === 'lost-after') throw new TypeError('fetch failed')
    if (script.start === 'cut') return new Response('{"change":', { headers: { 'content-type': 'application/json' } })
    const leftOut = chosen.length - fitting.length
    return Response.json({ change, leftOut, leftOutNote: leftOut === 0 ? null : 'Their types use another group.' })
  }

  #poll(changeId: string): Response {
    const running = this.changes.find(({ change }) => change.changeId === changeId)
    if (running === undefined)
      return Response.json({ code: 'not_found', detail: 'Unknown.', requestId: 'req_1' }, { status: 404 })
    const { script, change } = running
    if (running.polls < script.lostPolls) {
      running.polls += 1
      throw new TypeError('fetch failed')
    }
    const state = script.steps[Math.min(running.polls - script.lostPolls, script.steps.length - 1)] ?? 'done'
    running.polls += 1
    const steps = change.steps.map((step): ChangeStep => ({ ...step, state, note: script.note }))
    if (state === 'done')
      for (const step of steps) if (step.objectKind === 'asset') this.setTruth(step.objectId, step.after)
    running.change = { ...change, ...countSteps(steps), steps }
    return Response.json(running.change)
  }
}

function countSteps(steps: readonly ChangeStep[]) {
  const of = (...states: StepState[]) => steps.filter(({ state }) => states.includes(state)).length
  return {
    total: steps.length,
    done: of('done'),
    unchanged: of('unchanged'),
    failed: of('failed'),
    unknown: of('unknown'),
    cancelled: of('cancelled'),
    open: of('waiting', 'running'),
  }
}

function makeChange(number: number, assets: readonly AssetRow[], after: AssetStatus | null): AssetChange {
  const steps = assets.map((asset, position): ChangeStep => ({
    objectKind: 'asset',
    position,
    objectId: asset.assetId,
    objectName: asset.code,
    state: 'waiting',
    note: null,
    finishedAt: null,
    activityId: null,
    before: asset.status,
    after,
  }))
  return {
    changeId: `6f1b2a52-1111-4222-8333-${String(number).padStart(12, '0')}`,
    kind: 'set-status',
    title: `Set ${assets.length} assets`,
    ownerName: 'Robin',
    isMine: true,
    mayChange: true,
    createdAt: new Date().toISOString(),
    cancelledAt: null,
    finishedAt: null,
    ofChangeId: null,
    snapshotCount: 0,
    ...countSteps(steps),
    steps,
  }
}
