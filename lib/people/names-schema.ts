import * as z from 'zod'

/** People as everybody who is signed in may know them: to assign, mention and share. No email address. */
export const personName = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** Whether it is the current person. */
  isMe: z.boolean(),
})
export type PersonName = z.infer<typeof personName>

/** Answer of GET /api/people/names: those who can sign in, by name. */
export const personNames = z.object({ people: z.array(personName) })
export type PersonNames = z.infer<typeof personNames>
