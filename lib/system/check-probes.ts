import 'server-only'
import { randomUUID } from 'node:crypto'
import type { OperationName, RawInput } from '@/lib/service/types'
import type { CheckRow } from './schema'

/**
 * One question for each permission that the console has a use for. None of them can change anything: they read one row, or
 * they ask to change what does not exist. Who may not is refused before anyone looks for it.
 */
export interface Probe {
  id: string
  /** As the service calls it. */
  permission: string
  operation: OperationName
  isMadeUp: boolean
  /** What does not work here without it. */
  disables: readonly string[]
  input(): RawInput
}

const json = (value: unknown): RawInput => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

export const ownerOperation: OperationName = 'whoAmI'

export const probes: readonly Probe[] = [
  {
    id: 'view-all',
    permission: 'View all data',
    operation: 'searchInspections',
    isMadeUp: false,
    disables: [
      'New and changed inspections do not come in: lists, reviews and exports stay as they are',
      'Reports and media that were not read before cannot be opened',
    ],
    input: () => ({
      query: [
        ['field', 'audit_id'],
        ['limit', '1'],
      ],
    }),
  },
  {
    id: 'manage-all',
    permission: 'Manage all data',
    operation: 'createInspection',
    isMadeUp: true,
    disables: ['Inspections cannot be started from the API explorer'],
    input: () => json({ template_id: `template_${randomUUID().replaceAll('-', '')}` }),
  },
  {
    id: 'assets-access',
    permission: 'Assets: Access',
    operation: 'listStatusGroups',
    isMadeUp: false,
    disables: ['Status groups, the type board and assets cannot be read'],
    input: () => json({ page_size: 1 }),
  },
  {
    id: 'assets-settings',
    permission: 'Assets: Settings',
    operation: 'updateStatusGroup',
    isMadeUp: true,
    disables: [
      'Status groups cannot be created, changed or removed, nor assigned to asset types',
      'Statuses of assets cannot be set or restored',
    ],
    input: () => ({
      params: { statusGroupId: randomUUID() },
      ...json({ status_group: { name: 'Connection check' }, update_mask: 'name' }),
    }),
  },
  {
    id: 'users',
    permission: 'Platform management: Users',
    operation: 'listUsers',
    isMadeUp: false,
    disables: ['Users cannot be looked up, created or changed, so no user job can start'],
    input: () => json({ page_size: 1, list_all: true }),
  },
  {
    id: 'training',
    permission: 'Training: Access',
    operation: 'listTrainingCourses',
    isMadeUp: false,
    disables: ['Courses, paths, leaderboards and progress cannot be read'],
    input: () => ({
      query: [
        ['page', '1'],
        ['pageSize', '1'],
      ],
    }),
  },
  {
    id: 'webhooks',
    permission: 'Platform management: Integrations',
    operation: 'listWebhooks',
    isMadeUp: false,
    disables: [
      'Webhook subscriptions cannot be managed here, and their secret cannot be fetched',
      'Without webhooks, changes come in with the next scheduled sync',
    ],
    input: () => ({}),
  },
]

/** What an answer says of a permission. `trouble`: why there is none, in words. */
export function judge(
  { isMadeUp }: Pick<Probe, 'isMadeUp'>,
  status: number | null,
  trouble: string | null,
): Pick<CheckRow, 'verdict' | 'found'> {
  if (status === 403) return { verdict: 'missing', found: 'The service does not let the token do this.' }
  if (status === 401) return { verdict: 'unknown', found: 'The service does not accept the token at all.' }
  if (status === 429) return { verdict: 'unknown', found: 'The service asked to wait. Check again in a minute.' }
  if (status !== null && status >= 200 && status < 300)
    return isMadeUp
      ? {
          verdict: 'granted',
          found: 'The service took what it should have refused. Look there for something named “Connection check”.',
        }
      : { verdict: 'granted', found: 'The service answered.' }
  if (status !== null && status >= 500 && status !== 501)
    return { verdict: 'unknown', found: `The service failed (status ${status}). Check again in a moment.` }
  if (isMadeUp && status !== null && [400, 404, 409, 410, 422].includes(status))
    return { verdict: 'granted', found: 'The service looked for what does not exist, and found nothing.' }
  if (status !== null && [404, 405, 410, 501].includes(status))
    return { verdict: 'unknown', found: 'The service does not have this.' }
  if (status !== null) return { verdict: 'unknown', found: `The service answered with status ${status}.` }
  return { verdict: 'unknown', found: trouble ?? 'No answer came.' }
}
