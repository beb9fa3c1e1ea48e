import 'server-only'
import { randomUUID } from 'node:crypto'
import type { OperationName, RawInput } from '@/lib/service/types'
import type { CheckRow } from './schema'

/**
 * One question for each permission that the console has a use for. None of them should change anything: they read one row,
 * or they ask to change what does not exist. Who may not is mostly refused before anyone looks for it; a service that looks
 * first answers everybody alike, so what such an answer tells is marked as inferred.
 */
export interface Probe {
  id: string
  /** As the service calls it. */
  permission: string
  operation: OperationName
  isMadeUp: boolean
  /** Of one that is made up: what there would be at the service if it took it all the same. */
  leaves?: string
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
    leaves: 'an inspection that was started at this time from a template that does not exist',
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
    leaves: 'a status group named “Connection check”',
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

export type Judgement = Pick<CheckRow, 'verdict' | 'found' | 'isInferred' | 'wasTaken'>

const say = (verdict: CheckRow['verdict'], found: string): Judgement => ({
  verdict,
  found,
  isInferred: false,
  wasTaken: false,
})

/** What an answer says of a permission. `trouble`: why there is none, in words. */
export function judge(
  { isMadeUp, leaves = 'what it asked for' }: Pick<Probe, 'isMadeUp' | 'leaves'>,
  status: number | null,
  trouble: string | null,
): Judgement {
  if (status === null) return say('unknown', trouble ?? 'No answer came.')
  if (status === 403) return say('missing', 'The service does not let the token do this.')
  if (status === 401) return say('unknown', 'The service does not accept the token at all.')
  if (status === 429) return say('unknown', 'The service asked to wait. Check again in a minute.')
  if (status >= 200 && status < 300)
    return isMadeUp
      ? {
          ...say('granted', `The service took a write that it should have refused. Look there for ${leaves}.`),
          wasTaken: true,
        }
      : say('granted', 'The service answered.')
  if (status >= 500 && status !== 501)
    return say('unknown', `The service failed (status ${status}). Check again in a moment.`)
  if (isMadeUp && [404, 410].includes(status))
    return {
      ...say('granted', 'The service looked for what does not exist, and found nothing: the token probably may.'),
      isInferred: true,
    }
  if (isMadeUp && [400, 409, 422].includes(status))
    return {
      ...say('granted', 'The service refused what was sent, and not the token: it probably may.'),
      isInferred: true,
    }
  if ([404, 405, 410, 501].includes(status)) return say('unknown', 'The service does not have this.')
  return say('unknown', `The service answered with status ${status}.`)
}
