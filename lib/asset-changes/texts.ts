import type { AssetStatus } from '@/lib/assets/schema'
import { serverText } from '@/lib/server-text'

/** What the server writes about changes: titles, reasons why objects were left out, and notes of steps. */

/** "A", "A and B", "A, B and 3 others". */
export function joinNames(names: readonly string[]): string {
  const [first = '', second, third] = names
  if (second === undefined) return first
  if (third === undefined) return serverText('assetChanges.names.two', { first, second })
  if (names.length === 3) return serverText('assetChanges.names.three', { first, second, third })
  return serverText('assetChanges.names.more', { first, second, count: names.length - 2 })
}

export function titleStatusChange(codes: readonly string[], optionName: string | null): string {
  const [asset = ''] = codes
  const count = codes.length
  if (optionName === null)
    return count === 1
      ? serverText('assetChanges.titles.clearOne', { asset })
      : serverText('assetChanges.titles.clearMany', { count })
  return count === 1
    ? serverText('assetChanges.titles.setOne', { asset, status: optionName })
    : serverText('assetChanges.titles.setMany', { count, status: optionName })
}

export function titleRestore(codes: readonly string[]): string {
  const [asset = ''] = codes
  return codes.length === 1
    ? serverText('assetChanges.titles.restoreOne', { asset })
    : serverText('assetChanges.titles.restoreMany', { count: codes.length })
}

/** The title of a change of types. `toName` null: the types lose their group. */
export function titleTypeChange(moves: ReadonlyArray<{ typeName: string; toName: string | null }>): string {
  const [first] = moves
  const count = moves.length
  if (first === undefined || moves.some(({ toName }) => toName !== first.toName))
    return serverText('assetChanges.titles.changeMany', { count })
  const { typeName: type, toName: group } = first
  if (group === null)
    return count === 1
      ? serverText('assetChanges.titles.removeOne', { type })
      : serverText('assetChanges.titles.removeMany', { count })
  return count === 1
    ? serverText('assetChanges.titles.assignOne', { group, type })
    : serverText('assetChanges.titles.assignMany', { group, count })
}

/** The title of a change that undoes another one by assigning the earlier groups. */
export function titleUndo(title: string): string {
  return serverText('assetChanges.titles.undo', { title })
}

/** The title of a change that undoes another one and also restores the statuses that it had cleared. */
export function titleUndoAndRestore(title: string, statuses: number): string {
  return serverText('assetChanges.titles.undoAndRestore', { title, count: statuses })
}

/** Objects of a selection that are not part of the change. */
export interface LeftOut {
  gone: number
  /** Objects whose types have no group with the status: how many, and the names of the types. */
  unfit: { count: number; typeNames: readonly string[] }
  /** How many have a status again, which must not be overwritten. */
  taken: number
  /** How many exceed what one change can have. */
  later?: number
}

/** Why objects were left out; null if there are none. `optionName` null: several statuses. */
export function explainLeftOut({ gone, unfit, taken, later = 0 }: LeftOut, optionName: string | null): string | null {
  const sentences: string[] = []
  if (unfit.count > 0) {
    const names = [...new Set(unfit.typeNames)].toSorted((a, b) => a.localeCompare(b, 'en'))
    const status =
      optionName === null
        ? serverText('assetChanges.leftOut.thatStatus')
        : serverText('assetChanges.leftOut.status', { status: optionName })
    const { count } = unfit
    sentences.push(
      names.length === 0
        ? serverText('assetChanges.leftOut.noType', { count, status })
        : serverText('assetChanges.leftOut.otherTypes', { count, status, types: joinNames(names) }),
    )
  }
  if (taken > 0) sentences.push(serverText('assetChanges.leftOut.taken', { count: taken }))
  if (gone > 0) sentences.push(serverText('assetChanges.leftOut.missing', { count: gone }))
  if (later > 0) sentences.push(serverText('assetChanges.leftOut.later', { count: later }))
  return sentences.length === 0 ? null : sentences.join(' ')
}

export const notes = {
  lost: serverText('common.outcomeUnknown'),
  notDone: serverText('common.notDone'),
  wasDone: serverText('common.wasDone'),
  neverTold: serverText('assetChanges.notes.neverTold'),
  room: serverText('assetChanges.notes.room'),
  down: serverText('assetChanges.notes.down'),
  gone: serverText('assetChanges.notes.assetMissing'),
  goneType: serverText('assetChanges.notes.typeMissing'),
  notAssigned: serverText('assetChanges.notes.notAssigned'),
  stopped: serverText('assetChanges.notes.stopped'),
  notSent: serverText('assetChanges.notes.notSent'),
  taken: serverText('assetChanges.notes.accepted'),
  noListing: (kept: number) =>
    kept === 0
      ? serverText('assetChanges.notes.noListing')
      : serverText('assetChanges.notes.lastListing', { count: kept }),
  notChanged: (now: AssetStatus | null) =>
    now === null
      ? serverText('assetChanges.notes.stillNoStatus')
      : serverText('assetChanges.notes.stillStatus', { status: now.name }),
  otherStatus: (now: { name: string }) => serverText('assetChanges.notes.otherStatus', { status: now.name }),
  otherGroup: (name: string | null) =>
    name === null
      ? serverText('assetChanges.notes.noGroup')
      : serverText('assetChanges.notes.otherGroup', { group: name }),
  groupGone: (name: string) => serverText('assetChanges.notes.groupMissing', { group: name }),
  typeNotChanged: (name: string | null) =>
    name === null
      ? serverText('assetChanges.notes.stillNoGroup')
      : serverText('assetChanges.notes.stillGroup', { group: name }),
} as const

/** The text of `notes.taken` before notes were stored in several languages. Older steps may still have it. */
const takenBefore = 'The service took the request and does not show it yet. The console looks again.'

/** Whether the service accepted a request but does not show it yet. */
export const isTaken = (note: string | null): boolean => note === notes.taken || note === takenBefore
