'use client'

import { useSyncExternalStore } from 'react'
import { zipQueries } from '@/lib/media/queries'
import type { NewZip, ZipStarted } from '@/lib/media/schema'

// Outside of all components, so that a zip that takes minutes stays visible on other pages.
const none: readonly ZipStarted[] = []
let zips: readonly ZipStarted[] = none
const listeners = new Set<() => void>()

function set(next: readonly ZipStarted[]) {
  zips = next
  for (const listener of listeners) listener()
}

/** Starts a download by the browser, which writes the zip to disk as it arrives, so that no page has to hold it. */
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

/** Chooses the files and starts their download. @throws ApiError with a message for the person */
export async function startZip(zip: NewZip): Promise<void> {
  show(await zipQueries.create(zip))
}

/** Downloads the files that another zip lacks, and replaces that zip. @throws like `startZip` */
export async function retryZip(zipId: string): Promise<void> {
  const again = await zipQueries.retry(zipId)
  dismissZip(zipId)
  show(again)
}

/** Removes a zip from the panel. */
export function dismissZip(zipId: string): void {
  set(zips.filter((zip) => zip.zipId !== zipId))
}

/** The zips that were started in this tab and not removed, newest first. */
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
