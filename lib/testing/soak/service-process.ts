import { parseArgs } from 'node:util'
import { Random } from '@/lib/standin/random'
import { startStandin, type StandinOptions } from '@/lib/standin/server'
import type { ServiceOrder, ServiceWord } from './protocol'
import { openUnreliableWay } from './unreliable'
import { Writer } from './writer'

/** The service of a soak: the stand-in behind an unreliable connection, and people who write at the same time. */

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, ties: { type: 'string', default: '250' } },
})
const seed = Number(values.seed)
const clockJumpMsMax = 10 * 60_000
const stepMs = 40

const send = (word: ServiceWord) => process.send?.(word)
const options: StandinOptions = { inspections: 400, limits: 'off', rateHeaders: false }
const standin = await startStandin(options)
const { control } = standin
const way = await openUnreliableWay(standin.baseUrl, new Random(seed, 1))
const random = new Random(seed, 2)
const writer = new Writer(control, random, Number(values.ties))
let timer: NodeJS.Timeout | null = null

/** This share of the webhooks is lost, and this share is repeated. Later ones may arrive first. */
const webhookTroubles = { drop: 0.3, double: 0.3, reorder: true }

function write(perSecond: number, hookUrl: string): void {
  control.webhooks.setTroubles(webhookTroubles)
  control.webhooks.setPace({ retryMs: [300, 1_000, 3_000], timeoutMs: 3_000 })
  control.webhooks.subscribe(hookUrl)
  let due = 0
  let last = performance.now()
  control.setClockOffset(-random.integer(0, clockJumpMsMax))
  timer = setInterval(() => {
    const now = performance.now()
    // Writes that were missed because of other work on the machine are not made up for in a burst.
    due += (Math.min(now - last, 10 * stepMs) * perSecond) / 1_000
    last = now
    // About every ten seconds, the service's clock is set forward or back.
    if (random.chance(stepMs / 10_000)) control.setClockOffset(random.integer(-clockJumpMsMax, clockJumpMsMax))
    while (due >= 1) due -= Math.max(1, writer.write())
  }, stepMs)
}

function readTruth(): ServiceWord {
  const archived = new Set(control.truth('true').map(({ audit_id }) => audit_id))
  const rows = control
    .truth('both')
    .map(({ audit_id, modified_at }) => ({ id: audit_id, modifiedAt: modified_at, archived: archived.has(audit_id) }))
  return { kind: 'truth', truth: { rows, late: [...writer.late], writes: writer.counts, troubles: way.counts } }
}

process.on('message', (order: ServiceOrder) => {
  if (order.kind === 'write') write(order.perSecond, order.hookUrl)
  else if (order.kind === 'bound') {
    if (options.bound !== order.bound) way.forget()
    options.bound = order.bound
  } else if (order.kind === 'truth') send(readTruth())
  else {
    if (timer !== null) clearInterval(timer)
    way.calm()
    send({ kind: 'quiet' })
  }
})
process.on('disconnect', () => process.exit(0))
send({
  kind: 'serving',
  baseUrl: way.baseUrl,
  token: standin.token,
  webhookSecret: control.webhooks.token(),
  assets: control.assets.state().assets.map(({ id, code }) => ({ id, code })),
})
