import 'server-only'
import { randomUUID } from 'node:crypto'
import type { OperationName, RawInput } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import type { CheckRow } from './schema'

type Leaves = 'inspection' | 'statusGroup' | 'other'

/**
 * One probe for each permission that the console needs. Probes should not change anything: they read one row, or try to
 * change an object that does not exist. Most services check the permission first. A service that looks for the object
 * first sends the same response to everybody, so such a result is marked as inferred.
 */
export interface Probe {
  id: string
  /** The permission's name in the service. */
  permission: string
  operation: OperationName
  isMadeUp: boolean
  /** For a made-up object: what would be left at the service if it accepted the request anyway. */
  leaves?: Leaves
  /** What does not work without the permission. */
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
    disables: [serverText('system.check.disables.newInspections'), serverText('system.check.disables.reports')],
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
    leaves: 'inspection',
    disables: [serverText('system.check.disables.startInspections')],
    input: () => json({ template_id: `template_${randomUUID().replaceAll('-', '')}` }),
  },
  {
    id: 'assets-access',
    permission: 'Assets: Access',
    operation: 'listStatusGroups',
    isMadeUp: false,
    disables: [serverText('system.check.disables.readGroups')],
    input: () => json({ page_size: 1 }),
  },
  {
    id: 'assets-settings',
    permission: 'Assets: Settings',
    operation: 'updateStatusGroup',
    isMadeUp: true,
    leaves: 'statusGroup',
    disables: [serverText('system.check.disables.changeGroups'), serverText('system.check.disables.setStatuses')],
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
    disables: [serverText('system.check.disables.users')],
    input: () => json({ page_size: 1, list_all: true }),
  },
  {
    id: 'training',
    permission: 'Training: Access',
    operation: 'listTrainingCourses',
    isMadeUp: false,
    disables: [serverText('system.check.disables.training')],
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
    disables: [serverText('system.check.disables.webhooks'), serverText('system.check.disables.quickChanges')],
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

/** What a response shows about a permission. `trouble`: why there is no response, as a text. */
export function judge(
  { isMadeUp, leaves = 'other' }: Pick<Probe, 'isMadeUp' | 'leaves'>,
  status: number | null,
  trouble: string | null,
): Judgement {
  if (status === null) return say('unknown', trouble ?? serverText('system.check.found.noResponse'))
  if (status === 403) return say('missing', serverText('system.check.found.notPermitted'))
  if (status === 401) return say('unknown', serverText('system.check.found.tokenRefused'))
  if (status === 429) return say('unknown', serverText('system.check.found.tooMany'))
  if (status >= 200 && status < 300)
    return isMadeUp
      ? {
          ...say(
            'granted',
            serverText('system.check.found.taken', { leaves: serverText(`system.check.leaves.${leaves}`) }),
          ),
          wasTaken: true,
        }
      : say('granted', serverText('system.check.found.responded'))
  if (status >= 500 && status !== 501) return say('unknown', serverText('system.check.found.failed', { status }))
  if (isMadeUp && [404, 410].includes(status))
    return {
      ...say('granted', serverText('system.check.found.madeUpNotFound', { status })),
      isInferred: true,
    }
  if (isMadeUp && [400, 409, 422].includes(status))
    return {
      ...say('granted', serverText('system.check.found.madeUpRefused')),
      isInferred: true,
    }
  if ([404, 405, 410, 501].includes(status)) return say('unknown', serverText('system.check.found.notThere'))
  return say('unknown', serverText('system.check.found.status', { status }))
}
