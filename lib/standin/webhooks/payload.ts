import type { InspectionDocument } from '../demo/types'
import { organizationId } from '../users/demo'
import { innerKeyOf, type EventKind } from './events'

interface Event {
  webhookId: string
  kind: EventKind
  eventTypes: readonly string[]
  triggeredAtMs: number
  document: InspectionDocument
}

/** The service names the organization by a UUID here, by `role_` and the same digits elsewhere. */
export const organizationUuid = organizationId
  .replace('role_', '')
  .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What is sent (version 3.0.0): hardly more than which inspection it is. Times of events have no milliseconds there. */
export function makePayload({ webhookId, kind, eventTypes, triggeredAtMs, document }: Event): string {
  const { audit_data: data, audit_id: id } = document
  const authorship = data['authorship'] as Record<string, unknown> | undefined
  return JSON.stringify({
    webhook_id: webhookId,
    version: '3.0.0',
    event: {
      date_triggered: new Date(triggeredAtMs).toISOString().replace(/\.\d+Z$/, 'Z'),
      event_types: eventTypes,
      triggered_by: { user: text(authorship?.['author_id']), organization: organizationUuid },
    },
    resource: { id, type: 'INSPECTION' },
    data: {
      event: { [innerKeyOf(kind)]: {} },
      details: {
        inspection_id: id,
        template_id: document.template_id,
        org_id: organizationUuid,
        modify_time: document.modified_at,
        canonical_start_time: text(data['date_started']),
        // INFERRED: no source shows what is inside.
        score: {
          score: data['score'],
          max_score: data['total_score'],
          score_percentage: data['score_percentage'],
        },
      },
    },
  })
}
