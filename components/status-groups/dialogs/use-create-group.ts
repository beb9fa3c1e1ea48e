'use client'

import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@/lib/browser/api'
import { statusGroupCalls } from '@/lib/status-groups/queries'
import type { NewStatusGroup, StatusGroupBoard, StatusGroupWritten } from '@/lib/status-groups/schema'
import { nameKey } from '@/lib/status-groups/view'
import { isAnswerLost, useBoardCache } from '@/components/status-groups/board-cache'

/** Creates a group. Where the answer is lost, it looks for the group in the list instead of sending it again. */
export function useCreateGroup(
  /** `written` is null where only the list shows that the group is there. */
  onCreated: (name: string, groupId: string | null, written: StatusGroupWritten | null) => void,
) {
  const cache = useBoardCache()

  /** This page has no answer, so the list shows whether the group was created. */
  async function lookForIt(name: string, before: ReadonlySet<string>) {
    let now: StatusGroupBoard
    try {
      now = await cache.readAgain()
    } catch {
      throw new ApiError(
        0,
        'upstream_unknown',
        'No answer came, and the list could not be read either. Look at the list before you create it again.',
      )
    }
    const made = now.groups.find((group) => !before.has(group.groupId) && nameKey(group.name) === nameKey(name))
    if (made !== undefined) return { name, written: null, groupId: made.groupId }
    throw new ApiError(
      0,
      'upstream_unknown',
      'No answer came. The list was read again and does not have it yet. Look at the list once more before you create it again.',
    )
  }

  return useMutation({
    mutationFn: async (group: NewStatusGroup) => {
      const before = new Set(cache.read()?.groups.map(({ groupId }) => groupId))
      try {
        return { name: group.name, written: await statusGroupCalls.create(group), groupId: null }
      } catch (error) {
        if (!isAnswerLost(error)) throw error
        return await lookForIt(group.name, before)
      }
    },
    onSuccess: ({ name, written, groupId }) => {
      if (written?.group != null) cache.put(written.group)
      onCreated(name, written?.group?.groupId ?? groupId, written)
    },
    onSettled: () => cache.settle(),
  })
}
