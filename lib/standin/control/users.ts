import * as z from 'zod'
import type { StandinControl } from './control'
import { userShapes } from '@/lib/standin/users/sent'
import { errorLevels } from '@/lib/standin/users/steps'

const rules = z.object({
  usersPerSecond: z.number().min(0).nullable().optional(),
  pendingMs: z.number().min(0).optional(),
  validatedMs: z.number().min(0).optional(),
  addsToJobs: z.boolean().optional(),
  reportsExisting: z.enum(['never', 'validate', 'always']).optional(),
  seats: z.record(z.string(), z.number().int().min(0)).optional(),
})
const emails = z.array(z.string()).min(1)
const names = z.array(z.string()).max(5_000)

/** The part of the HTTP control interface for users and their jobs. */
export function userSteps(control: StandinControl, body: unknown): Record<string, () => unknown> {
  const { users } = control
  return {
    'user-state': () => users.state(),
    'user-executions': () => users.executions(),
    'user-jobs': () => users.jobs(),
    'set-user-jobs': () => {
      const given = Object.entries(rules.parse(body)).filter(([, value]) => value !== undefined)
      users.setRules(Object.fromEntries(given))
    },
    'fail-users': () => {
      const { emails: wanted, ...how } = z
        .object({
          emails,
          reason: z.string().optional(),
          level: z.enum(errorLevels).optional(),
          message: z.string().optional(),
          field: z.string().optional(),
          when: z.enum(['validate', 'execute', 'both']).optional(),
          times: z.number().int().min(1).optional(),
        })
        .parse(body)
      return users.failUsers(wanted, how)
    },
    'clear-user-failures': () => users.clearFailures(),
    'add-foreign-users': () => users.addForeign(z.object({ emails }).parse(body).emails),
    'add-user-groups': () => ({ ids: users.addGroups(z.object({ names }).parse(body).names) }),
    'add-user-sites': () => ({ ids: users.addSites(z.object({ names }).parse(body).names) }),
    'stop-user-job': () => users.stopJob(z.object({ id: z.string() }).parse(body).id),
    'user-shape': () => {
      control.userShape = z.object({ shape: z.enum(userShapes) }).parse(body).shape
    },
  }
}
