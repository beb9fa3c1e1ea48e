import type { Index, Opened, Truth } from './protocol'

/** Differences between the index and the service; all empty when there are none. */
export interface Difference {
  /** Inspections in the service that are not in the index, or are marked as missing in it. */
  lost: string[]
  /** Present in the index, but not in the service. */
  phantom: string[]
  /** One inspection under two spellings. */
  doubled: string[]
  /** With another version than in the service. */
  version: string[]
  /** Without the document of their version, or with the document of another version. */
  document: string[]
  /** Archived in only one of the two. */
  archived: string[]
}

/**
 * Compares both. With `reconciled` false, only what a full reconciliation can find (inspections that disappeared, or reappeared
 * without a new version) may differ. Nothing else may, so that the comparison cannot hide what a pass has lost.
 */
export function compareWithTruth(truth: Truth, index: Index, { reconciled }: { reconciled: boolean }): Difference {
  const difference: Difference = { lost: [], phantom: [], doubled: [], version: [], document: [], archived: [] }
  const known = new Map(index.rows.map((row) => [row.id, row]))
  const late = new Set(reconciled ? [] : truth.late)
  const there = new Set<string>()
  for (const { id, modifiedAt, archived } of truth.rows) {
    there.add(id)
    if (late.has(id)) continue
    const row = known.get(id)
    if (row === undefined || row.isMissing)
      difference.lost.push(`${id} ${modifiedAt}${row ? ' taken for missing' : ''}`)
    else if (row.modifiedAt !== modifiedAt) difference.version.push(`${id} ${row.modifiedAt} is ${modifiedAt}`)
    else if (row.hydratedAt !== modifiedAt || row.documentModifiedAt !== modifiedAt)
      difference.document.push(`${id} ${modifiedAt} has ${row.hydratedAt} and keeps ${row.documentModifiedAt}`)
    else if (row.archived !== archived) difference.archived.push(id)
  }
  const spellings = new Set<string>()
  for (const { id, isMissing } of index.rows) {
    if (spellings.has(id.toLowerCase())) difference.doubled.push(id)
    spellings.add(id.toLowerCase())
    if (reconciled && !isMissing && !there.has(id)) difference.phantom.push(id)
  }
  return difference
}

/** The differences as text, with at most three examples of each; empty when there are none. */
export function describeDifference(difference: Difference): string[] {
  return Object.entries(difference).flatMap(([name, ids]: [string, string[]]) =>
    ids.length === 0 ? [] : [`${name} ${ids.length}: ${ids.slice(0, 3).join(' · ')}`],
  )
}

/** Tracks the state that the index reports through all kills, and records what went back. */
export class Watermark {
  readonly faults: string[] = []
  samples = 0
  #checkpoint: string | null = null
  #versions: ReadonlyMap<string, string> = new Map()

  /** The current checkpoint. */
  see(checkpoint: string | null): void {
    this.samples += 1
    const before = this.#checkpoint
    if (before !== null && (checkpoint === null || checkpoint < before))
      this.faults.push(`the checkpoint went back from ${before} to ${checkpoint}`)
    if (checkpoint !== null) this.#checkpoint = checkpoint
  }

  /** All rows with their versions, as a start finds them. */
  seeRows({ rows }: Pick<Opened, 'rows'>): void {
    const versions = new Map(rows.map(({ id, modifiedAt }) => [id, modifiedAt]))
    const gone = [...this.#versions].filter(([id, version]) => !((versions.get(id) ?? '') >= version))
    if (gone.length > 0) this.faults.push(`${gone.length} rows of the start before went back or away: ${gone[0]?.[0]}`)
    this.#versions = versions
  }
}

/**
 * What the index must contain at any moment: everything modified before its checkpoint, in that version. Returns what is
 * missing, as text. Instants that the System page lists as gaps are skipped.
 */
export function listOwed(truth: Truth, { checkpoint, rows, gaps }: Opened): string[] {
  if (checkpoint === null) return []
  const known = new Map(rows.map((row) => [row.id, row]))
  const excused = new Set(truth.late)
  const named = new Set(gaps)
  return truth.rows
    .filter(({ id, modifiedAt }) => {
      if (modifiedAt >= checkpoint || excused.has(id) || named.has(modifiedAt)) return false
      const row = known.get(id)
      return row === undefined || row.isMissing || row.modifiedAt !== modifiedAt
    })
    .map(({ id, modifiedAt }) => {
      const row = known.get(id)
      const state =
        row === undefined ? 'is not there' : row.isMissing ? 'is taken for missing' : `is at ${row.modifiedAt}`
      return `${id} of ${modifiedAt} ${state}, and the checkpoint is ${checkpoint}`
    })
}
