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
   * Short: a person who shares an address with a guesser waits for this as well. The account's own limit bounds the
   * guesses.
   */
  delayMsMax: 10_000,
  /** Wrong attempts count for the delay until there was none for this long. */
  forgetMs: 30 * 60_000,
  /** An address that tried an account without success comes after new ones for this long. */
  rememberMs: 24 * 60 * 60_000,
  /**
   * How long an address is new to an account if none of its attempts was checked. The sign-in form tries for a minute.
   */
  freshMs: 75_000,
  /** Where an account signed in before. */
  placeMs: 90 * 24 * 60 * 60_000,
  /** Between two draws of one address at an account whose bucket is empty: trying more often gains nothing. */
  drawMs: 2_000,
  account: { burst: 8, perSecond: 8 / 60 },
  /** Tokens that the bucket of the account must have. A place where the account signed in before needs the fewest. */
  needs: { place: 1, fresh: 2, freshInUsedNetwork: 3, used: 4 },
  /** One /64 or IPv4 address, whatever the account. */
  address: { burst: 20, perSecond: 20 / 60 },
  /** One /48. */
  network: { burst: 60, perSecond: 60 / 60 },
  /** Attempts at existing accounts, once the bucket of the address is empty. */
  reserve: { burst: 5, perSecond: 5 / 60 },
  /** A browser that signed in before, or a session that gives proof. */
  known: { burst: 2, perSecond: 2 / 60 },
  /** Log entries about attempts that were refused unchecked: one per address and minute. */
  notedAddress: { burst: 1, perSecond: 1 / 60 },
  /** The same about all refused attempts from anywhere: a flood must not fill the log. */
  notedAll: { burst: 200, perSecond: 10 / 60 },
} as const satisfies Record<string, number | BucketLimit | Record<string, number>>
