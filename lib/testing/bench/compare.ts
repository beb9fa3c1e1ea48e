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

/** Alternates rounds of both in changing order, after one of each that does not count. */
export async function compare(
  { name, ours, theirs, floor }: Comparison,
  rounds: number,
  run: (round: Round) => Promise<RoundResult>,
): Promise<Verdict> {
  await run(theirs.round)
  await run(ours.round)
  const pairs: Array<{ ours: number; theirs: number }> = []
  let errors = 0
  for (let at = 0; at < rounds; at += 1) {
    const order = at % 2 === 0 ? ([theirs, ours] as const) : ([ours, theirs] as const)
    const results = [await run(order[0].round), await run(order[1].round)]
    const [first = 0, second = 0] = results.map(({ perSecond }) => perSecond)
    errors += results.reduce((sum, result) => sum + result.errors, 0)
    pairs.push(at % 2 === 0 ? { theirs: first, ours: second } : { ours: first, theirs: second })
  }
  const ratios = pairs.map((pair) => (pair.theirs === 0 ? 0 : pair.ours / pair.theirs))
  const ratio = median(ratios)
  return {
    name,
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    ratio,
    floor,
    ok: ratio >= floor && errors === 0,
    errors,
    ratios,
  }
}
