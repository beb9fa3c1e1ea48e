import { guessMapping, readMemory } from '@/lib/user-jobs/sheet/columns'
import { readTable, type ReadChoices, type ReadSource } from './parse'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import type { CellIssue, Known, Mapping, Problem, Table } from '@/lib/user-jobs/sheet/types'
import { createValidator } from '@/lib/user-jobs/sheet/validate/validate'

/** From bytes to a table with mapped columns and validated cells: the whole work of the worker. */

export interface ReadProgress {
  step: 'reading' | 'checking'
  /** Rows done and in total; null while the number is unknown. */
  rows: { done: number; total: number } | null
}

export interface ReadOptions {
  choices?: ReadChoices
  /** The result of `writeMemory`: a mapping that was chosen before for these headers is preferred to a guess. */
  memory?: string | null
  known?: Known
}

export interface ReadHooks {
  onProgress?: (progress: ReadProgress) => void
  /** Called between slices of work: lets a page render, or fails with an AbortError. */
  pause?: () => Promise<void>
}

export interface SheetRead {
  table: Table
  mapping: Mapping
  /** Whether the mapping was chosen before for these headers. */
  isRemembered: boolean
  issues: readonly CellIssue[]
}

export type SheetReadResult = { read: SheetRead; problem: null } | { read: null; problem: Problem }

/** The longest slice of work between two pauses. */
const sliceMs = 8

/** Reads, maps and validates. Fails only if `pause` does. */
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
  const issues = sheet.rowIds.flatMap((id) => validator.issuesOf(id))
  validator.dispose()
  return { read: { table, mapping, isRemembered: remembered !== null, issues }, problem: null }
}
