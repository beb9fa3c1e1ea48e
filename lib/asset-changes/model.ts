/**
 * How long rechecks must have shown that a request with a lost response was not carried out before that is accepted as
 * the outcome.
 */
export const recheckGraceMs = 8_000
/** After this time the console stops rechecking by itself. */
export const recheckGiveUpMs = 24 * 3_600_000

/**
 * The pause before the next recheck of a request whose response was lost `ageMs` ago. It is short at first, when most
 * outcomes become known, and one recheck is right at the end of the grace period.
 */
export function recheckDelayMs(ageMs: number): number {
  const growingMs = Math.min(60_000, Math.round(ageMs * 0.6))
  const untilGraceMs = ageMs < recheckGraceMs ? recheckGraceMs - ageMs : Infinity
  return Math.max(300, Math.min(growingMs, untilGraceMs))
}

/** How long to wait before sending a step again when the service has not said how long. */
export function waitDelayMs(tries: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(Math.max(tries - 1, 0), 10))
}

/** Returns all steps of a change with their newer versions where `news` has them. */
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
 * The option of a group that a stored status refers to: the option with the same id. In a recreated group it is the
 * option with the same name, preferably also with the same color.
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
