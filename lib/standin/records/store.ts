import type { ChangeLog } from '../changes'
import type { CourseAssignments, RecordStep, ResponseSet } from './steps'

type Link = Omit<Extract<RecordStep, { do: 'put-link' }>, 'do'>
type Shares = Extract<RecordStep, { do: 'put-shares' }>['shares']

/** Links, shares, response sets and assignments: the result of the stored steps. */
export class RecordStore {
  readonly #links = new Map<string, Link>()
  readonly #shares = new Map<string, Shares>()
  readonly #sets = new Map<string, ResponseSet>()
  readonly #assignments = new Map<string, CourseAssignments>()

  constructor(private readonly log: ChangeLog) {
    for (const past of log.past) if (past.kind === 'records') this.#apply(past.step)
  }

  link(auditId: string): Link | undefined {
    return this.#links.get(auditId)
  }
  /** Users and groups with whom an inspection was shared by the API. */
  shares(auditId: string): Shares {
    return this.#shares.get(auditId) ?? []
  }
  /** Response sets that were created or changed, oldest first. */
  sets(): ResponseSet[] {
    return [...this.#sets.values()]
  }
  assignments(courseId: string): CourseAssignments {
    return this.#assignments.get(courseId) ?? { courseId, universalAccess: false, assigned: [] }
  }

  /** Applies a step and stores it. */
  change(step: RecordStep): void {
    this.log.append({ kind: 'records', step })
    this.#apply(step)
  }

  #apply(step: RecordStep): void {
    if (step.do === 'put-link') this.#links.set(step.auditId, step)
    else if (step.do === 'put-shares') this.#shares.set(step.auditId, step.shares)
    else if (step.do === 'put-set') this.#sets.set(step.set.responseset_id, step.set)
    else this.#assignments.set(step.assignments.courseId, step.assignments)
  }
}
