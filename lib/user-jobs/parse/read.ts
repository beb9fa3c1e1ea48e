import { guessMapping, readMemory } from '@/lib/user-jobs/sheet/columns'
import { readTable, type ReadChoices, type ReadSource } from './parse'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import type { CellFault, Known, Mapping, Problem, Table } from '@/lib/user-jobs/sheet/types'
import { createValidator } from '@/lib/user-jobs/sheet/validate'

/** From bytes to a table with its columns mapped and its faults found: the whole work of the worker. */

export interface ReadProgress {
  step: 'reading' | 'checking'
  /** Rows looked at, and all; null while their number is not known. */
  rows: { done: number; total: number } | null
}

export interface ReadOptions {
  choices?: ReadChoices
  /** What `writeMemory` made: a mapping that was chosen before for these heads is preferred to a guess. */
  memory?: string | null
  known?: Known
}

export interface ReadHooks {
  onProgress?: (progress: ReadProgress) => void
  /** Between slices of work: lets a page draw, or fails with an AbortError. */
  pause?: () => Promise<void>
}

export interface SheetRead {
  table: Table
  mapping: Mapping
  /** Whether the mapping is one that was chosen before for these heads. */
  isRemembered: boolean
  faults: readonly CellFault[]
}

export type SheetReadResult = { read: SheetRead; problem: null } | { read: null; problem: Problem }

/** Longest slice of work between two pauses. */
const sliceMs = 8

/** Reads, maps and checks. Fails only as `pause` does. */
export async function readSheetFile(
  source: ReadSource,
  { choices, memory = null, known = {} }: ReadOptions = {},
  { onProgress, pause }: ReadHooks = {},
): Promise<SheetReadResult> {
  onProgress?.({ step: 'reading', rows: null })
  await pause?.()
  const { table, problem } = await readTable(source, choices)
  if (problem !== null) return { read: null, problem }
  await pause?.()
  const remembered = readMemory(memory, table.header)
  const mapping = remembered ?? guessMapping(table.header)
  const sheet = createSheet(table)
  const validator = createValidator({ sheet, mapping, known })
  const total = table.rows.length
  for (;;) {
    const isDone = validator.step(performance.now() + sliceMs)
    onProgress?.({ step: 'checking', rows: { done: total - validator.pending, total } })
    if (isDone) break
    await pause?.()
  }
  const faults = sheet.rowIds.flatMap((id) => validator.faultsOf(id))
  validator.dispose()
  return { read: { table, mapping, isRemembered: remembered !== null, faults }, problem: null }
}
