import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import { type FileState, FileStore } from '@/components/media/file-store'
import { originalHref, planLoads, previewHref } from './load-plan'

/** How long a file must be open before its original is loaded. Moving faster loads only previews. */
export const settleMs = 150

/**
 * Loads the file at `index` and its neighbors. Stops loading files that the person has moved past.
 * @param kind the type of the file at `index`
 */
export function useFiles(
  media: readonly ViewerMedia[],
  index: number,
  kind: MediaKind | null,
): { preview: FileState; original: FileState; retry: () => void } {
  const [store] = useState(() => new FileStore())
  const file = media[index]
  const isSettled = useSettled(file === undefined ? '' : `${file.auditId}/${file.id}`)
  const plan = useMemo(
    () => planLoads(media, index, kind === null ? { isSettled } : { isSettled, kind }),
    [media, index, kind, isSettled],
  )
  useEffect(() => store.want(plan), [store, plan])
  useEffect(() => () => store.clear(), [store])
  const [preview, original] = useMemo(
    () => (file === undefined || kind === null ? [null, null] : [previewHref(file, kind), originalHref(file, kind)]),
    [file, kind],
  )
  return {
    preview: useFile(store, preview),
    original: useFile(store, original),
    retry: () => {
      if (original !== null) store.retry(original)
    },
  }
}

function useFile(store: FileStore, href: string | null): FileState {
  return useSyncExternalStore(
    store.subscribe,
    () => store.read(href),
    () => store.read(null),
  )
}

function useSettled(key: string): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), settleMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled === key
}
