import type { Translator } from '@/lib/messages/translator'
import { messagesOf, type SentenceKey, type SentenceSlot } from './sentence-table-model'
import type { SentenceEntry, SentenceValue } from './sentence-parts-model'
import { readValues } from './sentence-values-model'

/**
 * An entry of the log as one sentence: who did what to which object, from what to what, and the outcome. It comes in
 * typed parts, so that a screen can draw a status with its color and link an object to its page. `writeSentence` is its
 * plain text.
 */

export type SentencePart = { slot: 'words'; text: string } | { slot: SentenceSlot; value: SentenceValue }

/** Why something was not done. */
export type Reason = 'refused' | 'service' | 'unsent' | 'undone' | 'late' | 'failed'
/** Which form of the sentence to use: done, in progress, or tried, with the outcome of the try. */
export type Tense = 'done' | 'pending' | 'unknown' | 'partial' | Reason

export interface Sentence {
  key: SentenceKey
  tense: Tense
  parts: readonly SentencePart[]
}

/** Why an entry failed; `failed` if the entry does not say. */
function reasonOf({ action, outcomeReason }: SentenceEntry): Reason {
  if (/^(?:session|account)\./.test(action)) return 'refused'
  if (action === 'user-job.cancel') return 'late'
  return outcomeReason ?? 'failed'
}

function tenseOf(entry: SentenceEntry): Tense {
  const { bulk, outcome } = entry
  if (bulk != null && bulk.total > 0) {
    if (bulk.open > 0) return 'pending'
    return bulk.done + bulk.unchanged > 0 ? 'done' : 'partial'
  }
  return outcome === 'failed' ? reasonOf(entry) : outcome
}

type Draw = (label: unknown) => unknown

/**
 * Splits a message into its texts and the results of `draws` for its tags. The casts are safe: the keys are composed
 * from closed lists, a test compares them with the catalog, and values other than texts pass through unchanged.
 */
function readMessage(
  t: Translator<'activity'>,
  key: string,
  draws: Readonly<Record<string, Draw>>,
  choices: Readonly<Record<string, string>> = {},
): unknown[] {
  type Rich = (key: string, values: Readonly<Record<string, Draw | string>>) => unknown
  const { rich } = t as unknown as { rich: Rich }
  return [rich(key, { ...draws, ...choices })].flat(2)
}

const slots: readonly SentenceSlot[] = ['actor', 'object', 'from', 'to', 'extra', 'progress']
/** Values that a message only mentions when they are known. */
const optional = { from: 'hasFrom', to: 'hasTo', extra: 'hasExtra' } as const

const writeLabel = (label: unknown) => (Array.isArray(label) ? label.join('') : typeof label === 'string' ? label : '')

/** The sentence of an entry. Every entry has one, with an actor and an object. */
export function describeSentence(t: Translator<'activity'>, entry: SentenceEntry): Sentence {
  const { key, values } = readValues(t, entry)
  const tense = tenseOf(entry)
  const form = tense === 'done' || tense === 'pending' ? tense : 'tried'
  const message = messagesOf(key).find(({ needed }) => needed === null || values[needed] !== undefined)?.message ?? key
  const drawn = Object.fromEntries(
    slots.map((slot) => [
      slot,
      (label: unknown): SentencePart => {
        const text = writeLabel(label)
        const { objectKind, objectId } = entry
        // For an object without a name, the message contains one: "a <object>sync</object>".
        const value: SentenceValue =
          text === '' ? (values[slot] ?? none) : { kind: 'thing', name: text, objectKind, objectId }
        return { slot, value }
      },
    ]),
  )
  const choices = Object.fromEntries(
    Object.entries(optional).map(([slot, name]) => [name, values[slot as keyof typeof optional] ? 'yes' : 'no']),
  )
  const sentence = readMessage(t, `sentences.${message}.${form}`, drawn, choices)
  const ending = endingOf(tense, values.progress !== undefined)
  const whole = ending === null ? sentence : readMessage(t, `endings.${ending}`, { ...drawn, sentence: () => sentence })
  return { key, tense, parts: joinWords(whole) }
}

const none: SentenceValue = { kind: 'text', text: '' }

function endingOf(tense: Tense, hasProgress: boolean): 'progress' | 'unknown' | Reason | null {
  if (tense === 'done' || tense === 'pending' || tense === 'partial') return hasProgress ? 'progress' : null
  return tense
}

/** The cast is safe because every piece that is not a text comes from a slot. */
function joinWords(whole: readonly unknown[]): SentencePart[] {
  const parts: SentencePart[] = []
  for (const piece of whole) {
    const last = parts.at(-1)
    if (typeof piece !== 'string') parts.push(piece as SentencePart)
    else if (last?.slot === 'words') last.text += piece
    else if (piece !== '') parts.push({ slot: 'words', text: piece })
  }
  return parts
}

/** Whether the sentence contains both the old and the new value, so that a screen need not repeat them. */
export function statesChange({ parts }: Sentence): boolean {
  return parts.some(({ slot }) => slot === 'from') && parts.some(({ slot }) => slot === 'to')
}

export function writeValue(value: SentenceValue): string {
  return value.kind === 'text' ? value.text : value.name
}

/** The sentence as plain text, for files and accessible names. */
export function writeSentence(t: Translator<'activity'>, entry: SentenceEntry): string {
  return describeSentence(t, entry)
    .parts.map((part) => (part.slot === 'words' ? part.text : writeValue(part.value)))
    .join('')
}
