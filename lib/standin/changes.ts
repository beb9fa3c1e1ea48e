import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { assetChange } from './assets/steps'
import { recordChange } from './records/steps'
import type { Anchor } from './timeline'
import { userChange } from './users/steps'
import { webhookChange } from './webhooks/steps'

const answers = z.array(z.looseObject({ item_id: z.string() }))

/** One change to the demo data. Replaying all changes in order over the original rows gives the current state. */
const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    id: z.string(),
    index: z.number(),
    at: z.number(),
    template: z.string(),
    blank: z.boolean(),
    header_items: answers.optional(),
    items: answers.optional(),
  }),
  /** `count` generated inspections from `index` on, `stepMs` apart; 0 gives all of them the same time. */
  z.object({
    kind: z.literal('insert'),
    index: z.number(),
    count: z.number(),
    at: z.number(),
    stepMs: z.number(),
    template: z.string().nullable(),
  }),
  /** Progress of an inspection in the live demo. `answered` is null when it is complete. */
  z.object({
    kind: z.literal('work'),
    id: z.string(),
    index: z.number(),
    at: z.number(),
    template: z.string(),
    startedAt: z.number(),
    answered: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('answer'),
    id: z.string(),
    at: z.number(),
    header_items: answers.optional(),
    items: answers.optional(),
    archived: z.boolean().optional(),
  }),
  /** Completes the inspection with its current answers. */
  z.object({ kind: z.literal('complete'), id: z.string(), at: z.number() }),
  z.object({ kind: z.literal('touch'), id: z.string(), at: z.number() }),
  /**
   * Keys of the document that are replaced as given, so that tests can serve documents that the generator never creates.
   */
  z.object({ kind: z.literal('override'), id: z.string(), at: z.number(), patch: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.literal('delete'), id: z.string() }),
  /** Changes only the archived flag, without a new modified_at. */
  z.object({ kind: z.literal('flag'), id: z.string(), archived: z.boolean() }),
  z.object({ kind: z.literal('visibility'), id: z.string(), hidden: z.boolean() }),
  assetChange,
  userChange,
  webhookChange,
  recordChange,
])
export type Change = z.infer<typeof change>

const header = z.object({
  kind: z.literal('anchor'),
  seed: z.number(),
  inspections: z.number(),
  anchor: z.object({ dayMs: z.number(), minuteMs: z.number() }),
})

/** Storage for changes: a file of JSON lines, or nothing. Each line is written to disk before the response is sent. */
export interface ChangeLog {
  anchor: Anchor | null
  past: Change[]
  append(next: Change): void
  close(): void
}

export const memoryLog = (): ChangeLog => ({ anchor: null, past: [], append: () => undefined, close: () => undefined })

/**
 * Opens the changes of one demo (seed and size) in a directory. Drops a last line that a crash cut off.
 * @throws when the directory cannot be written or an earlier line is damaged
 */
export function openChangeLog(directory: string, seed: number, inspections: number, freshAnchor: Anchor): ChangeLog {
  mkdirSync(directory, { recursive: true })
  const file = path.join(directory, `standin-${seed}-${inspections}.jsonl`)
  const known = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  // Only a line that ends with a newline was written completely.
  const whole = known.lastIndexOf(10) + 1
  const lines = known
    .subarray(0, whole)
    .toString('utf8')
    .split('\n')
    .filter((text) => text !== '')
  const descriptor = openSync(file, existsSync(file) ? 'r+' : 'w+')
  ftruncateSync(descriptor, whole)
  let end = whole
  const write = (value: unknown) => {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
    writeSync(descriptor, bytes, 0, bytes.length, end)
    fsyncSync(descriptor)
    end += bytes.length
  }
  const [first, ...rest] = lines
  const anchor = first === undefined ? freshAnchor : header.parse(JSON.parse(first)).anchor
  if (first === undefined) write({ kind: 'anchor', seed, inspections, anchor })
  return {
    anchor,
    past: rest.map((text) => change.parse(JSON.parse(text))),
    append: write,
    close: () => closeSync(descriptor),
  }
}
