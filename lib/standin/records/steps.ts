import * as z from 'zod'

const responseSet = z.object({
  responseset_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  responses: z.array(z.object({ id: z.string(), label: z.string(), short_label: z.string() })),
})
export type ResponseSet = z.infer<typeof responseSet>

export const sharePermissions = ['view', 'edit', 'delete'] as const
export const assignmentTypes = ['ASSIGNMENT_TYPE_USER', 'ASSIGNMENT_TYPE_GROUP', 'ASSIGNMENT_TYPE_SITE'] as const
export type AssignmentType = (typeof assignmentTypes)[number]

const courseAssignments = z.object({
  courseId: z.string(),
  universalAccess: z.boolean(),
  assigned: z.array(z.object({ type: z.enum(assignmentTypes), id: z.string() })),
})
/** Users to whom a course was assigned by the API, beside those who have it in the demo. */
export type CourseAssignments = z.infer<typeof courseAssignments>

/** One write to data without a store of its own. Each step contains the complete state after it. */
export const recordStep = z.discriminatedUnion('do', [
  /** The public report of an inspection. `number` counts the links that it has had. */
  z.object({ do: z.literal('put-link'), auditId: z.string(), number: z.number().int(), isThere: z.boolean() }),
  z.object({
    do: z.literal('put-shares'),
    auditId: z.string(),
    shares: z.array(z.object({ id: z.string(), permission: z.enum(sharePermissions) })),
  }),
  z.object({ do: z.literal('put-set'), set: responseSet }),
  z.object({ do: z.literal('put-assignments'), assignments: courseAssignments }),
])
export type RecordStep = z.infer<typeof recordStep>

export const recordChange = z.object({ kind: z.literal('records'), step: recordStep })
