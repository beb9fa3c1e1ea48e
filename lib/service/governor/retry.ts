/**
 * Decides who may retry, and when. Retries are paid from a budget that first tries fill, so that in an outage the
 * number of tries stays near the number of requests.
 */
export interface RetryBudget {
  /** Counts a first try. */
  earn(): void
  /** Takes one retry; false when there is none left. */
  spend(): boolean
}

const savedMax = 10
const earnedPerRequest = 0.1

/** A full budget: ten retries at once, then one for every ten requests. */
export function createRetryBudget(): RetryBudget {
  let saved = savedMax
  return {
    earn: () => {
      saved = Math.min(savedMax, saved + earnedPerRequest)
    },
    spend: () => {
      if (saved < 1) return false
      saved -= 1
      return true
    },
  }
}

const triesMax = 4
/** 500 is most often one broken item, so it is tried only once more. */
const triesMaxOn500 = 2
const baseMs = 250
const capMs = 5_000

/** Whether `tries` were enough; `status` is null when no response arrived. */
export function isExhausted(tries: number, status: number | null): boolean {
  return tries >= (status === 500 ? triesMaxOn500 : triesMax)
}

/** Full jitter: anywhere from zero to the doubled bound, so that many clients do not return at the same moment. */
export function pickBackoffMs(tries: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** (tries - 1))
}

/** Statuses after which a repeatable request may be sent again. 501 is final: the operation does not exist. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501)
}

/**
 * Statuses that mean that the service is down. 500 alone does not: it is most often one broken item, see `isStumble`.
 */
export function isOutage(status: number): boolean {
  return status > 501
}

/** Whether a status may be about one broken item or about the service, which only many different items can show. */
export function isStumble(status: number): boolean {
  return status === 500
}
