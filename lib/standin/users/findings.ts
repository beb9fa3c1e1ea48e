import type { Named } from './demo'
import type { ErrorLevel, UserError } from './steps'

/** Collects the errors of one user. */
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

  /** An error about a referenced object, with the candidates when several have the name. */
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
      // True for a warning: the object exists, and something else is wrong.
      value_reference: { ...reference, valid: level !== 'LEVEL_ERROR' },
      details:
        possible.length === 0
          ? null
          : { ambiguous_reference: { possible_references: possible.map(({ id, name }) => ({ id, name })) } },
    })
  }
}
