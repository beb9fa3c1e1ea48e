const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The hour in UTC after which a comparison starts by itself, because the service is least busy then. */
const nightFromHours = 2
const nightToHours = 4
/** If a comparison was requested within this time, the nightly one is skipped. */
const restMs = 4 * hourMs
const ageMsMax = 26 * hourMs

/**
 * True when a full reconciliation should start by itself: at night, or when the last one is more than 26 hours old, for
 * consoles that do not run at night. `lastAt`: when the last one started, or when this database was first able to
 * compare.
 */
export function isReconcileDue(lastAt: string | null, nowMs: number): boolean {
  if (lastAt === null) return false
  const lastMs = Date.parse(lastAt)
  const ageMs = nowMs - lastMs
  if (ageMs > ageMsMax) return true
  const sinceMidnightMs = nowMs % dayMs
  const isNight = sinceMidnightMs >= nightFromHours * hourMs && sinceMidnightMs < nightToHours * hourMs
  return isNight && ageMs > restMs
}
