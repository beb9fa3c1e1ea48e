import type { BucketLimit } from '@/lib/web/throttle'

/**
 * Limits of sign-in attempts. In any minute, with a full bucket and its refill, one account gets at most 16 checks from
 * unknown browsers and 4 more from a known one: 20. One address gets at most 20 + 20 + 5 + 5 = 50.
 */
export const loginLimits = {
  /** Wrong attempts of one address at one account before the delay starts. */
  freeTries: 5,
  firstDelayMs: 1_000,
  /**
   * Short, because a person who shares an address with an attacker has to wait too. The limit of the account bounds the
   * number of guesses.
   */
  delayMsMax: 10_000,
  /** Wrong attempts are forgotten, for the delay, when there was none for this long. */
  forgetMs: 30 * 60_000,
  /** For this long, an address that tried an account without success comes after new addresses. */
  rememberMs: 24 * 60 * 60_000,
  /**
   * How long an address stays new to an account if none of its attempts was checked. The sign-in form retries for a
   * minute.
   */
  freshMs: 75_000,
  /** How long a place where an account has signed in is remembered. */
  placeMs: 90 * 24 * 60 * 60_000,
  /** How long an address waits if the account's bucket is too empty. Trying more often has no advantage. */
  drawMs: 2_000,
  account: { burst: 8, perSecond: 8 / 60 },
  /**
   * Tokens that the account's bucket must have for an attempt. Places where the account has signed in need the fewest.
   */
  needs: { place: 1, fresh: 2, freshInUsedNetwork: 3, used: 4 },
  /** One IPv4 address or IPv6 network (/64), for all accounts together. */
  address: { burst: 20, perSecond: 20 / 60 },
  /** One IPv6 network (/48). */
  network: { burst: 60, perSecond: 60 / 60 },
  /** For attempts at existing accounts when the bucket of the address is empty. */
  reserve: { burst: 5, perSecond: 5 / 60 },
  /** For a browser that has signed in before, or a session that gives proof. */
  known: { burst: 2, perSecond: 2 / 60 },
  /** Log entries about attempts that were refused unchecked: one per address and minute. */
  notedAddress: { burst: 1, perSecond: 1 / 60 },
  /** Log entries about all refused attempts, so that a flood does not fill the log. */
  notedAll: { burst: 200, perSecond: 10 / 60 },
} as const satisfies Record<string, number | BucketLimit | Record<string, number>>
