/** How long looks at a lost request must have shown that it was not done, before that is believed. */
export const recheckGraceMs = 8_000
/** After this long the console stops looking by itself. */
export const recheckGiveUpMs = 24 * 3_600_000

/**
 * The pause before the next look at a request whose answer was lost so long ago: short at first, when most are told, and
 * one when the grace is over, so that nobody waits longer than that.
 */
export function recheckDelayMs(ageMs: number): number {
  const growingMs = Math.min(60_000, Math.round(ageMs * 0.6))
  const untilGraceMs = ageMs < recheckGraceMs ? recheckGraceMs - ageMs : Infinity
  return Math.max(300, Math.min(growingMs, untilGraceMs))
}

/** How long a step that could not be sent waits, when the service has not said how long. */
export function waitDelayMs(tries: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(Math.max(tries - 1, 0), 10))
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
