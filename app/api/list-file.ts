import type { Actor } from '@/lib/access/actor'
import { readFileLanguage } from '@/lib/account/data'
import type { NewActivity } from '@/lib/activity/journal'
import { recordExport } from '@/lib/activity/mutations'
import { type TableFormat, tableTypes } from '@/lib/csv/formats'
import { tableFileName } from '@/lib/csv/table'
import { contentDisposition } from '@/lib/http/media-policy'
import type { PageLanguage } from '@/lib/messages/languages'

/** Sends a list as a file, and records in the log who downloaded it. `act`: its action, and the filter of the list. */
export async function sendList(
  { actor, request }: { actor: Actor; request: Request },
  { name, zone, format }: { name: string; zone: string; format: TableFormat },
  act: Pick<NewActivity, 'action' | 'objectKind' | 'after'>,
  open: (language: PageLanguage) => ReadableStream<Uint8Array>,
): Promise<Response> {
  await recordExport(actor, { ...act, objectId: null, objectName: name })
  return new Response(open(await readFileLanguage(request.headers)), {
    headers: {
      'content-type': tableTypes[format],
      'content-disposition': contentDisposition('attachment', tableFileName(name, new Date(), { zone, format })),
    },
  })
}
