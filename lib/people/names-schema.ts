import * as z from 'zod'

/**
 * What everybody who is signed in can see of people, to assign, mention and share with them. Contains no email
 * addresses.
 */
export const personName = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** Whether it is the current person. */
  isMe: z.boolean(),
})
export type PersonName = z.infer<typeof personName>

/** Response of GET /api/people/names: people who can sign in, by name. */
export const personNames = z.object({ people: z.array(personName) })
export type PersonNames = z.infer<typeof personNames>
