import type { ActivityBulk } from './schema'
import { messagesOf, type SentenceKey } from './sentence-table-model'
import type { Reason, Tense } from './sentence-tense-model'
import type { SentenceEntry, SentenceSlot, SentenceValue, SentenceValues } from './sentence-parts-model'
import { readValues } from './sentence-values-model'

/**
 * An entry of the log as one sentence: who did what to which thing, from what to what, and how it ended. It comes in typed
 * parts, so that a screen can draw a status with its color and link a thing to its page; `writeSentence` is its plain text.
 */

export type SentencePart = { slot: 'words'; text: string } | { slot: SentenceSlot; value: SentenceValue }

export interface Sentence {
  key: SentenceKey
  tense: Tense
  parts: readonly SentencePart[]
}

/** Starts of what the service, or we in its name, say when it refuses. */
const refusals =
  /^(?:The (?:inspection )?service|SafetyCulture) (?:answered 4\d\d|refused|does not let|did not accept|reports a conflict|does not know|finds the request too large)/
const unsent = /\b(?:It was not sent|Nothing was sent)\./
const undone = /it was not done\.|nothing was changed\./

/** Why an entry failed, as far as its note tells. */
function reasonOf({ action, outcomeNote }: SentenceEntry): Reason {
  const note = outcomeNote ?? ''
  if (/^(?:session|account)\./.test(action)) return 'refused'
  if (action === 'user-job.cancel') return 'late'
  if (refusals.test(note)) return 'service'
  if (unsent.test(note)) return 'unsent'
  return undone.test(note) ? 'undone' : 'failed'
}

function tenseOf(entry: SentenceEntry): Tense {
  const { bulk, outcome } = entry
  if (bulk != null && bulk.total > 0) {
    if (bulk.open > 0) return 'pending'
    return bulk.done + bulk.unchanged > 0 ? 'done' : 'partial'
  }
  return outcome === 'failed' ? reasonOf(entry) : outcome
}

const token = /\{(\w+)\}|<object>(.*?)<\/object>/g
const slots: ReadonlySet<string> = new Set(['actor', 'object', 'from', 'to', 'extra', 'progress', 'own'])
const isSlot = (name: string | undefined): name is SentenceSlot | 'own' => name !== undefined && slots.has(name)

/** Fills a message. Null: a value that it needs is not known. */
function fill(message: string, values: SentenceValues, entry: SentenceEntry): SentencePart[] | null {
  const parts: SentencePart[] = []
  const say = (text: string) => {
    const last = parts.at(-1)
    if (text === '') return
    if (last?.slot === 'words') last.text += text
    else parts.push({ slot: 'words', text })
  }
  for (const piece of message.split(/(\[[^\]]*\])/)) {
    const isOptional = piece.startsWith('[')
    const text = isOptional ? piece.slice(1, -1) : piece
    const named = [...text.matchAll(token)]
    const isKnown = named.every(([, name]) => !isSlot(name) || values[name] !== undefined)
    if (!isKnown && !isOptional) return null
    if (!isKnown) continue
    let at = 0
    for (const match of named) {
      const [whole, name, label] = match
      say(text.slice(at, match.index))
      at = match.index + whole.length
      const value = isSlot(name) ? values[name] : undefined
      if (isSlot(name) && value !== undefined) parts.push({ slot: name === 'own' ? 'object' : name, value })
      else if (label !== undefined)
        parts.push({
          slot: 'object',
          value: { kind: 'thing', name: label, objectKind: entry.objectKind, objectId: entry.objectId },
        })
    }
    say(text.slice(at))
  }
  return parts
}

/** The sentence of an entry. Whatever the log holds, there is one, with an actor and an object. */
export function describeSentence(entry: SentenceEntry): Sentence {
  const { key, values } = readValues(entry)
  const tense = tenseOf(entry)
  for (const message of messagesOf(key, tense)) {
    const parts = fill(message, values, entry)
    if (parts !== null) return { key, tense, parts }
  }
  throw new Error(`the last message of ${key} needs no more than an object`)
}

/** Whether the sentence says from what to what, so that nothing beside it has to. */
export function tellsChange({ parts }: Sentence): boolean {
  return parts.some(({ slot }) => slot === 'from') && parts.some(({ slot }) => slot === 'to')
}

const progressWords = [
  ['done', 'done'],
  ['failed', 'failed'],
  ['unknown', 'unknown'],
  ['unchanged', 'unchanged'],
  ['cancelled', 'cancelled'],
  ['open', 'pending'],
] as const

/** How far a bulk change is: "20 done, 1 failed". */
export function writeProgress(bulk: ActivityBulk): string {
  const told = progressWords.flatMap(([name, word]) =>
    bulk[name] === 0 ? [] : [`${bulk[name].toLocaleString('en')} ${word}`],
  )
  return told.length === 0 ? 'nothing to do' : told.join(', ')
}

export function writeValue(value: SentenceValue): string {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'progress':
      return writeProgress(value.bulk)
    default:
      return value.name
  }
}

/** The sentence as plain text, for files and for names of things on the screen. */
export function writeSentence(entry: SentenceEntry): string {
  return describeSentence(entry)
    .parts.map((part) => (part.slot === 'words' ? part.text : writeValue(part.value)))
    .join('')
}
