'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mediaWallQueries } from '@/lib/media/queries'
import type { WallFile, WallParams } from '@/lib/media/schema'
import type { WallFiles } from './use-wall'

export interface FreshFiles {
  /** Number of files at the top that the wall does not show yet. */
  count: number
  /** Whether there may be more new files than were counted. */
  isMore: boolean
  /** Whether the wall has changed since it was loaded, even if files only moved or disappeared. */
  isChanged: boolean
  /** Shows the current wall, from its top. */
  take: () => void
}

const nameOf = ({ auditId, id }: WallFile) => `${auditId} ${id}`
const isSame = (one: WallFile, two: WallFile | undefined) =>
  two !== undefined && nameOf(one) === nameOf(two) && one.modifiedAt === two.modifiedAt && one.failed === two.failed

/** What changed at the top of a wall since it was loaded. The wall stays unchanged until a person asks or nobody uses it. */
export function useFreshFiles(params: WallParams, found: WallFiles): FreshFiles {
  const queryClient = useQueryClient()
  const { files, first, readAt, hasMore } = found
  const { data: newest } = useQuery({
    ...mediaWallQueries.newest(params),
    enabled: first !== undefined,
    initialData: () => first,
    initialDataUpdatedAt: readAt,
  })
  if (newest === undefined || first === undefined || newest === first)
    return { count: 0, isMore: false, isChanged: false, take: () => undefined }
  const known = new Set(files.map(nameOf))
  const last = hasMore ? files.at(-1) : undefined
  // Files after the last loaded one are loaded by scrolling.
  const isAbove = (file: WallFile) => last === undefined || Date.parse(file.modifiedAt) > Date.parse(last.modifiedAt)
  const count = newest.files.filter((file) => isAbove(file) && !known.has(nameOf(file))).length
  const isWhole = newest.after !== null || newest.files.length === files.length
  return {
    count,
    isMore: count > 0 && count === newest.files.length,
    isChanged: !isWhole || !newest.files.every((file, at) => isSame(file, files[at])),
    take: () => {
      const { queryKey } = mediaWallQueries.wall(params)
      // A page that is still loading would restore the previous wall.
      void queryClient
        .cancelQueries({ queryKey })
        .then(() => queryClient.setQueryData(queryKey, { pages: [newest], pageParams: [null] }))
    },
  }
}
