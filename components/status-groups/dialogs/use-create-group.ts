'use client'

import { useTranslations } from 'next-intl'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@/lib/browser/api'
import { statusGroupCalls } from '@/lib/status-groups/queries'
import type { NewStatusGroup, StatusGroupBoard, StatusGroupWritten } from '@/lib/status-groups/schema'
import { nameKey } from '@/lib/status-groups/view'
import { isAnswerLost, useBoardCache } from '@/components/status-groups/board-cache'

/** Creates a group. If the response is lost, it searches the list for the group instead of sending it again. */
export function useCreateGroup(
  /** `written` is null if the response was lost and only the list shows that the group exists. */
  onCreated: (name: string, groupId: string | null, written: StatusGroupWritten | null) => void,
) {
  const t = useTranslations('statusGroups.create.lost')
  const cache = useBoardCache()

  /** No response arrived, so the list has to show whether the group was created. */
  async function findCreated(name: string, before: ReadonlySet<string>) {
    let now: StatusGroupBoard
    try {
      now = await cache.readAgain()
    } catch {
      throw new ApiError(0, 'upstream_unknown', t('noList'))
    }
    const made = now.groups.find((group) => !before.has(group.groupId) && nameKey(group.name) === nameKey(name))
    if (made !== undefined) return { name, written: null, groupId: made.groupId }
    throw new ApiError(0, 'upstream_unknown', t('notListed'))
  }

  return useMutation({
    mutationFn: async (group: NewStatusGroup) => {
      const before = new Set(cache.read()?.groups.map(({ groupId }) => groupId))
      try {
        return { name: group.name, written: await statusGroupCalls.create(group), groupId: null }
      } catch (error) {
        if (!isAnswerLost(error)) throw error
        return await findCreated(group.name, before)
      }
    },
    onSuccess: ({ name, written, groupId }) => {
      if (written?.group != null) cache.put(written.group)
      onCreated(name, written?.group?.groupId ?? groupId, written)
    },
    onSettled: () => cache.settle(),
  })
}
