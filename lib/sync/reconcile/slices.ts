import { shiftInstant } from '@/lib/time/instants'
import type { FoundInspection, InstantReading, Search, SearchAnswer, SearchQuery } from '@/lib/sync/types'

/**
 * Reads all inspections of one instant if they do not fit in a page. The search has no cursor, so the instant is split
 * by everything that the search can filter or sort by (direction, completed, archived, template), and the service's own
 * `total` shows whether the union is complete.
 */

type Narrowing = Omit<SearchQuery, 'modifiedAfter' | 'modifiedBefore' | 'limit' | 'order'>

type Cut = (narrowing: Narrowing) => Narrowing[]

/** True when the response contains every row that matches its query. */
export function isWhole(answer: SearchAnswer, limit: number): boolean {
  return answer.count >= answer.total && (answer.count < limit || answer.count === answer.total)
}

/**
 * It is not documented whether either bound is inclusive. One of these four windows contains exactly `at` in each of
 * the four cases, and the narrower ones contain nothing else.
 */
function windowsOf(at: string): Array<{ modifiedAfter: string; modifiedBefore: string }> {
  const before = shiftInstant(at, -1)
  const behind = shiftInstant(at, 1)
  return [
    { modifiedAfter: at, modifiedBefore: at },
    { modifiedAfter: at, modifiedBefore: behind },
    { modifiedAfter: before, modifiedBefore: at },
    { modifiedAfter: before, modifiedBefore: behind },
  ]
}

const roundsMax = 3

/**
 * Reads the instant `at` in slices of at most `limit` rows. Rows may leave it while it is read, because they are
 * modified; the caller ensures that none are added. A round that finds as many rows as were counted before it has
 * therefore found all of them. `templateIds` are the known ones; others that are found are used too.
 */
export async function readInstant(
  search: Search,
  at: string,
  options: { limit: number; templateIds: readonly string[]; signal: AbortSignal },
): Promise<{ rows: FoundInspection[]; reading: InstantReading }> {
  const { limit, signal } = options
  const everFound = new Map<string, FoundInspection>()
  const templateIds = new Set(options.templateIds)
  let found = new Set<string>()
  const ask = async (query: Omit<SearchQuery, 'limit'>) => {
    const answer = await search({ ...query, limit }, signal)
    for (const row of answer.rows) {
      if (row.templateId !== null) templateIds.add(row.templateId)
      if (row.modifiedAt !== at) continue
      found.add(row.auditId)
      everFound.set(row.auditId, row)
    }
    return answer
  }

  const findWindow = async () => {
    for (const candidate of windowsOf(at)) {
      const answer = await ask(candidate)
      if (answer.rows.some((row) => row.modifiedAt === at)) return { bounds: candidate, whole: answer }
    }
    return null
  }
  const window = await findWindow()
  // Nothing is left at this instant: its rows were modified in the meantime and appear under a newer one.
  if (window === null) return { rows: [], reading: { at, known: 0, reported: 0 } }

  const { bounds } = window
  const cuts: Cut[] = [
    (narrowing) => [
      Object.assign({ completed: 'false' as const }, narrowing),
      Object.assign({ completed: 'true' as const }, narrowing),
    ],
    (narrowing) => [
      Object.assign({ archived: 'false' as const }, narrowing),
      Object.assign({ archived: 'true' as const }, narrowing),
    ],
    (narrowing) => Array.from(templateIds, (template) => Object.assign({ template }, narrowing)),
  ]
  const readSlice = async (
    narrowing: Narrowing,
    ahead: SearchAnswer,
    remaining: readonly Cut[],
    reported: number,
  ): Promise<void> => {
    if (isWhole(ahead, limit)) return
    const [cut, ...rest] = remaining
    if (ahead.total <= 2 * limit || cut === undefined) {
      const behind = await ask({ ...bounds, ...narrowing, order: 'desc' })
      const union = new Set([...ahead.rows, ...behind.rows].map((row) => row.auditId))
      if (union.size >= ahead.total || cut === undefined) return
    }
    for (const slice of cut(narrowing)) {
      if (found.size >= reported) return
      await readSlice(slice, await ask({ ...bounds, ...slice }), rest, reported)
    }
  }

  let { whole } = window
  for (let round = 1; ; round += 1) {
    const reported = whole.total
    const knownTemplates = templateIds.size
    await readSlice({}, whole, cuts, reported)
    const reading = { at, known: Math.min(found.size, reported), reported }
    const result = { rows: [...everFound.values()], reading }
    if (found.size >= reported || round === roundsMax) return result
    // Another round is useful when rows left during this one, or templates were found that it did not use yet.
    found = new Set()
    whole = await ask(bounds)
    if (whole.total === reported && templateIds.size === knownTemplates) return result
  }
}
