import type { InspectionDocument } from '../types'
import { organizationId } from '../users/demo'
import { innerKeyOf, type EventKind } from './events'
import type { ActionHappening } from './watch'

interface Event {
  webhookId: string
  eventTypes: readonly string[]
  triggeredAtMs: number
}

/** What a delivery says about its object. */
interface About {
  resource: { id: string; type: 'INSPECTION' | 'ACTION' }
  triggeredBy: string
  /** The one key under `data.event`, and its value. */
  inner: Record<string, unknown>
  details: Record<string, unknown>
}

/** The service names the organization by a UUID here, and by `role_` and the same digits elsewhere. */
export const organizationUuid = organizationId
  .replace('role_', '')
  .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export function aboutInspection(kind: EventKind, document: InspectionDocument): About {
  const { audit_data: data, audit_id: id } = document
  const authorship = data['authorship'] as Record<string, unknown> | undefined
  return {
    resource: { id, type: 'INSPECTION' },
    triggeredBy: text(authorship?.['author_id']),
    inner: { [innerKeyOf(kind)]: {} },
    details: {
      inspection_id: id,
      template_id: document.template_id,
      org_id: organizationUuid,
      modify_time: document.modified_at,
      canonical_start_time: text(data['date_started']),
      // INFERRED: no source shows the content.
      score: { score: data['score'], max_score: data['total_score'], score_percentage: data['score_percentage'] },
    },
  }
}

/** INFERRED except for the resource: no source shows a delivery about an action. */
export function aboutAction({ kind, action, assigneeId, assignedBy }: ActionHappening): About {
  return {
    resource: { id: action.id, type: 'ACTION' },
    triggeredBy: assignedBy,
    inner: { [innerKeyOf(kind)]: { collaborators: [{ user_id: assigneeId }] } },
    details: { action_id: action.id, title: action.title, org_id: organizationUuid },
  }
}

/**
 * The body of a delivery (version 3.0.0): little more than the id of its object. Times of events have no milliseconds
 * there.
 */
export function makePayload({ webhookId, eventTypes, triggeredAtMs }: Event, about: About): string {
  return JSON.stringify({
    webhook_id: webhookId,
    version: '3.0.0',
    event: {
      date_triggered: new Date(triggeredAtMs).toISOString().replace(/\.\d+Z$/, 'Z'),
      event_types: eventTypes,
      triggered_by: { user: about.triggeredBy, organization: organizationUuid },
    },
    resource: about.resource,
    data: { event: about.inner, details: about.details },
  })
}
