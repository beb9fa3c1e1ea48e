import type { FieldChoice } from '@/lib/users/model'
import { foldText, type Field, type FieldKey } from '@/lib/user-jobs/sheet/fields'

/** Reads the values of fields that have only a few choices, in the ways that people write them. */

const spelledChoices = new Map<FieldKey, Map<string, FieldChoice>>()

/** The choices of a field, by their folded spellings. */
export function choicesOf(field: Field): Map<string, FieldChoice> {
  const known = spelledChoices.get(field.key)
  if (known !== undefined) return known
  const spelled = new Map<string, FieldChoice>()
  for (const choice of field.choices ?? [])
    for (const spelling of [choice.value, choice.value.replace(wirePrefix, ''), choice.label, ...choice.also])
      spelled.set(foldText(spelling), choice)
  spelledChoices.set(field.key, spelled)
  return spelled
}

const wirePrefix = /^(?:SUBSCRIPTION_SEAT_TYPE|USER_ACTIVE_STATUS|LANGUAGE)_/u
const wireWord: Partial<Record<FieldKey, RegExp>> = {
  language: /^LANGUAGE_[A-Z]{2,3}(?:_[A-Z]{2,4})?$/u,
}

/** The value as the service spells it, for any known spelling in the cell. Null for an unknown one. */
export function readChoice(value: string, field: Field): string | null {
  const found = choicesOf(field).get(foldText(value))
  if (found !== undefined) return found.value
  // Further languages may be spelled in the same way.
  return wireWord[field.key]?.test(value) === true ? value : null
}
