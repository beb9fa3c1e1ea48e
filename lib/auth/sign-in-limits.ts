import type { BucketLimit } from '@/lib/web/throttle'

/**
 * Limits of sign-in tries. Sizes are chosen so that in any minute, which sees a full bucket and its refill, one account meets
 * at most 16 checks from browsers that are not known and 4 more from one that is: 20. One address gets at most
 * 20 + 20 + 5 + 5 = 50.
 */
export const loginLimits = {
  /** Wrong tries of one address at one account before the delay starts. */
  freeTries: 5,
  firstDelayMs: 1_000,
  /** Short: whoever shares an address with a guesser waits for this as well. The account's own limit bounds the guesses. */
  delayMsMax: 10_000,
  /** Wrong tries count for the delay until there was none for so long. */
  forgetMs: 30 * 60_000,
  /** An address that tried an account and did not get in stands behind new ones for so long. */
  rememberMs: 24 * 60 * 60_000,
  /** How long an address is new to an account, as long as nothing of it was checked. The sign-in form tries for a minute. */
  freshMs: 75_000,
  /** Where an account signed in before. */
  placeMs: 90 * 24 * 60 * 60_000,
  /** Between two draws of one address at an account whose bucket is used up: trying more often gains nothing. */
  drawMs: 2_000,
  account: { burst: 8, perSecond: 8 / 60 },
  /** Tokens that the bucket of the account must hold. Who comes from where the account signed in before needs least. */
  needs: { place: 1, fresh: 2, freshInUsedNetwork: 3, used: 4 },
  /** One /64 or IPv4 address, whatever the account. */
  address: { burst: 20, perSecond: 20 / 60 },
  /** One /48. */
  network: { burst: 60, perSecond: 60 / 60 },
  /** Tries at accounts that exist, once the bucket of the address is used up. */
  reserve: { burst: 5, perSecond: 5 / 60 },
  /** A browser that signed in before, or a session that asks for proof. */
  known: { burst: 2, perSecond: 2 / 60 },
  /** Entries of the log about tries that were sent away unchecked: one for an address and minute. */
  notedAddress: { burst: 1, perSecond: 1 / 60 },
  /** The same about all refused tries, from wherever: a flood must not fill the log. */
  notedAll: { burst: 200, perSecond: 10 / 60 },
} as const satisfies Record<string, number | BucketLimit | Record<string, number>>
