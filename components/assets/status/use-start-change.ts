'use client'

import { useTranslations } from 'next-intl'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import type { AssetSelection, StartedChange } from '@/lib/asset-changes/schema'
import type { AssetFilter } from '@/lib/assets/schema'
import { findLostChange, isAnswerLost, readSentAt } from '@/components/assets/follow-change'
import type { StatusChoice } from './status-choices'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'

/** Sets the status of the selection. If the response is lost, searches for the change instead of sending it again. */
export function useStartChange({
  selecting,
  filter,
  onStarted,
}: {
  selecting: AssetSelecting
  filter: AssetFilter
  onStarted: (changeId: string) => void
}) {
  const t = useTranslations('assets.bulk')
  const queryClient = useQueryClient()
  const toast = useToast()
  const [state, setState] = useState<{ isStarting: boolean; error: unknown }>({ isStarting: false, error: null })
  const seen = useRef(new Set<string>())
  const start = async ({ optionId, takes }: StatusChoice) => {
    setState({ isStarting: true, error: null })
    const sentAt = readSentAt()
    try {
      let started: StartedChange | null = null
      try {
        started = await assetChangeCalls.setStatus({ selection: readSelection(selecting, filter), optionId })
      } catch (error) {
        const found = isAnswerLost(error) ? await findStarted(sentAt, optionId) : null
        if (found === null) throw error
        seen.current.add(found)
        return onStarted(found)
      }
      // The dialog has already said how many are skipped, so this is shown only if the numbers differ.
      if (started.change.total !== takes)
        toast.show({
          tone: 'attention',
          title: t('otherCount', { count: started.change.total, expected: takes }),
          description: started.leftOutNote ?? t('otherCountNote'),
        })
      return onStarted(started.change.changeId)
    } catch (error) {
      return setState({ isStarting: false, error })
    }
  }
  const findStarted = (sentAt: number, optionId: string | null) =>
    findLostChange(queryClient, sentAt, async ({ changeId, total }, read) => {
      if (total < 2 || seen.current.has(changeId)) return false
      const [step] = (await read()).steps
      return step?.objectKind === 'asset' && (step.after?.optionId ?? null) === optionId
    })
  return { ...state, start }
}

function readSelection({ selection }: AssetSelecting, filter: AssetFilter): AssetSelection {
  return selection.kind === 'ids'
    ? { kind: 'ids', ids: [...selection.ids] }
    : { kind: 'filter', filter, except: [...selection.except] }
}
