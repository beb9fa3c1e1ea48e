import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { systemClock } from '@/lib/clock'
import { ensureBuild } from '@/lib/launch/build'
import { startConsole, waitFor, waitForIndex, type TestConsole } from '../harness'
import { percentile } from './search/search-measure'
import type { Post, Posted } from './post'
import { say, writeResults } from './tools'

const secret = 'a-webhook-secret-of-the-bench'
const inspections = 400
/** Promises of S25. */
const p99MsMax = 100
const passesMaxIn30s = 15
const personMsMoreMax = 1_000
const signedPerSecond = 200
const unsignedPerSecond = 500

type Sent = Pick<Posted, 'ms' | 'status'>

interface Sender extends Disposable {
  post: (url: string, body: string, headers: Record<string, string>) => Promise<Sent>
}

/** Sends requests from a process of its own (post.ts). */
function startSender(): Sender {
  const child = fork('lib/testing/bench/post.ts', { execArgv: ['--import', 'tsx'] })
  const waiting = new Map<number, (sent: Sent) => void>()
  let count = 0
  child.on('message', ({ n, ms, status }: Posted) => {
    waiting.get(n)?.({ ms, status })
    waiting.delete(n)
  })
  return {
    post: (url, body, headers) =>
      new Promise((resolve) => {
        const n = (count += 1)
        waiting.set(n, resolve)
        child.send({ n, url, body, headers } satisfies Post)
      }),
    [Symbol.dispose]: () => child.disconnect(),
  }
}

/** Sends at a steady rate, however long the responses take. */
async function flood(perSecond: number, seconds: number, send: (n: number) => Promise<Sent>): Promise<Sent[]> {
  const startedAt = performance.now()
  const sent: Array<Promise<Sent>> = []
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
    while (sent.length < due) sent.push(send(sent.length))
    await systemClock.sleep(5)
  }
  return Promise.all(sent)
}

const answerKinds = ['TRIGGER_EVENT_INSPECTION', 'TRIGGER_EVENT_INSPECTION_ITEM_UPDATED']

function makeBody(id: string, n: number, modifiedAt: string, eventTypes: readonly string[] = answerKinds): string {
  return JSON.stringify({
    webhook_id: 'webhook_bench',
    version: '3.0.0',
    event: {
      date_triggered: new Date().toISOString(),
      event_types: eventTypes,
      triggered_by: { user: 'user_bench', organization: `org_${n}` },
    },
    resource: { id, type: 'INSPECTION' },
    data: { event: {}, details: { inspection_id: id, modify_time: modifiedAt } },
  })
}

/** How long a person waits for the pass-through, which shares the service's budget with the background. */
async function watchPerson(app: TestConsole, until: { isOver: boolean }): Promise<number[]> {
  const { cookie } = await app.signIn('viewer')
  const headers = { cookie: `${cookie.name}=${cookie.value}` }
  const times: number[] = []
  while (!until.isOver) {
    const startedAt = performance.now()
    const response = await fetch(`${app.url}/api/service/audits/search?field=audit_id&limit=1`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`a person was answered ${response.status}`)
    times.push(performance.now() - startedAt)
    await systemClock.sleep(200)
  }
  return times
}

async function during<Value>(
  app: TestConsole,
  work: () => Promise<Value>,
): Promise<{ value: Value; person: number[] }> {
  const until = { isOver: false }
  const watching = watchPerson(app, until)
  const value = await work().finally(() => {
    until.isOver = true
  })
  return { value, person: await watching }
}

const archivings = 20
/** From the webhook until the list shows the change. */
const shownMsMax = 1_000

/** Time from each webhook until the list shows that an inspection was archived, in milliseconds. */
async function measureArchiving(app: TestConsole, ids: readonly string[], { post }: Sender): Promise<number[]> {
  const { cookie } = await app.signIn('viewer')
  const headers = { cookie: `${cookie.name}=${cookie.value}` }
  const times: number[] = []
  for (const [n, id] of ids.slice(0, archivings).entries()) {
    app.standin.control.setArchivedFlag(id, true)
    const body = makeBody(id, n, new Date().toISOString(), ['TRIGGER_EVENT_INSPECTION_ARCHIVED'])
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const startedAt = performance.now()
    await post(`${app.url}/api/webhooks/service`, body, {
      'content-type': 'application/json',
      'x-safetyculture-signature': signature,
    })
    const isShown = async () => {
      const response = await fetch(`${app.url}/api/inspections?archived=true&q=${id}`, { headers })
      return response.ok && (await response.text()).includes(`"auditId":"${id}"`)
    }
    while (!(await isShown())) await systemClock.sleep(5)
    times.push(performance.now() - startedAt)
  }
  return times
}

async function countDeliveries(app: TestConsole): Promise<{ rows: number; waiting: number }> {
  const { rows } = await app.db.query<{ rows: number; waiting: number }>(
    `select count(*) as rows, count(*) filter (where state = 'waiting') as waiting from webhook_deliveries`,
  )
  return rows[0] ?? { rows: 0, waiting: 0 }
}

const describe = (times: readonly number[]) => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
  max: Math.max(...times),
})

/** The capacity of the machine: responses per second to the smallest request, 16 at a time. */
async function measureMachine(app: TestConsole): Promise<number> {
  const seconds = 3
  const end = performance.now() + seconds * 1_000
  let answered = 0
  const ask = async () => {
    while (performance.now() < end) {
      const response = await fetch(`${app.url}/api/health/live`)
      await response.arrayBuffer()
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, ask))
  return answered / seconds
}

/**
 * S25: 200 genuine deliveries a second, then 500 forged ones. `--seconds 30` for the full run; the default is a short one.
 */
export async function benchWebhooks(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...words], options: { seconds: { type: 'string', default: '10' } } })
  const seconds = Math.max(2, Number(values.seconds) || 10)
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  await using app = await startConsole({ standin: { inspections }, env: { WEBHOOK_SECRET: secret } })
  await waitForIndex(app, inspections)
  using sender = startSender()
  const { post } = sender
  const url = `${app.url}/api/webhooks/service`
  const { control } = app.standin
  const archived = describe(
    await measureArchiving(
      app,
      control.truth().map(({ audit_id }) => audit_id),
      sender,
    ),
  )
  const ids = control.truth('both').map(({ audit_id }) => audit_id)
  const type = { 'content-type': 'application/json' }

  // In the first round, the engine compiles frequent code.
  await measureMachine(app)
  const healthChecksPerSecond = await measureMachine(app)
  const calm = (await during(app, () => systemClock.sleep(2_000))).person
  control.resetCounts()
  const floodedAt = performance.now()
  const genuine = await during(app, () =>
    flood(signedPerSecond, seconds, (n) => {
      const id = ids[n % ids.length] ?? ''
      const body = makeBody(id, n, control.touch(id))
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      return post(url, body, { ...type, 'x-safetyculture-signature': signature })
    }),
  )
  // The time until the last response, because a busy machine takes longer to respond than to send.
  const tookSeconds = (performance.now() - floodedAt) / 1_000
  // Searches that the person did not send are those of sync passes.
  const passes = (control.counts()['searchInspections'] ?? 0) - genuine.person.length
  const startedAt = performance.now()
  await waitFor('every delivery is worked on', async () => (await countDeliveries(app)).waiting === 0, 120_000)
  const drainSeconds = (performance.now() - startedAt) / 1_000
  const kept = (await countDeliveries(app)).rows

  const forged = await during(app, () =>
    flood(unsignedPerSecond, seconds, (n) => post(url, makeBody('audit_forged', n, new Date().toISOString()), type)),
  )
  const written = (await countDeliveries(app)).rows - kept

  const genuineTimes = describe(genuine.value.map(({ ms }) => ms))
  const forgedTimes = describe(forged.value.map(({ ms }) => ms))
  const accepted = genuine.value.filter(({ status }) => status === 202).length
  const refused = forged.value.filter(({ status }) => status === 401 || status === 429).length
  const passesMax = Math.max(2, Math.ceil((passesMaxIn30s * tookSeconds) / 30) + 1)
  const [before, meanwhile] = [describe(calm), describe(genuine.person)]
  const checks = [
    { name: `archived until listed, longest of ${archivings}`, value: archived.max, promised: shownMsMax, unit: 'ms' },
    { name: 'genuine, p99', value: genuineTimes.p99, promised: p99MsMax, unit: 'ms' },
    { name: 'genuine, not kept', value: genuine.value.length - Math.min(accepted, kept), promised: 0, unit: '' },
    { name: `passes in ${tookSeconds.toFixed(0)} s`, value: passes, promised: passesMax, unit: '' },
    { name: 'a person waits more, p95', value: meanwhile.p95 - before.p95, promised: personMsMoreMax, unit: 'ms' },
    { name: 'forged, not refused', value: forged.value.length - refused, promised: 0, unit: '' },
    { name: 'forged, rows written', value: written, promised: 0, unit: '' },
  ]

  say(
    `${genuine.value.length} genuine at ${signedPerSecond}/s, ${forged.value.length} forged at ${unsignedPerSecond}/s\n`,
  )
  for (const { name, value, promised, unit } of checks)
    say(
      `${name.padEnd(28)} ${value.toFixed(1).padStart(9)} ${unit.padEnd(2)}  promised ${promised}  ${value <= promised ? '' : '(missed)'}`,
    )
  say(
    `genuine p50 ${genuineTimes.p50.toFixed(1)} ms, p95 ${genuineTimes.p95.toFixed(1)} ms, all worked on ${drainSeconds.toFixed(1)} s later`,
  )
  say(`this machine answers ${Math.round(healthChecksPerSecond)} health checks a second`)
  say(`forged p50 ${forgedTimes.p50.toFixed(1)} ms, p99 ${forgedTimes.p99.toFixed(1)} ms`)
  const ok = checks.every(({ value, promised }) => value <= promised)
  writeResults('webhooks', {
    seconds,
    healthChecksPerSecond,
    checks,
    genuine: genuineTimes,
    forged: forgedTimes,
    person: { before, meanwhile },
    drainSeconds,
    ok,
  })
  return ok
}
