'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { assetCalls } from '@/lib/assets/queries'
import { useMay } from '@/lib/browser/actor'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { Reach } from '@/lib/status-groups/schema'
import { describeGaps } from '@/lib/status-groups/view'

/** What is missing on this page and why, in plain words. Nothing when all is there. */
export function ReachNote({ reach, refusal }: { reach: Reach; refusal: string | null }) {
  const gaps = [...(refusal === null ? [] : [refusal]), ...describeGaps(reach)]
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

/** When the assets were counted, and the way to have them counted again. */
export function CountedAt({ reach }: { reach: Reach }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const mayCount = useMay('assets:write')
  const counting = useMutation({
    mutationFn: () => assetCalls.refresh(),
    onSuccess: ({ count }) => announce(`Counted ${formatCount(count)} assets.`),
    onError: (error) =>
      toast.show({
        tone: 'bad',
        title: 'The assets were not counted again',
        description: `${describeError(error).message} The numbers shown are those of before.`,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: statusGroupQueries.all }),
  })
  if (reach.assets === 'refused') return null
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-2 text-sm text-ink-muted">
      {reach.assets === 'pending' && reach.assetsAsOf === null ? (
        <>
          <Spinner /> The assets are being counted for the first time; their numbers appear by themselves.
        </>
      ) : (
        <>
          {reach.assetsAsOf === null ? (
            'Assets not counted yet'
          ) : (
            <span>
              Assets counted <Time value={reach.assetsAsOf} format="relative" />
            </span>
          )}
          {mayCount && (
            <Button
              size="sm"
              variant="ghost"
              icon={RotateCw}
              busy={counting.isPending}
              onClick={() => counting.mutate()}
            >
              Count again
            </Button>
          )}
        </>
      )}
    </p>
  )
}
