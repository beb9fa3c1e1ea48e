import 'server-only'
import { pathId } from '@/lib/ids'
import type { Lane } from '@/lib/service/operation'
import type { Service } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import { formatWords, readHrefName, readPhrase, readPreferenceId, readStatus, type StatusRead } from './model'
import type { ExportFormat, ExportWay } from './schema'

/** The requests for one document. They hide the differences between the two ways to create one. */
export interface Order {
  auditId: string
  format: ExportFormat
  via: ExportWay
  zone: string
  profileId: string | null
}

export interface StepOptions {
  lane: Lane
  signal?: AbortSignal
  deadlineMs?: number
}

/**
 * Starts a document.
 * @returns its id at the service; null when the start was accepted without a usable id
 * @throws AppError as `Service.call` does: upstream_unknown when the response was lost
 */
export async function startDocument(
  service: Pick<Service, 'call'>,
  order: Order,
  options: StepOptions,
): Promise<string | null> {
  const { auditId, format, via, zone, profileId } = order
  const given =
    via === 'report'
      ? (
          await service.call(
            'startReport',
            {
              params: { auditId },
              body: {
                format: formatWords.report[format],
                ...(profileId === null ? {} : { preference_id: readPreferenceId(profileId) }),
              },
            },
            options,
          )
        ).messageId
      : (
          await service.call(
            'startExport',
            {
              params: { auditId },
              query: {
                format: formatWords.export[format],
                timezone: zone,
                ...(profileId === null ? {} : { export_profile: profileId }),
              },
            },
            options,
          )
        ).id
  const id = pathId.safeParse(given)
  return id.success ? id.data : null
}

export interface DocumentState extends StatusRead {
  /** Why the document failed, in the words of the service. */
  reason: string | null
  /** For an export: the last part of the document's path. */
  fileName: string | null
  /** For a report: the document's address, which expires soon. */
  url: string | null
}

/** The state of a document. A finished document without an address counts as unfinished. */
export async function readDocumentState(
  service: Pick<Service, 'call'>,
  { auditId, via, remoteId }: Pick<Order, 'auditId' | 'via'> & { remoteId: string },
  options: StepOptions,
): Promise<DocumentState> {
  const params = { auditId, exportId: remoteId }
  const answer: Record<string, unknown> =
    via === 'report'
      ? await service.call('getReport', { params }, options)
      : await service.call('getExport', { params }, options)
  const read = readStatus(answer['status'])
  const fileName = readPhrase(answer['filename'], 255) ?? readHrefName(answer['href'])
  const url = typeof answer['url'] === 'string' && answer['url'] !== '' ? answer['url'] : null
  const isThere = via === 'report' ? url !== null : fileName !== null
  return {
    ...(read.state === 'ready' && !isThere
      ? { state: 'running', strange: serverText('exports.withoutAddress') }
      : read),
    reason: readPhrase(answer['error']) ?? readPhrase(answer['info']),
    fileName,
    url,
  }
}
