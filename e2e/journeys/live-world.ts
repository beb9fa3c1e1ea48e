import type { BrowserContext, Page, Request } from '@playwright/test'
import { eventsPath } from '@/lib/events/values-model'
import type { TestConsole } from '@/lib/testing/harness'
import type { SystemStatus } from '@/lib/system/schema'
import { defaultKinds } from '@/lib/webhooks/model'
import { askConsole, expect } from '../fixtures'

/** Registers a webhook for this console and gives the console its secret, through the API. */
export async function subscribe(app: TestConsole): Promise<void> {
  await askConsole(app, '/api/webhooks/secret', { method: 'POST', body: { action: 'fetch' } })
  await askConsole(app, '/api/webhooks/subscriptions', { method: 'POST', body: { triggerEvents: defaultKinds } })
  expect(app.standin.control.webhookStore.all().map(({ url }) => url)).toEqual([`${app.url}/api/webhooks/service`])
}

export interface KeptDelivery {
  state: string
  tries: number
  body: string
}

/** The console's stored deliveries about an inspection, oldest first. */
export async function readDeliveries({ db }: TestConsole, auditId: string): Promise<KeptDelivery[]> {
  const { rows } = await db.query<KeptDelivery>(
    'select state, tries, body from webhook_deliveries where resource_id = $1 order by received_at',
    [auditId],
  )
  return rows
}

/** Waits until every delivery about an inspection is processed. */
export async function expectDone(app: TestConsole, auditId: string): Promise<void> {
  await expect
    .poll(async () => [...new Set((await readDeliveries(app, auditId)).map(({ state }) => state))])
    .toEqual(['done'])
}

/** Far below a minute, which is the interval of scheduled passes and the polling interval of a live page. */
export const deliveryMaxMs = 25_000

/**
 * Postpones the next scheduled pass: it starts a pass now, and the schedule counts from it. A change that reaches the
 * index within `deliveryMaxMs` after this call comes from a delivery, because nothing else requests a pass. Call it
 * right before the change.
 * @returns a check that no scheduled pass was due in the meantime; call it when the change is on screen
 */
export async function holdSchedule(app: TestConsole): Promise<() => void> {
  const readSync = async () => {
    const { sync, reconcile } = (await askConsole(app, '/api/system/status')) as unknown as Pick<
      SystemStatus,
      'sync' | 'reconcile'
    >
    // A full reconciliation requests passes of its own.
    return reconcile.latest?.state === 'running' ? null : sync
  }
  let nextAt = 0
  const isFarOff = async () => {
    const sync = await readSync()
    if (sync === null || sync.running || sync.nextPassAt === null) return false
    nextAt = Date.parse(sync.nextPassAt)
    return nextAt - Date.now() > 2 * deliveryMaxMs
  }
  await expect(async () => {
    if (await isFarOff()) return
    await askConsole(app, '/api/system/sync', { method: 'POST', body: {} })
    await expect.poll(isFarOff, { timeout: 10_000 }).toBe(true)
  }).toPass()
  return () => expect(Date.now(), 'before the next scheduled pass').toBeLessThan(nextAt)
}

/** Inspections in the index, the most recently changed first. */
export async function listIds({ db }: TestConsole, where = 'true'): Promise<string[]> {
  const { rows } = await db.query<{ audit_id: string }>(
    `select audit_id from inspections where missing_at is null and ${where} order by modified_at desc`,
  )
  return rows.map((row) => row.audit_id)
}

const isStream = (request: Request) => new URL(request.url()).pathname === eventsPath

/** Records the requests of a browser for the event stream, with the tab of each. */
export function watchStreams(context: BrowserContext) {
  const tabs: Page[] = []
  const open = new Set<Request>()
  let openMost = 0
  context.on('request', (request) => {
    if (!isStream(request)) return
    tabs.push(request.frame().page())
    open.add(request)
    openMost = Math.max(openMost, open.size)
  })
  const close = (request: Request) => {
    open.delete(request)
  }
  context.on('requestfinished', close)
  context.on('requestfailed', close)
  return {
    /** The tabs that sent requests, in order of their first request. */
    tabs: () => [...new Set(tabs)],
    /** The largest number of streams open at one time. */
    openMost: () => openMost,
    /** Waits until this tab has a stream. */
    expectFrom: (tab: Page) => expect.poll(() => tabs.includes(tab)).toBe(true),
  }
}

/** Counts how often the document of a page is loaded from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}
