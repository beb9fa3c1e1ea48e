import { unlabeledResponse } from './names-model'
import {
  asFlag,
  asInstant,
  asList,
  asNumber,
  asRecord,
  asText,
  describeValue,
  FieldReader,
  isBlank,
  type JsonRecord,
  type NamedValue,
} from './read'
import type { Answer, ChosenResponse } from './schema'

/** Types that only arrange other items and cannot be answered. */
export const structuralTypes: ReadonlySet<string> = new Set([
  'section',
  'category',
  'dynamicfield',
  'element',
  'primeelement',
  'smartfield',
  'information',
])

export interface ReadAnswer {
  answer: Answer
  isAnswered: boolean
  failed: boolean
  note: string | null
  /** Fields of `responses` that no rule understood. */
  extra: NamedValue[]
}

type AnswerParts = Pick<ReadAnswer, 'answer' | 'isAnswered'>
type AnswerRule = (responses: FieldReader, options: FieldReader, item: JsonRecord) => AnswerParts

/** Reads the answer of an item with any content. If the type is unknown, the answer has all fields of the item. */
export function readAnswer(type: string, item: JsonRecord): ReadAnswer {
  const responses = new FieldReader(item['responses'])
  const options = new FieldReader(item['options'])
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined
  const failed = isFailed(item)
  // The lists of media are read elsewhere (`media-refs.ts`), and the mark was read above.
  responses.pass('failed', 'media')
  passMedia(responses, asRecord(item['responses']))
  if (rule === undefined) {
    const fields = [...responses.rest(), ...prefixed('options', options)]
    return { answer: { kind: 'other', fields }, isAnswered: fields.length > 0, failed, note: null, extra: [] }
  }
  const { answer, isAnswered } = rule(responses, options, item)
  const note = answer.kind === 'text' || answer.kind === 'scan' ? null : responses.take('text', asText)
  return { answer, isAnswered, failed, note, extra: responses.rest() }
}

function passMedia(reader: FieldReader, responses: JsonRecord): void {
  for (const name of Object.keys(responses)) {
    const value = responses[name]
    if (typeof value === 'object' && readMediaId(value) !== null) reader.pass(name)
  }
}

function prefixed(prefix: string, reader: FieldReader): NamedValue[] {
  return reader.rest().map(({ name, value }) => ({ name: `${prefix}.${name}`, value }))
}

/**
 * Whether the item has `responses.failed`, or a selected response that the item or the response itself counts as
 * failed.
 */
function isFailed(item: JsonRecord): boolean {
  const responses = asRecord(item['responses'])
  if (responses['failed'] === true) return true
  const selected = asList(responses['selected'])
  if (selected.length === 0) return false
  const failing = new Set(asList(asRecord(item['options'])['failed_responses']).map(sameCase))
  return selected.some((one) => {
    const { id, failed } = asRecord(one)
    return failed === true || (typeof id === 'string' && failing.has(sameCase(id)))
  })
}

function sameCase(id: unknown): string | null {
  return typeof id === 'string' ? id.toLowerCase() : null
}

const choice: AnswerRule = (responses, options) => {
  const failing = new Set((options.take('failed_responses', (ids) => asList(ids)) ?? []).map(sameCase))
  const selected = responses.takeRecords('selected').map((response): ChosenResponse => {
    const id = asText(response['id'])
    return {
      id,
      label: asText(response['label']) ?? asText(response['short_label']) ?? unlabeledResponse,
      colour: readColor(response['colour']),
      failed: response['failed'] === true || (id !== null && failing.has(sameCase(id))),
    }
  })
  const isMultiple = options.take('multiple_selection', asFlag) ?? selected.length > 1
  return { answer: { kind: 'choice', selected, isMultiple }, isAnswered: selected.length > 0 }
}

const written: AnswerRule = (responses) => {
  const value = responses.take('text', asText)
  return { answer: { kind: 'text', text: value }, isAnswered: value !== null }
}

const toggle: AnswerRule = (responses) => {
  const on = responses.take('value', asFlag)
  return { answer: { kind: 'toggle', on }, isAnswered: on !== null }
}

const nothing = (answer: Answer): AnswerRule => {
  return () => ({ answer, isAnswered: false })
}

/** The 22 item types of the service's public schema. */
const rules: Readonly<Record<string, AnswerRule>> = {
  question: choice,
  list: choice,
  text: written,
  textsingle: written,
  checkbox: toggle,
  switch: toggle,
  datetime: (responses, options) => {
    const at = responses.take('datetime', asInstant)
    const hasDate = options.take('enable_date', asFlag) ?? true
    const hasTime = options.take('enable_time', asFlag) ?? true
    return { answer: { kind: 'instant', at, hasDate: hasDate || !hasTime, hasTime }, isAnswered: at !== null }
  },
  address: (responses) => {
    const typed = responses.take('location_text', asText)
    const location = responses.take('location', (value) => (isBlank(value) ? null : asRecord(value))) ?? {}
    const lines = asList(location['formatted_address'])
      .map(asText)
      .filter((line) => line !== null)
    const coordinates = readCoordinates(location['geometry'])
    const text = typed ?? (lines.length > 0 ? lines.join('\n') : asText(location['name']))
    return { answer: { kind: 'place', text, coordinates }, isAnswered: text !== null || coordinates !== null }
  },
  slider: (responses, options) => {
    const value = responses.take('value', asNumber)
    const [min, max] = [options.take('min', asNumber), options.take('max', asNumber)]
    const increment = options.take('increment', asNumber)
    return { answer: { kind: 'slider', value, min, max, increment }, isAnswered: value !== null }
  },
  signature: (responses) => {
    const name = responses.take('name', asText)
    const at = responses.take('timestamp', asInstant)
    const imageId = responses.take('image', readMediaId)
    return { answer: { kind: 'signature', name, at, imageId }, isAnswered: name !== null || imageId !== null }
  },
  drawing: (responses) => {
    const imageId = responses.take('image', readMediaId)
    return { answer: { kind: 'drawing', imageId }, isAnswered: imageId !== null }
  },
  media: (responses, _options, item) => {
    const held = asList(item['media']).length + asList(asRecord(item['responses'])['media']).length
    return { answer: { kind: 'media' }, isAnswered: held > 0 }
  },
  information: (_responses, options) => {
    const linkText = options.take('link', asText) ?? options.take('url', asText)
    return { answer: { kind: 'information', link: readLink(linkText), linkText }, isAnswered: false }
  },
  smartfield: (_responses, options, item) => {
    const asks = (['note', 'media', 'action'] as const).filter(
      (need) => options.take(`require_${need}`, asFlag) === true,
    )
    // The words need the template's responses, so the report adds them.
    return { answer: { kind: 'condition', holds: asFlag(item['evaluation']), asks, words: null }, isAnswered: false }
  },
  dynamicfield: (_responses, options) => ({
    answer: { kind: 'group', name: options.take('element', asText), instances: 0 },
    isAnswered: false,
  }),
  element: nothing({ kind: 'instance', name: null, ordinal: 1, of: 1 }),
  primeelement: nothing({ kind: 'instance', name: null, ordinal: 0, of: 0 }),
  category: nothing({ kind: 'heading' }),
  section: nothing({ kind: 'heading' }),
  weather: (responses) => {
    const weather = new FieldReader(responses.take('weather', (value) => (isBlank(value) ? null : asRecord(value))))
    const coordinates = readCoordinates(weather.take('geometry', asRecord))
    const at = weather.take('datetime', asInstant)
    weather.pass('weather_id')
    const known = [
      ['weather_conditions', 'Conditions'],
      ['temperature', 'Temperature'],
      ['humidity', 'Humidity'],
      ['wind', 'Wind'],
      ['weather_date', 'Date'],
      ['weather_time', 'Time'],
      ['name', 'Place'],
      ['country', 'Country'],
    ] as const
    const facts: NamedValue[] = known.flatMap(([field, name]) => {
      const value = weather.take(field, asText)
      return value === null ? [] : [{ name, value }]
    })
    facts.push(...weather.rest().map(({ name, value }) => ({ name: name.replaceAll('_', ' '), value })))
    return { answer: { kind: 'weather', at, facts, coordinates }, isAnswered: facts.length > 0 || coordinates !== null }
  },
  scanner: (responses) => {
    const code = responses.take('text', asText)
    return { answer: { kind: 'scan', code, at: responses.take('timestamp', asInstant) }, isAnswered: code !== null }
  },
  asset: (responses) => {
    const list = responses.take('assets', (value) => (Array.isArray(value) ? value : null)) ?? []
    const assets = list.filter((asset) => !isBlank(asset)).map(readAsset)
    return { answer: { kind: 'assets', assets }, isAnswered: assets.length > 0 }
  },
}

/** The item types that have a rule of their own. */
export const knownTypes: ReadonlySet<string> = new Set(Object.keys(rules))

function readAsset(value: unknown): { id: string | null; label: string } {
  if (typeof value === 'string') return { id: value, label: value }
  const asset = asRecord(value)
  const id = asText(asset['id']) ?? asText(asset['asset_id'])
  return {
    id,
    label: asText(asset['name']) ?? asText(asset['label']) ?? asText(asset['code']) ?? id ?? describeValue(value),
  }
}

/** Reads "R,G,B" with values from 0 to 255; null for anything else. */
export function readColor(value: unknown): [number, number, number] | null {
  const match = typeof value === 'string' ? /^\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*$/.exec(value) : null
  if (match === null) return null
  const [red, green, blue] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return Math.max(red, green, blue) > 255 ? null : [red, green, blue]
}

/** Reads a GeoJSON point, which has the longitude first. */
export function readCoordinates(value: unknown): { latitude: number; longitude: number } | null {
  const [longitude, latitude] = asList(asRecord(value)['coordinates'])
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

function readMediaId(value: unknown): string | null {
  return asText(asRecord(value)['media_id'])
}

/** The address of a link that people may follow: only http, https and mailto, which no browser runs as code. */
export function readLink(value: string | null): string | null {
  if (value === null) return null
  try {
    const url = new URL(/^[a-z0-9-]+(\.[a-z0-9-]+)+([/:?#]|$)/i.test(value) ? `https://${value}` : value)
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
  } catch {
    return null
  }
}
