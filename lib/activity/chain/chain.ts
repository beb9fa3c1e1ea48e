import 'server-only'
import { createHash, randomBytes } from 'node:crypto'

/** How a link of the hash chain over the log is computed. Reads and writes are in chain-store.ts. */

export type ChainStage = 'begun' | 'ended' | 'redacted'

/** Parts of an entry as SQL expressions over `activity`. Each part has its own hash. */
const begunParts = {
  fixed:
    'json_build_array(activity.at, activity.action, activity.object_kind, activity.change_id, activity.request_id, activity.parent_id)::text',
  actor: 'json_build_array(activity.actor_name, activity.actor_email)::text',
  address: "coalesce(activity.address, '-')",
  before: "coalesce(activity.before::text, '-')",
} as const
const endedParts = {
  end: 'json_build_array(activity.outcome, activity.finished_at, activity.object_id, activity.outcome_note)::text',
  name: 'activity.object_name',
  after: "coalesce(activity.after::text, '-')",
  related: "coalesce(array_to_json(activity.related)::text, '-')",
} as const

/** The text of each part of an entry. */
export type EntryParts = Record<keyof typeof begunParts | keyof typeof endedParts, string>
export type ChainSums = Partial<EntryParts>

/** The column of a select over `activity` that returns `EntryParts` as `parts`. */
export const partsColumn = `case when activity.activity_id is not null then json_build_object(${Object.entries({
  ...begunParts,
  ...endedParts,
})
  .map(([name, expression]) => `'${name}', ${expression}`)
  .join(', ')}) end as parts`

const namesOf = (parts: object) => Object.keys(parts) as Array<keyof EntryParts>
const partsOf: Readonly<Record<ChainStage, readonly (keyof EntryParts)[]>> = {
  begun: namesOf(begunParts),
  ended: namesOf(endedParts),
  redacted: [...namesOf(begunParts), ...namesOf(endedParts)],
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export const makeSalt = () => randomBytes(16).toString('hex')

export function sumPart(salt: string, name: string, value: string): string {
  return sha256(`${salt} ${name} ${value}`)
}

/** The hashes of a link. Entries without an outcome have no hashes of their end. */
export function sumParts(stage: ChainStage, salt: string, parts: EntryParts, hasEnded: boolean): ChainSums {
  const names = stage === 'redacted' && !hasEnded ? partsOf.begun : partsOf[stage]
  return Object.fromEntries(names.map((name) => [name, sumPart(salt, name, parts[name])]))
}

export interface ChainLink {
  seq: number
  activityId: string
  stage: ChainStage
  at: string
  sums: ChainSums
}

/** The previous hash of the first link. */
export const noHash = '0'.repeat(64)

export function hashLink(previous: string, { seq, activityId, stage, at, sums }: ChainLink): string {
  const sorted = Object.entries(sums).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([previous, seq, activityId, stage, at, sorted]))
}
