import { benchOfFix, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { mergeCheck } from '@/components/user-jobs/workbench/check/check-merge'
import type { UserFixSheet } from '@/lib/user-jobs/schema'

/** The rows that a job left to fix, with their errors in the cells. */
export function openFix(fix: UserFixSheet): BenchSheet {
  const bench = benchOfFix(fix)
  showReasons(bench, fix)
  return bench
}

/** Puts the errors of a job into the cells of its rows, unless they were changed or tested since. */
export function showReasons(bench: BenchSheet, { kind, rows }: UserFixSheet): void {
  mergeCheck(
    bench,
    null,
    rows.filter(({ line }) => bench.sheet.dirtyRowIds.has(line)),
    kind,
  )
}
