const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** When a compare begins by itself, UTC: the service and its people are mostly at rest. */
const nightFromHours = 2
const nightToHours = 4
/** One that was asked for shortly before the night counts for it. */
const restMs = 4 * hourMs
const ageMsMax = 26 * hourMs

/**
 * True when a full compare should begin by itself: at night, or as soon as the last one is over 26 hours old, for
 * consoles that do not run at night. `lastAt`: when the last one began, or this database learned to compare.
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
