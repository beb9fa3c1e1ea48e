import { describeZip, recordExport } from '@/lib/activity/mutations'
import { database } from '@/lib/db/instance'
import { route } from '@/lib/http/route'
import { newZip, zipStarted } from '@/lib/media/schema'
import { readZipFiles } from '@/lib/media/zips/files'
import { zipJobs } from '@/lib/media/zips/jobs'

/** Chooses the files of a zip; GET …/[zipId]/file then downloads it, once. */
export const POST = route(
  {
    summary: 'Prepare a zip of the files of chosen inspections',
    access: 'media:read',
    bucket: 'exports',
    body: newZip,
    bodyBytesMax: 2_000_000,
    answer: zipStarted,
  },
  async ({ actor, body, signal }) => {
    const content = await readZipFiles(await database(), body, { nowMs: Date.now(), signal })
    const started = zipJobs().create(actor.userId, content, { only: body.only, zone: body.zone ?? 'UTC' })
    await recordExport(actor, describeZip(started))
    return started
  },
)
