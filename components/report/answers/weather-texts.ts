import type { Translator } from '@/lib/messages/translator'

/** Names of the facts about the weather in a report, with their keys in `report.weather`. */
const facts = {
  Conditions: 'conditions',
  Temperature: 'temperature',
  Humidity: 'humidity',
  Wind: 'wind',
  Date: 'date',
  Time: 'time',
  Place: 'place',
  Country: 'country',
} as const
// The names of other facts come from the document and may be those of a property of every object.
const isKnown = (name: string): name is keyof typeof facts => Object.hasOwn(facts, name)

/** The facts about the weather with names in the person's language. Other names stay as they are in the document. */
export function nameFacts<Fact extends { name: string }>(
  t: Translator<'report.weather'>,
  given: readonly Fact[],
): Fact[] {
  return given.map((fact) => ({ ...fact, name: isKnown(fact.name) ? t(facts[fact.name]) : fact.name }))
}
