// Apart from the schemas, so that a page has them without loading zod.

/**
 * `waiting`: stored, not processed yet. `done`: the index has the current state of its object. `ignored`: not used by
 * Sightline. `failed`: after several tries. `unreadable`: signed, but not understood.
 */
export const deliveryStates = ['waiting', 'done', 'ignored', 'failed', 'unreadable'] as const

/**
 * The receiver's verdict. `accepted`: new and stored. `repeated`: the same bytes as a stored delivery. `unreadable`:
 * signed and stored, but not understood. `bad-signature`, `no-signature`: refused as forged. `not-configured`: this
 * console has no secret. `throttled`: too many refused requests from one address. `too-large`: over the size limit.
 */
export const receiverVerdicts = [
  'accepted',
  'repeated',
  'unreadable',
  'bad-signature',
  'no-signature',
  'not-configured',
  'throttled',
  'too-large',
] as const
