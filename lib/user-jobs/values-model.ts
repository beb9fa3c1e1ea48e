// Apart from the schemas, so that a page has them without loading zod.

/** Users of one job of ours. The vendor's own screen has the same limit. */
export const usersMax = 10_000

/** Users that may take the immediate way. */
export const immediateMax = 10

/** `check`: a dry run that changes nothing. `run`: an import. */
export const userJobKinds = ['check', 'run'] as const

/**
 * `warned`: written, but the service reports something, for instance a field that was left out (level `error`).
 * `failed`: not written.
 */
export const userRowStates = ['waiting', 'sent', 'ok', 'warned', 'failed', 'cancelled', 'unknown'] as const
