'use client'

import { useSyncExternalStore } from 'react'
import { zipQueries } from '@/lib/media/queries'
import type { NewZip, ZipStarted } from '@/lib/media/schema'

// Outside of all components: opening another page must not lose sight of a zip that takes minutes.
const none: readonly ZipStarted[] = []
let zips: readonly ZipStarted[] = none
const listeners = new Set<() => void>()

function set(next: readonly ZipStarted[]) {
  zips = next
  for (const listener of listeners) listener()
}

/** Hands a zip to the browser's own downloads: it goes to the disk as it comes, and no page has to hold it. */
function download({ zipId, fileName }: ZipStarted): void {
  const link = document.createElement('a')
  link.href = zipQueries.fileHref(zipId)
  link.download = fileName
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}

function show(zip: ZipStarted): void {
  set([zip, ...zips])
  download(zip)
}

/** Chooses the files and begins to download them. @throws ApiError with a sentence for the person */
export async function startZip(zip: NewZip): Promise<void> {
  show(await zipQueries.create(zip))
}

/** Downloads what another zip lacks, in its place. @throws as `startZip` */
export async function retryZip(zipId: string): Promise<void> {
  const again = await zipQueries.retry(zipId)
  dismissZip(zipId)
  show(again)
}

/** No longer shows a zip. */
export function dismissZip(zipId: string): void {
  set(zips.filter((zip) => zip.zipId !== zipId))
}

/** The zips that were started in this tab and not put away, the newest first. */
export function useZips(): readonly ZipStarted[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => zips,
    () => none,
  )
}
