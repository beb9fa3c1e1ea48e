'use client'

import { useTranslations } from 'next-intl'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { assetCalls } from '@/lib/assets/queries'
import { useMay } from '@/lib/browser/sign-in/actor'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { Reach } from '@/lib/status-groups/schema'
import { describeGaps } from '@/lib/status-groups/view'

/** Why parts of this page are missing. Renders nothing if the page is complete. */
export function ReachNote({ reach, refusal }: { reach: Reach; refusal: string | null }) {
  const t = useTranslations('statusGroups.reach')
  const gaps = [...(refusal === null ? [] : [refusal]), ...describeGaps(t, reach)]
  if (gaps.length === 0) return null
  return (
    <div className="flex gap-3 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
      <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
      <div className="min-w-0 space-y-1">
        {gaps.map((gap) => (
          <p key={gap}>{gap}</p>
        ))}
      </div>
    </div>
  )
}

/** When the assets were counted, with a button to recount them. */
export function CountedAt({ reach }: { reach: Reach }) {
  const t = useTranslations('statusGroups.counts')
  const queryClient = useQueryClient()
  const toast = useToast()
  const mayCount = useMay('assets:write')
  const counting = useMutation({
    mutationFn: () => assetCalls.refresh(),
    onSuccess: ({ count }) => announce(t('recounted', { count })),
    onError: (error) =>
      toast.show({
        tone: 'bad',
        title: t('recountFailed'),
        description: t('recountKept', { reason: describeError(error).message }),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: statusGroupQueries.all }),
  })
  if (reach.assets === 'refused') return null
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-2 text-sm text-ink-muted">
      {reach.assets === 'pending' && reach.assetsAsOf === null ? (
        <>
          <Spinner /> {t('first')}
        </>
      ) : (
        <>
          {reach.assetsAsOf === null ? t('assetsNever') : <AssetsCountedAt at={reach.assetsAsOf} />}
          {mayCount && (
            <Button
              size="sm"
              variant="ghost"
              icon={RotateCw}
              busy={counting.isPending}
              onClick={() => counting.mutate()}
            >
              {t('actions.recount')}
            </Button>
          )}
        </>
      )}
    </p>
  )
}

function AssetsCountedAt({ at }: { at: string }) {
  const t = useTranslations('statusGroups.counts')
  const time = <Time value={at} format="relative" />
  return <span>{t.rich('assetsAt', { time: () => time })}</span>
}
