import type { Named } from './demo'
import type { ErrorLevel, UserError } from './steps'

/** Collects what is wrong with one user. */
export class Findings {
  readonly errors: UserError[] = []

  /** True when the user as a whole cannot be created or changed. */
  get isFatal(): boolean {
    return this.errors.some(({ level }) => level === 'LEVEL_FATAL')
  }

  add(level: ErrorLevel, reason: string, field: string, value: string, message: string): void {
    this.errors.push({
      reason: `REASON_${reason}`,
      field_hint: `FIELD_${field}`,
      value_hint: value,
      message,
      level,
      value_reference: null,
      details: null,
    })
  }

  /** About a thing that was referred to; with those it could be where a name has several. */
  addReference(
    level: ErrorLevel,
    reason: string,
    field: string,
    reference: { id: string; name: string },
    message: string,
    possible: readonly Named[] = [],
  ): void {
    this.errors.push({
      reason: `REASON_${reason}`,
      field_hint: `FIELD_${field}`,
      value_hint: reference.name === '' ? reference.id : reference.name,
      message,
      level,
      // Valid: there is such a thing, and something else is wrong.
      value_reference: { ...reference, valid: level !== 'LEVEL_ERROR' },
      details:
        possible.length === 0
          ? null
          : { ambiguous_reference: { possible_references: possible.map(({ id, name }) => ({ id, name })) } },
    })
  }
}
