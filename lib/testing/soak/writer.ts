import type { StandinControl } from '@/lib/standin/control/control'
import { titlePage } from '@/lib/standin/demo/document'
import type { Random } from '@/lib/standin/random'

/** Titles of changed inspections have one of these words. A rule acts when the first one appears, which is in a third of them. */
export const titleWords = ['wrecked', 'mended', 'mended'] as const

type Write = 'insert' | 'touch' | 'answer' | 'archive' | 'flag' | 'delete' | 'hide' | 'giveBack'

/** Frequencies per hundred writes. */
const shares: ReadonlyArray<readonly [Write, number]> = [
  ['insert', 24],
  ['touch', 42],
  ['answer', 14],
  ['archive', 6],
  ['flag', 2],
  ['delete', 3],
  ['hide', 5],
  ['giveBack', 4],
]

/** An organization at work: changes the service all the time, mostly inspections that were just changed. */
export class Writer {
  readonly counts: Record<string, number> = {}
  /** Inspections that were made visible again or flagged as archived, without a new version since then. */
  readonly late = new Set<string>()
  readonly #live: string[]
  readonly #hidden: string[] = []
  readonly #archived = new Set<string>()
  #lastAt: number

  constructor(
    private readonly control: StandinControl,
    private readonly random: Random,
    /** The largest number of rows that a burst gives the same time. */
    private readonly tiesMax: number,
  ) {
    const all = control.truth('both')
    this.#live = all.map(({ audit_id }) => audit_id)
    this.#lastAt = Date.parse(all.at(-1)?.modified_at ?? '1970-01-01T00:00:00Z')
    for (const { audit_id } of control.truth('true')) this.#archived.add(audit_id)
  }

  /** Makes one write, or a few at once. @returns how many rows it changed */
  write(): number {
    if (this.random.chance(1 / 400)) return this.#insert(this.random.integer(Math.ceil(this.tiesMax / 2), this.tiesMax))
    let at = this.random.next() * 100
    for (const [write, share] of shares) {
      if (at < share) return this.#perform(write)
      at -= share
    }
    return this.#perform('touch')
  }

  /**
   * A time later than all times before, including those of the first rows. In one of five cases, it is the last time
   * again, to create ties.
   */
  #time(): number {
    if (!this.random.chance(0.2)) this.#lastAt = Math.max(this.control.tick(), this.#lastAt + 1)
    return this.#lastAt
  }

  #perform(write: Write): number {
    this.counts[write] = (this.counts[write] ?? 0) + 1
    if (write === 'insert') return this.#insert(this.random.chance(0.2) ? this.random.integer(2, 12) : 1)
    if (write === 'giveBack') {
      const back = this.#take(this.#hidden)
      if (back === null) return 0
      this.control.hide(back, false)
      this.#live.push(back)
      this.late.add(back)
      return 1
    }
    if (write === 'delete' || write === 'hide') {
      const gone = this.#take(this.#live)
      if (gone === null) return 0
      if (write === 'delete') this.control.delete(gone)
      else {
        this.control.hide(gone)
        this.#hidden.push(gone)
      }
      this.late.delete(gone)
      return 1
    }
    const id = this.#pickLive()
    if (id === null) return 0
    if (write === 'flag') {
      this.control.setArchivedFlag(id, this.#flip(id))
      this.late.add(id)
      return 1
    }
    this.late.delete(id)
    const at = this.#time()
    if (write === 'touch') this.control.touch(id, at)
    else if (write === 'answer') {
      const title = {
        item_id: titlePage.title,
        responses: { text: `Soak ${this.random.pick(titleWords)} ${this.random.integer(0, 1_000_000)}` },
      }
      this.control.answer(id, { header_items: [title] }, at)
    } else this.control.answer(id, { archived: this.#flip(id) }, at)
    return 1
  }

  #flip(id: string): boolean {
    if (this.#archived.delete(id)) return false
    this.#archived.add(id)
    return true
  }

  #insert(count: number): number {
    const ids = this.control.insert(count, { at: this.#time(), stepMs: 0 })
    this.#live.push(...ids)
    return count
  }

  /** Mostly one of the newest, because people continue what they are working on. */
  #pickLive(): string | null {
    const { length } = this.#live
    if (length === 0) return null
    const near = this.random.chance(0.7) ? Math.max(0, length - 40) : 0
    return this.#live[this.random.integer(near, length - 1)] ?? null
  }

  #take(list: string[]): string | null {
    if (list.length === 0) return null
    const [taken] = list.splice(this.random.integer(0, list.length - 1), 1)
    return taken ?? null
  }
}
