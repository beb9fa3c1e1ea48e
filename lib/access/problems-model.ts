/** Why single sign-on ended without a session. docs/single-sign-on.md explains each. */
export const signInProblems = [
  'expired',
  'state',
  'used',
  'cancelled',
  'issuer-down',
  'issuer-setup',
  'issuer-mismatch',
  'token',
  'email-unverified',
  'domain',
  'disabled',
  'not-invited',
  'already-linked',
  'no-role',
  'proof',
  'unavailable',
] as const
export type SignInProblem = (typeof signInProblems)[number]
