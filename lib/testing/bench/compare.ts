import type { Round, RoundResult } from './load'

export interface Comparison {
  name: string
  /** The measured side and the reference. */
  ours: { name: string; round: Round }
  theirs: { name: string; round: Round }
  /** The promise: ours / theirs is at least this. */
  floor: number
}

export interface Verdict {
  name: string
  ours: number
  theirs: number
  /** Median of the ratios of neighboring rounds, because whatever slows the machine slows both. */
  ratio: number
  /** The same ratio for processor time, theirs / ours. Null when it was not read, or when the servers differ. */
  cpuRatio: number | null
  floor: number
  ok: boolean
  errors: number
  ratios: number[]
}

/** The middle value; for an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}

/**
 * Runs rounds of both sides in alternating order, so that other work on the machine slows both. One round of each comes
 * first and does not count. Returns the rounds in pairs of neighbors.
 */
export async function alternate<Result>(
  rounds: number,
  ours: () => Promise<Result>,
  theirs: () => Promise<Result>,
): Promise<Array<{ ours: Result; theirs: Result }>> {
  await theirs()
  await ours()
  const pairs: Array<{ ours: Result; theirs: Result }> = []
  for (let at = 0; at < rounds; at += 1) {
    if (at % 2 === 0) {
      const first = await theirs()
      pairs.push({ theirs: first, ours: await ours() })
    } else {
      const first = await ours()
      pairs.push({ ours: first, theirs: await theirs() })
    }
  }
  return pairs
}

/** Compares the responses per second of both sides. */
export async function compare(
  { name, ours, theirs, floor }: Comparison,
  rounds: number,
  run: (round: Round) => Promise<RoundResult>,
): Promise<Verdict> {
  const pairs = await alternate(
    rounds,
    () => run(ours.round),
    () => run(theirs.round),
  )
  const errors = pairs.reduce((sum, pair) => sum + pair.ours.errors + pair.theirs.errors, 0)
  const ratios = pairs.map((pair) => (pair.theirs.perSecond === 0 ? 0 : pair.ours.perSecond / pair.theirs.perSecond))
  const ratio = median(ratios)
  const isOneServer = ours.round.origin === theirs.round.origin
  const cpuRatios = pairs.map((pair) => (pair.theirs.cpuMs ?? Number.NaN) / (pair.ours.cpuMs ?? Number.NaN))
  return {
    name,
    ours: median(pairs.map((pair) => pair.ours.perSecond)),
    theirs: median(pairs.map((pair) => pair.theirs.perSecond)),
    ratio,
    cpuRatio: isOneServer && !cpuRatios.some(Number.isNaN) ? median(cpuRatios) : null,
    floor,
    ok: ratio >= floor && errors === 0,
    errors,
    ratios,
  }
}
