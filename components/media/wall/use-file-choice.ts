import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { ViewerMedia } from '@/lib/media/schema'
import { mediaKinds, wallShows } from '@/lib/media/values-model'

const choice = {
  files: parseAsStringLiteral(wallShows).withDefault('all'),
  kind: parseAsArrayOf(parseAsStringLiteral(mediaKinds)).withDefault([]),
}

/** The filter of an inspection's files, which is in the address, and the files that it leaves. */
export function useFileChoice(media: readonly ViewerMedia[]) {
  const [{ files: show, kind: kinds }, setChoice] = useQueryStates(choice)
  const found = useMemo(
    () => media.filter((file) => (show === 'all' || file.failed) && (kinds.length === 0 || kinds.includes(file.kind))),
    [media, show, kinds],
  )
  return { show, kinds, found, setChoice }
}

/** The files that the viewer steps through: on the Media tab those of its filter, elsewhere all. */
export function useViewerFiles(media: readonly ViewerMedia[], openId: string | null): readonly ViewerMedia[] {
  const { found } = useFileChoice(media)
  const [tab] = useQueryState('tab', parseAsString)
  // A link can open a file that the filter leaves out.
  return tab === 'media' && found.some(({ id }) => id === openId) ? found : media
}
