import * as z from 'zod'

export const connectionRow = z.object({
  connectionId: z.string(),
  name: z.string(),
  /** `organisation`, `group`, or another value of the service. */
  kind: z.string(),
})
export type ConnectionRow = z.infer<typeof connectionRow>
export const connectionList = z.object({ connections: z.array(connectionRow) })
