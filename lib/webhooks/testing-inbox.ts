import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { silentLog } from '@/lib/db/testing'
import type { StandinOptions } from '@/lib/standin/server'
import type { Sync, SyncOptions } from '@/lib/sync/sync'
import { startWorld, type World } from '@/lib/testing/sync-world'
import type { InboxOptions } from './inbox'
import { openDoor, type TestDoor } from './testing'
import { createInboxWorker, type InboxWorker } from './worker'

export interface DeliveryRow {
  delivery_id: string
  resource_id: string
  state: string
  note: string | null
  tries: number
  body: string
}

/** A stand-in that sends webhooks, a console that receives them, and the index that follows. */
export class InboxWorld implements AsyncDisposable {
  worker: InboxWorker

  constructor(
    readonly world: World,
    readonly sync: Sync,
    readonly door: TestDoor,
    private readonly close: () => Promise<void>,
    private readonly onKept: { do: () => void },
  ) {
    this.worker = this.startWorker()
  }

  get standin() {
    return this.world.standin
  }
  get db() {
    return this.world.db
  }

  startWorker(publishChange?: InboxOptions['publishChange']): InboxWorker {
    this.worker = createInboxWorker({
      ...(publishChange === undefined ? {} : { publishChange }),
      database: () => Promise.resolve(this.db),
      service: () => this.world.service,
      sync: () => this.sync,
      clock: this.world.clock,
      log: silentLog,
    })
    this.onKept.do = () => this.worker.wake()
    this.worker.start()
    return this.worker
  }

  async deliveries(): Promise<DeliveryRow[]> {
    const { rows } = await this.db.query<DeliveryRow>(
      'select delivery_id, resource_id, state, note, tries, body from webhook_deliveries order by received_at',
    )
    return rows
  }

  /** Waits until nothing is in transit and no delivery waits. */
  async untilQuiet(): Promise<void> {
    await this.standin.control.webhooks.settled()
    await this.world.until('nothing waits', async () =>
      (await this.deliveries()).every(({ state }) => state !== 'waiting'),
    )
  }

  /** What the list shows: ids, versions and whether they are archived, sorted. */
  async shown(): Promise<string[]> {
    const { rows } = await this.db.query<{ row: string }>(
      `select audit_id || ' ' || to_char(modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || 'Z ' || coalesce(archived, false) as row
       from inspections where missing_at is null`,
    )
    return rows.map(({ row }) => row).sort()
  }

  /** What the service has, in the same form as `shown`. */
  truth(): string[] {
    const { control } = this.standin
    const rowsOf = (archived: boolean) =>
      control.truth(archived ? 'true' : 'false').map((row) => `${row.audit_id} ${row.modified_at} ${archived}`)
    return [...rowsOf(true), ...rowsOf(false)].sort()
  }

  /** Counts how often the documents of inspections are read from now on. */
  countReads(): (auditId?: string) => number {
    const { control } = this.standin
    control.record(true)
    return (auditId) =>
      control
        .requests()
        .filter(({ path }) =>
          auditId === undefined ? path.startsWith('/audits/audit_') : path === `/audits/${auditId}`,
        ).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.worker.stop()
    await this.close()
    await this.world[Symbol.asyncDispose]()
  }
}

/** Serves a receiver as the console's route does, by default on a port of its own. */
export async function serveDoor(door: TestDoor, onPort = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const given = new Request('http://127.0.0.1/api/webhooks/service', {
        method: 'POST',
        headers,
        body: Buffer.concat(parts),
      })
      door.send(given).then(
        ({ status }) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/webhooks/service`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Starts a world with a complete index and a subscription to every event. */
export async function startInboxWorld(
  standin: StandinOptions = {},
  sync: Partial<SyncOptions> = {},
): Promise<InboxWorld> {
  const world = await startWorld({ inspections: 12, ...standin })
  const { webhooks } = world.standin.control
  const onKept = { do: () => undefined as void }
  const door = openDoor(world.db, { clock: world.clock, secret: webhooks.token(), onKept: () => onKept.do() })
  const { url, close } = await serveDoor(door)
  webhooks.setPace({ retryMs: [50, 100, 200], timeoutMs: 10_000 })
  webhooks.subscribe(url)
  const running = world.createSync({ intervalMs: 86_400_000, reconcilePaceMs: 0, ...sync })
  running.start()
  const own = new InboxWorld(world, running, door, close, onKept)
  const all = world.truth().length
  await world.until('the index is full', async () => (await world.count('hydrated_modified_at = modified_at')) === all)
  return own
}
