import type { CellIssue, IssueCode, IssueCounts, IssueLevel } from '@/lib/user-jobs/sheet/types'

/** The number of errors of each kind, updated as they are added and removed. */
export function createTally() {
  const byCode = new Map<IssueCode, Map<IssueLevel, number>>()
  const byLevel: Record<IssueLevel, number> = { error: 0, warning: 0, info: 0 }
  let badRows = 0
  let cached: IssueCounts | null = null

  const add = (issues: readonly CellIssue[], by: 1 | -1) => {
    if (issues.some(({ level }) => level === 'error')) badRows += by
    for (const { code, level } of issues) {
      byLevel[level] += by
      const levels = byCode.get(code) ?? new Map<IssueLevel, number>()
      levels.set(level, (levels.get(level) ?? 0) + by)
      byCode.set(code, levels)
    }
  }

  return {
    replace(before: readonly CellIssue[], after: readonly CellIssue[]) {
      if (before.length + after.length === 0) return
      add(before, -1)
      add(after, 1)
      cached = null
    },
    read(): IssueCounts {
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
