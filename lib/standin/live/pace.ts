/** The shortest pause, at any hour. */
export const leastPauseMs = 5_000

const workFromHour = 6
const workToHour = 20

/**
 * The pause before the next action: about six a minute during work hours, one or two at night and at the weekend.
 * @param share at least 0, less than 1
 */
export function nextPauseMs(nowMs: number, share: number): number {
  const now = new Date(nowMs)
  const [day, hour] = [now.getUTCDay(), now.getUTCHours()]
  const isWorkTime = day >= 1 && day <= 5 && hour >= workFromHour && hour < workToHour
  const [from, to] = isWorkTime ? [leastPauseMs, 15_000] : [20_000, 60_000]
  return Math.round(from + share * (to - from))
}
