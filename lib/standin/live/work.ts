import { findBlueprint } from '../demo/document'
import { questionsOf } from '../demo/plan'
import { Random } from '../random'
import type { Store } from '../store'
import { nextPauseMs } from './pace'

/** One action of a person in the organization. */
export interface Deed {
  what: 'started' | 'answered' | 'completed' | 'archived'
  auditId: string
}

/** An inspection in progress. */
interface Task {
  id: string
  index: number
  template: string
  startedAt: number
  answered: number
  /** Number of questions answered in one step. */
  step: number
  questions: number
}

const salt = 0x11fe
const openMin = 3
const openMax = 8
/** An inspection without progress for this long is abandoned. */
const forgottenMs = 3 * 3_600_000
/** People archive one of this many latest inspections. */
const archiveReach = 400

/**
 * The organization at work: people start inspections, answer questions, complete them, and sometimes archive an old one.
 * The next action depends on the seed and the number of actions so far; its time depends on the clock.
 */
export class LiveWork {
  readonly #open: Task[] = []
  #timer: NodeJS.Timeout | null = null
  #done = 0

  constructor(private readonly from: { seed: number; store: Store; now: () => number; tick: () => number }) {
    for (const past of from.store.past) {
      if (past.kind !== 'work') continue
      this.#done += 1
      const known = this.#open.findIndex(({ id }) => id === past.id)
      if (past.answered === null) this.#open.splice(known, known < 0 ? 0 : 1)
      else if (known < 0) this.#open.push(makeTask(from.seed, past, past.answered))
      else this.#open.splice(known, 1, makeTask(from.seed, past, past.answered))
    }
  }

  /** Acts on its own until `stop`. */
  start(): void {
    if (this.#timer) return
    const pause = nextPauseMs(this.from.now(), new Random(this.from.seed, this.#done, salt + 1).next())
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.step()
      this.start()
    }, pause)
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Performs the next action at once. */
  step(): Deed {
    const random = new Random(this.from.seed, this.#done, salt)
    this.#done += 1
    this.#forget()
    const [chance, choice] = [random.next(), random.next()]
    const task = this.#open[Math.floor(choice * this.#open.length)]
    if (task === undefined || this.#open.length < openMin || (chance < 0.22 && this.#open.length < openMax))
      return this.#begin(random)
    const archived = chance > 0.97 ? this.#archive(random) : null
    return archived ?? this.#goOn(task)
  }

  #begin(random: Random): Deed {
    const { store, seed, tick } = this.from
    const { index, id } = store.reserve()
    const [at, template] = [tick(), store.templateIdAt(index)]
    const startedAt = at - random.integer(2_000, 9_000)
    const task = makeTask(seed, { id, index, template, startedAt }, 0)
    this.#open.push(task)
    this.#put(task, 0, at)
    return { what: 'started', auditId: id }
  }

  #goOn(task: Task): Deed {
    if (task.answered >= task.questions) {
      this.#open.splice(this.#open.indexOf(task), 1)
      this.#put(task, null, this.from.tick())
      return { what: 'completed', auditId: task.id }
    }
    task.answered = Math.min(task.questions, task.answered + task.step)
    this.#put(task, task.answered, this.from.tick())
    return { what: 'answered', auditId: task.id }
  }

  #archive(random: Random): Deed | null {
    const { store, tick } = this.from
    const { rows } = store.timeline
    if (rows === 0) return null
    const entry = store.find(store.idAt(rows - 1 - random.integer(0, Math.min(archiveReach, rows - 1))))
    if (!entry || entry.archived || !entry.completed) return null
    store.change({ kind: 'answer', id: entry.auditId, at: tick(), archived: true })
    return { what: 'archived', auditId: entry.auditId }
  }

  #put({ id, index, template, startedAt }: Task, answered: number | null, at: number): void {
    this.from.store.change({ kind: 'work', id, index, at, template, startedAt, answered })
  }

  /** Ignores inspections that were deleted or archived since then. */
  #forget(): void {
    const { store, now } = this.from
    const kept = this.#open.filter(({ id, startedAt }) => {
      const entry = store.entryOf(id)
      return entry !== null && !entry.completed && !entry.archived && now() - startedAt < forgottenMs
    })
    this.#open.splice(0, this.#open.length, ...kept)
  }
}

function makeTask(
  seed: number,
  { id, index, template, startedAt }: Pick<Task, 'id' | 'index' | 'template' | 'startedAt'>,
  answered: number,
): Task {
  const blueprint = findBlueprint(template)
  const questions = blueprint ? questionsOf(blueprint) : 1
  const steps = new Random(seed, index, salt + 2).integer(2, 4)
  return { id, index, template, startedAt, answered, questions, step: Math.max(1, Math.ceil(questions / steps)) }
}
