import { addressOf } from '@/lib/base-path'
import { zipQueries } from '@/lib/media/queries'
import type { NewZip, ZipStarted } from '@/lib/media/schema'
import { addZip, dismissZip } from './zip-store'

/** Lets the browser download the zip. It writes the data to disk as it arrives, so that no page needs memory for it. */
function download({ zipId, fileName }: ZipStarted): void {
  const link = document.createElement('a')
  link.href = addressOf(zipQueries.fileHref(zipId))
  link.download = fileName
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}

function show(zip: ZipStarted): void {
  addZip(zip)
  download(zip)
}

/** Chooses the files and starts their download. @throws ApiError with a message for the person */
export async function startZip(zip: NewZip): Promise<void> {
  show(await zipQueries.create(zip))
}

/** Downloads the files that are missing in another zip, and replaces that zip in the panel. @throws like `startZip` */
export async function retryZip(zipId: string): Promise<void> {
  const again = await zipQueries.retry(zipId)
  dismissZip(zipId)
  show(again)
}
