import { isHeic, mediaHref, thumbHref } from '@/lib/media/model'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'

type File = Pick<ViewerMedia, 'id' | 'auditId' | 'kind' | 'ext' | 'isFetchable'>

/** The picture to show until the original is there; null for what has none. */
export function previewHref(file: File, kind: MediaKind = file.kind): string | null {
  return kind === 'image' && file.isFetchable ? thumbHref(file.auditId, file.id, 'large') : null
}

/** The original of a photo; null for what is not one, and is streamed or read by parts instead. */
export function originalHref(file: File, kind: MediaKind = file.kind): string | null {
  return (kind === 'image' || isHeic(file)) && file.isFetchable ? mediaHref(file.auditId, file.id) : null
}

/**
 * What to load for the file at `index`, the most urgent first: its preview and original, then two each way. While a
 * person leafs (`isSettled` false) only previews: they are small, and those two on are what comes next.
 * @param kind what the file at `index` turned out to be, where its name does not tell
 */
export function planLoads(
  media: readonly File[],
  index: number,
  options: { isSettled: boolean; kind?: MediaKind },
): string[] {
  const here = media[index]
  if (here === undefined) return []
  const around = [1, -1, 2, -2].flatMap((step) => media[index + step] ?? [])
  const hrefs = [previewHref(here, options.kind)]
  if (options.isSettled) hrefs.push(originalHref(here, options.kind))
  hrefs.push(...around.map((file) => previewHref(file)))
  if (options.isSettled) hrefs.push(...around.slice(0, 2).map((file) => originalHref(file)))
  return [...new Set(hrefs.filter((href) => href !== null))]
}
