import { isHeic, mediaHref, thumbHref } from '@/lib/media/model'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'

type File = Pick<ViewerMedia, 'id' | 'auditId' | 'kind' | 'ext' | 'isFetchable'>

/** The picture to show until the original has loaded; null if the file has none. */
export function previewHref(file: File, kind: MediaKind = file.kind): string | null {
  return kind === 'image' && file.isFetchable ? thumbHref(file.auditId, file.id, 'large') : null
}

/** The original of a photo; null for other files, which are streamed or loaded in parts. */
export function originalHref(file: File, kind: MediaKind = file.kind): string | null {
  return (kind === 'image' || isHeic(file)) && file.isFetchable ? mediaHref(file.auditId, file.id) : null
}

/**
 * What to load for the file at `index`, the most urgent first: its preview and original, then two files in each direction.
 * While a person moves through files (`isSettled` false), only previews: they are small, and the next two are needed soon.
 * @param kind the detected type of the file at `index`, if its name does not say it
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
