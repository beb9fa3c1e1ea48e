import { readFileLanguage } from '@/lib/account/data'
import { recordExport } from '@/lib/activity/mutations'
import type { Actor } from '@/lib/access/actor'
import { type TableFormat, tableTypes } from '@/lib/csv/formats'
import { settings } from '@/lib/env'
import { contentDisposition } from '@/lib/http/media-policy'
import { route } from '@/lib/http/route'
import { exportInspections, type ExportRequest } from '@/lib/inspections/export/export'
import { exportFileName, readColumns } from '@/lib/inspections/model'
import { exportBody, exportQuery } from '@/lib/inspections/export-schema'
import { exportTotalHeader, readListParams } from '@/lib/inspections/params-model'

export const dynamic = 'force-dynamic'

// People may see these rows anyway, so the permission to read is enough. An export costs more: its bucket is smaller.
const rights = { access: 'inspections:read', bucket: 'exports' } as const

export const GET = route(
  { summary: 'Download a list of inspections as CSV or Excel', answerType: 'text/csv', ...rights, query: exportQuery },
  ({ actor, query, request }) => answer(actor, { ...query, params: query }, request),
)

/** Same as GET, but for chosen rows, because their ids do not fit into an address. Changes nothing. */
export const POST = route(
  {
    summary: 'Download selected inspections as CSV or Excel',
    answerType: 'text/csv',
    ...rights,
    body: exportBody,
    bodyBytesMax: 5_000_000,
  },
  ({ actor, body, request }) => answer(actor, body, request),
)

interface Asked extends Pick<ExportRequest, 'selection' | 'groupBy'> {
  params: Parameters<typeof readListParams>[0]
  columns?: string | undefined
  zone?: readonly string[] | undefined
  name?: string | undefined
  format: TableFormat
  links: 'true' | 'false'
}

async function answer(
  actor: Actor,
  { params: given, columns, groupBy, zone: zones, name, selection, format, links }: Asked,
  { headers, signal }: Request,
) {
  const params = readListParams(given)
  const zone = zones?.[0] ?? params.tz?.[0] ?? 'UTC'
  const { total, body } = await exportInspections(
    {
      params,
      columns: readColumns(columns),
      groupBy,
      zone,
      language: await readFileLanguage(headers),
      selection,
      format,
      linkOrigin: links === 'true' ? settings().publicUrl : null,
    },
    { signal },
  )
  await recordExport(actor, {
    action: 'inspection.export',
    objectKind: 'inspection',
    objectId: null,
    objectName: total === 1 ? '1 inspection' : `${total.toLocaleString('en')} inspections`,
    after: { rows: total, params, ...(selection === undefined ? {} : { chosen: selection.kind }) },
  })
  return new Response(body, {
    headers: {
      'content-type': tableTypes[format],
      'content-disposition': contentDisposition('attachment', exportFileName(name, new Date(), zone, format)),
      [exportTotalHeader]: String(total),
    },
  })
}
