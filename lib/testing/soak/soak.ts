import { systemClock } from '@/lib/clock'
import { makeTestFolder, removeTestFolder } from '@/lib/db/testing'
import { findFreePort } from '@/lib/db/testing-port'
import { Random } from '@/lib/standin/random'
import { killAll, startConsole, startPartner, startService, type SoakConsole } from './processes'
import type { ConsoleSettings, ConsoleWord, PartnerSettings, Truth } from './protocol'
import type { RuleReport } from './rules'
import { compareWithTruth, describeDifference, listOwed, Watermark } from './verify'

export interface SoakOptions {
  seconds: number
  seed: number
  writesPerSecond: number
  say: (line: string) => void
}

export interface SoakResult {
  /** The problems found, as text; empty when there were none. */
  faults: string[]
  figures: Record<string, number>
}

const skewMsMax = 10 * 60_000
/** Small pages, so that there are many of them, and many moments for a kill. */
const rowsPerSearch = 100
const tiesMax = 250

/**
 * One run of R10 and R34: an organization at work, an unreliable connection to it, and two consoles with a rule that are killed
 * again and again.
 */
export class Soak {
  readonly #random: Random
  readonly #watermark = new Watermark()
  readonly #figures: Record<string, number> = { kills: 0, 'kills of the database': 0, passes: 0 }
  readonly #service: ReturnType<typeof startService>
  readonly #owed: string[] = []
  #partner: ReturnType<typeof startPartner> | null = null
  #postgres: number | null = null

  constructor(private readonly options: SoakOptions) {
    this.#random = new Random(options.seed, 3)
    this.#service = startService(options.seed, tiesMax)
  }

  async run(): Promise<SoakResult> {
    const dataDir = await makeTestFolder('soak')
    try {
      const { baseUrl, token, webhookSecret, assets } = await this.#service.hear('serving')
      const port = await findFreePort()
      const settings: ConsoleSettings = {
        dataDir,
        baseUrl,
        token,
        limit: rowsPerSearch,
        intervalMs: 500,
        skewMs: 0,
        webhooks: { port, secret: webhookSecret },
        assets,
        compares: false,
      }
      this.#service.send({
        kind: 'write',
        perSecond: this.options.writesPerSecond,
        hookUrl: `http://127.0.0.1:${port}/api/webhooks/service`,
      })
      await this.#killAgainAndAgain(settings)
      this.#service.send({ kind: 'quiet' })
      const faults = await this.#compare(settings)
      return { faults: [...this.#watermark.faults, ...this.#owed, ...faults], figures: this.#figures }
    } finally {
      killAll()
      await removeTestFolder(dataDir)
    }
  }

  #count(name: string, by = 1): void {
    this.#figures[name] = (this.#figures[name] ?? 0) + by
  }

  #onWord(word: ConsoleWord): void {
    if (word.kind === 'opened') {
      this.#watermark.seeRows(word.opened)
      this.#watermark.see(word.opened.checkpoint)
    }
    if (word.kind === 'checkpoint') {
      this.#postgres = word.postgres
      this.#figures['passes'] = word.passes
      this.#watermark.see(word.checkpoint)
    }
  }

  #start(settings: ConsoleSettings): SoakConsole {
    this.#postgres = null
    return startConsole(settings, (word) => this.#onWord(word))
  }

  /**
   * Waits until the console has opened its database, and checks that everything before its checkpoint is in the index.
   */
  async #open(console: SoakConsole): Promise<PartnerSettings['connection']> {
    const { opened, connection } = await console.hear('opened')
    const owed = listOwed(await this.#readTruth(), opened)
    if (owed.length > 0) this.#owed.push(`${owed.length} lost before the checkpoint: ${owed.slice(0, 20).join('\n  ')}`)
    this.#count('starts that were looked at')
    return connection
  }

  /** Replaces the second console. The previous one may still run, on a database that no longer exists. */
  async #replacePartner(settings: PartnerSettings): Promise<void> {
    await this.#killPartner()
    this.#partner = startPartner(settings)
    await this.#partner.hear('running')
    this.#count('starts of the second console')
  }

  async #killPartner(): Promise<void> {
    if (this.#partner === null) return
    await this.#partner.kill()
    this.#partner = null
    this.#count('kills of the second console')
  }

  #killDatabase(): void {
    if (this.#postgres === null) return
    this.#count('kills of the database')
    try {
      process.kill(this.#postgres, 'SIGKILL')
    } catch {
      // The process had just ended.
    }
  }

  async #killAgainAndAgain(settings: ConsoleSettings): Promise<void> {
    const random = this.#random
    const startedAt = performance.now()
    const secondsElapsed = () => (performance.now() - startedAt) / 1_000
    let told = 0
    while (secondsElapsed() < this.options.seconds) {
      // It is not documented whether the service includes the bounds of a search, so this changes as well.
      this.#service.send({ kind: 'bound', bound: random.pick(['inclusive', 'exclusive']) })
      // A clock that is right, a little off or ten minutes off, in either direction.
      const skewMs = random.pick([0, 0, -1_500, 90_000, -skewMsMax, skewMsMax])
      const console = this.#start({ ...settings, skewMs, compares: random.chance(0.6) })
      if (random.chance(0.1)) await systemClock.sleep(random.integer(200, 2_500))
      else {
        const lifeMs = random.integer(3_000, 10_000)
        const connection = await this.#open(console)
        if (random.chance(0.8))
          await this.#replacePartner({ ...settings, connection, skewMs: random.pick([0, 90_000]) })
        // The time counts from here. Otherwise, on a busy machine, the console would be killed at every start and never
        // at work.
        const openedAt = performance.now()
        const sleepUntil = (ageMs: number) => systemClock.sleep(Math.max(0, openedAt + ageMs - performance.now()))
        if (random.chance(0.35)) {
          await sleepUntil(random.integer(500, lifeMs))
          this.#killDatabase()
        }
        await sleepUntil(lifeMs)
      }
      if (console.hasEnded) throw new Error(`the console ended by itself\n${console.errors}`)
      if (random.chance(0.8)) await this.#aim(console)
      if (random.chance(0.2)) this.#killDatabase()
      if (random.chance(0.5)) await this.#killPartner()
      await console.kill()
      this.#count('kills')
      if (secondsElapsed() - told >= 30) {
        told = secondsElapsed()
        this.options.say(`${Math.round(told)} s: ${this.#figures['kills']} kills, ${this.#figures['passes']} passes`)
      }
    }
  }

  /** Waits for the moment when the sync writes its state: a few milliseconds, which a random kill rarely hits. */
  async #aim(console: SoakConsole): Promise<void> {
    const isAimed = await console.hear('saving', 3_000).then(
      () => true,
      () => false,
    )
    if (!isAimed) return
    this.#count('kills while saving')
    await systemClock.sleep(this.#random.integer(0, 4))
  }

  async #readTruth(): Promise<Truth> {
    this.#service.send({ kind: 'truth' })
    return (await this.#service.hear('truth')).truth
  }

  /** Compares twice: before the full reconciliation, which would repair what a pass has lost, and after it. */
  async #compare(settings: ConsoleSettings): Promise<string[]> {
    await this.#killPartner()
    const truth = await this.#readTruth()
    // Time has passed, so times that the service's clock set in the future are now in the past.
    const console = this.#start({ ...settings, skewMs: 2 * skewMsMax })
    await this.#open(console)
    const ids = truth.rows.map(({ id }) => id)
    let rules: RuleReport = { figures: {}, faults: [] }
    const settle = async () => {
      console.send({ kind: 'settle', ids })
      await console.hear('settled')
      console.send({ kind: 'index' })
      const { index, deliveries, ...told } = await console.hear('index')
      rules = told.rules
      for (const [state, count] of Object.entries(deliveries)) this.#figures[`webhooks ${state}`] = count
      return index
    }
    const before = await settle()
    const faults = describeDifference(compareWithTruth(truth, before, { reconciled: false }))
    console.send({ kind: 'reconcile' })
    await console.hear('reconciled')
    const after = await settle()
    const left = describeDifference(compareWithTruth(truth, after, { reconciled: true }))
    if (after.lastError !== null) left.push(`the last pass says: ${after.lastError}`)
    for (const at of after.gaps) left.push(`not readable whole: ${at}`)
    await console.kill()
    Object.assign(this.#figures, rules.figures, {
      'rows at the service': truth.rows.length,
      'rows in the index': after.rows.length,
      'samples of the checkpoint': this.#watermark.samples,
      'given back in silence': truth.late.length,
    })
    for (const [name, count] of Object.entries(truth.writes)) this.#count(`writes: ${name}`, count)
    for (const [name, count] of Object.entries(truth.troubles)) this.#count(`troubles: ${name}`, count)
    return [
      ...faults.map((fault) => `after the passes: ${fault}`),
      ...left.map((fault) => `in the end: ${fault}`),
      ...rules.faults.map((fault) => `rules: ${fault}`),
    ]
  }
}
