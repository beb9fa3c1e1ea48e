import { describeZip, recordExport } from '@/lib/activity/mutations'
import { database } from '@/lib/db/instance'
import { route } from '@/lib/http/route'
import { newZip, zipStarted } from '@/lib/media/schema'
import { readZipFiles } from '@/lib/media/zips/files'
import { zipJobs } from '@/lib/media/zips/jobs'
import { languageOf } from '@/lib/web/problem'

/** Chooses the files of a zip; GET …/[zipId]/file then downloads it, once. */
export const POST = route(
  {
    summary: 'Prepare a zip of the files of selected inspections',
    access: 'media:read',
    bucket: 'exports',
    body: newZip,
    bodyBytesMax: 2_000_000,
    answer: zipStarted,
  },
  async ({ actor, body, request, signal }) => {
    const content = await readZipFiles(await database(), body, { nowMs: Date.now(), signal })
    const { only, zone = 'UTC' } = body
    const language = languageOf(request.headers.get('accept-language'))
    const started = await zipJobs().create(actor.userId, content, { only, zone, language })
    await recordExport(actor, describeZip(started))
    return started
  },
)
