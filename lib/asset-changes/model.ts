import type { AssetStatus } from '@/lib/assets/schema'

/** How long looks at a lost request must have shown that it was not done, before that is believed. */
export const lookGraceMs = 8_000
/** After this long the console stops looking by itself. */
export const giveUpLookingMs = 24 * 3_600_000

/**
 * The pause before the next look at a request whose answer was lost so long ago: short at first, when most are told, and
 * one when the grace is over, so that nobody waits longer than that.
 */
export function lookDelayMs(ageMs: number): number {
  const growingMs = Math.min(60_000, Math.round(ageMs * 0.6))
  const untilGraceMs = ageMs < lookGraceMs ? lookGraceMs - ageMs : Infinity
  return Math.max(300, Math.min(growingMs, untilGraceMs))
}

/** How long a step that could not be sent waits, when the service has not said how long. */
export function waitDelayMs(tries: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(Math.max(tries - 1, 0), 10))
}

const quote = (name: string) => `“${name}”`
const countWords = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** "A", "A and B", "A, B and 3 others". */
export function joinNames(names: readonly string[]): string {
  const [first = '', second] = names
  if (second === undefined) return first
  if (names.length === 2) return `${first} and ${second}`
  const shown = names.length === 3 ? names.slice(0, 3) : names.slice(0, 2)
  const rest = names.length - shown.length
  return rest === 0
    ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`
    : `${shown.join(', ')} and ${rest.toLocaleString('en')} others`
}

export function titleStatusChange(codes: readonly string[], optionName: string | null): string {
  const [first = ''] = codes
  if (optionName === null)
    return codes.length === 1
      ? `Clear the status of ${first}`
      : `Clear the status of ${countWords(codes.length, 'asset', 'assets')}`
  return `Set ${codes.length === 1 ? first : countWords(codes.length, 'asset', 'assets')} to ${optionName}`
}

export function titleRestore(codes: readonly string[]): string {
  const [first = ''] = codes
  return `Restore the status of ${codes.length === 1 ? first : countWords(codes.length, 'asset', 'assets')}`
}

/** `toName` null: types that lose their group. */
export function titleTypeChange(moves: ReadonlyArray<{ typeName: string; toName: string | null }>): string {
  const [first] = moves
  if (first === undefined) return 'Change the group of 0 types'
  const things = moves.length === 1 ? first.typeName : countWords(moves.length, 'type', 'types')
  if (moves.some(({ toName }) => toName !== first.toName)) return `Change the group of ${things}`
  return first.toName === null ? `Remove the group of ${things}` : `Assign ${first.toName} to ${things}`
}

/** Of a change that assigns back what another assigned; one that is undone itself keeps its own words. */
export function titleUndo(title: string): string {
  return `Undo: ${title}`
}

/** Of a change that assigns back what another assigned, and restores what that had cleared. */
export function titleUndoAndRestore(title: string, statuses: number): string {
  return `${titleUndo(title)}, restore ${countWords(statuses, 'status', 'statuses')}`
}

/** Things that a selection had and a change has not. */
export interface LeftOut {
  gone: number
  /** Their types have no group with the status: how many, and the types' names. */
  unfit: { count: number; typeNames: readonly string[] }
  /** They have a status again, which is not to be overwritten. */
  taken: number
  /** More than one change takes. */
  later?: number
}

/** Why things were left out, in words; null when none was. `optionName` null: the statuses are several. */
export function explainLeftOut({ gone, unfit, taken, later = 0 }: LeftOut, optionName: string | null): string | null {
  const sentences: string[] = []
  if (unfit.count > 0) {
    const names = [...new Set(unfit.typeNames)].toSorted((a, b) => a.localeCompare(b, 'en'))
    const what = optionName === null ? 'that status' : quote(optionName)
    sentences.push(
      names.length === 0
        ? `${countWords(unfit.count, 'asset has', 'assets have')} no type whose group has ${what}.`
        : `${countWords(unfit.count, 'asset is', 'assets are')} of a type whose group does not have ${what}: ${joinNames(names)}.`,
    )
  }
  if (taken > 0)
    sentences.push(`${countWords(taken, 'asset has', 'assets have')} another status by now, which is left as it is.`)
  if (gone > 0) sentences.push(`${countWords(gone, 'asset is', 'assets are')} not there any more.`)
  if (later > 0)
    sentences.push(
      `One change does not take them all: ${countWords(later, 'asset is', 'assets are')} left. Do it again when this is done.`,
    )
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** All steps of a change, with what was told of some of them since. */
export function mergeSteps<Step extends { position: number }>(known: readonly Step[], news: readonly Step[]): Step[] {
  const byPosition = new Map(news.map((step) => [step.position, step]))
  return known.map((step) => byPosition.get(step.position) ?? step)
}

interface NamedOption {
  optionId: string
  name: string
  color: string
}

/**
 * The option of a group that a kept status means: the same by id, else, in a group that was made again, one of the same
 * name, of the same colour rather than another.
 */
export function findSameOption<Option extends NamedOption>(
  options: readonly Option[],
  wanted: NamedOption,
): Option | null {
  const same = options.find(({ optionId }) => optionId === wanted.optionId)
  if (same !== undefined) return same
  const named = options.filter(({ name }) => name === wanted.name)
  return named.find(({ color }) => color === wanted.color) ?? named[0] ?? null
}

export const notes = {
  lost: 'Its answer was lost. The console looks at the service until it tells whether this was done.',
  notDone: 'Its answer was lost, and the service shows that it was not done.',
  wasDone: 'Its answer was lost; the service shows that it was done.',
  neverTold:
    'Its answer was lost, and the service could not be asked for a day. Look at it there, or try again: that looks first.',
  room: 'Waits for room in the rate limit of the service.',
  down: 'The service is down at the moment; this goes on when it answers again.',
  gone: 'The service does not know this asset any more.',
  goneType: 'The service does not know this type or the group any more.',
  notAssigned: 'The group of its type was not assigned back, so the status cannot be restored.',
  stopped: 'Nothing more of this change was sent.',
  notSent: 'It was not sent.',
  taken: 'The service took the request and does not show it yet. The console looks again.',
  noListing: (kept: number) =>
    kept === 0
      ? 'Assets cannot be listed, so the log could not keep which of them had a status.'
      : `Assets cannot be listed, so the log kept which of them had a status when they were listed last: ${countWords(kept, 'asset', 'assets')}.`,
  notChanged: (now: AssetStatus | null) =>
    `The service took the request, but the asset still has ${now === null ? 'no status' : quote(now.name)}.`,
  otherStatus: (now: { name: string }) => `It has ${quote(now.name)} by now, which was left as it is.`,
  otherGroup: (name: string | null) =>
    name === null
      ? 'It has no group any more. Load the board again.'
      : `It has the group ${quote(name)} by now. Load the board again.`,
  groupGone: (name: string) => `The group ${quote(name)} is not there any more.`,
  typeNotChanged: (name: string | null) =>
    `The service took the request, but the type ${name === null ? 'has no group' : `has the group ${quote(name)}`}.`,
} as const
