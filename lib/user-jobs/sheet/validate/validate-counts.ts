import type { CellFault, FaultCode, FaultCounts, FaultLevel } from '@/lib/user-jobs/sheet/types'

/** The number of errors of each kind, updated as they are added and removed. */
export function createTally() {
  const byCode = new Map<FaultCode, Map<FaultLevel, number>>()
  const byLevel: Record<FaultLevel, number> = { error: 0, warning: 0, info: 0 }
  let badRows = 0
  let cached: FaultCounts | null = null

  const add = (faults: readonly CellFault[], by: 1 | -1) => {
    if (faults.some(({ level }) => level === 'error')) badRows += by
    for (const { code, level } of faults) {
      byLevel[level] += by
      const levels = byCode.get(code) ?? new Map<FaultLevel, number>()
      levels.set(level, (levels.get(level) ?? 0) + by)
      byCode.set(code, levels)
    }
  }

  return {
    replace(before: readonly CellFault[], after: readonly CellFault[]) {
      if (before.length + after.length === 0) return
      add(before, -1)
      add(after, 1)
      cached = null
    },
    read(): FaultCounts {
      cached ??= {
        errors: byLevel.error,
        warnings: byLevel.warning,
        infos: byLevel.info,
        badRows,
        byCode: [...byCode]
          .flatMap(([code, levels]) => [...levels].map(([level, count]) => ({ code, level, count })))
          .filter(({ count }) => count > 0)
          .sort((one, other) => other.count - one.count || one.code.localeCompare(other.code)),
      }
      return cached
    },
  }
}
