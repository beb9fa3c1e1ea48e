import type { Answer } from '@/lib/report/schema'

/**
 * An answer as the text of a cell; null when nothing was answered. Several values are separated by a comma and a space.
 */
export function writeAnswer(answer: Answer): string | null {
  switch (answer.kind) {
    case 'choice':
      return join(answer.selected.map(({ label }) => label))
    case 'text':
      return answer.text
    case 'instant':
      return answer.at
    case 'place':
      return (
        answer.text ??
        (answer.coordinates === null ? null : `${answer.coordinates.latitude}, ${answer.coordinates.longitude}`)
      )
    case 'toggle':
      return answer.on === null ? null : String(answer.on)
    case 'slider':
      return answer.value === null ? null : String(answer.value)
    case 'signature':
      return answer.name ?? (answer.imageId === null ? null : answer.imageId)
    case 'drawing':
      return answer.imageId
    case 'scan':
      return answer.code
    case 'assets':
      return join(answer.assets.map(({ label }) => label))
    case 'weather':
      return join(answer.facts.map(({ name, value }) => `${name}: ${value}`))
    case 'other':
      return join(answer.fields.map(({ name, value }) => `${name}: ${value}`))
    default:
      return null
  }
}

/** Ids of the chosen responses; null for answers without ids. */
export function writeAnswerIds(answer: Answer): string | null {
  if (answer.kind === 'choice') return join(answer.selected.flatMap(({ id }) => id ?? []))
  return answer.kind === 'assets' ? join(answer.assets.flatMap(({ id }) => id ?? [])) : null
}

const join = (parts: readonly string[]) => (parts.length === 0 ? null : parts.join(', '))

/** Kinds of items that group others and hold no answer. */
const withoutAnswer: ReadonlySet<Answer['kind']> = new Set(['information', 'condition', 'group', 'instance', 'heading'])
export const holdsAnswer = ({ kind }: Answer) => !withoutAnswer.has(kind)
