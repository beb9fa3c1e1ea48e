'use client'

import { useTranslations } from 'next-intl'
import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { statusGroupCalls } from '@/lib/status-groups/queries'
import { isAnswerLost, useBoardCache } from '@/components/status-groups/board-cache'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import type { Outcome } from './outcome'

/** Recreates a deleted group from the activity log. */
export function RecreateButton({
  activityId,
  name,
  snapshotCount,
  typeCount,
  refusal,
  onDone,
}: {
  activityId: string
  name: string
  snapshotCount: number
  typeCount: number | undefined
  refusal: string | null
  onDone: (outcome: Omit<Outcome, 'id'>) => void
}) {
  const t = useTranslations('statusGroups.recreate')
  const cache = useBoardCache()
  const again = useMutation({
    mutationFn: () => statusGroupCalls.recreate(activityId),
    onSuccess: (written) => {
      if (written.group !== null) cache.put(written.group)
      onDone({
        act: 'recreate',
        name,
        written,
        groupId: written.group?.groupId ?? null,
        deletion: { activityId, snapshotCount },
        ...(typeCount === undefined ? {} : { typeCount }),
      })
    },
    onSettled: () => cache.settle(),
  })
  const isLost = again.error !== null && isAnswerLost(again.error)
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <GuardedButton
        size="sm"
        icon={RotateCcw}
        refusal={refusal}
        busy={again.isPending}
        onClick={() => again.mutate()}
        aria-label={t('label', { name })}
      >
        {t('actions.recreate')}
      </GuardedButton>
      {again.error !== null && (
        <ErrorNotice
          error={again.error}
          tone={isLost ? 'attention' : 'bad'}
          title={isLost ? t('unknown', { name }) : t('failed', { name })}
          {...(isLost ? { next: t('next') } : {})}
        />
      )}
    </div>
  )
}
