'use client'

import { useTranslations } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { activityQueries } from '@/lib/activity/queries'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import type { AssetChange, StartedChange } from '@/lib/asset-changes/schema'
import { assetQueries } from '@/lib/assets/queries'
import type { AssetDetail, AssetPage, AssetRow, AssetStatus } from '@/lib/assets/schema'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { findLostChange, followChange, isAnswerLost, readSentAt } from '@/components/assets/follow-change'
import { readAssetName } from '@/components/assets/texts'

/** A status that was sent and is not confirmed yet. `unknown`: the response was lost, and the status is rechecked. */
export interface PendingStatus {
  target: AssetStatus | null
  phase: 'sent' | 'unknown'
}

/** By asset. */
export type PendingStatuses = ReadonlyMap<string, PendingStatus>

export interface StatusSetting {
  pending: PendingStatuses
  /** Shows the status immediately, and reverts it with a reason if it is not set. */
  set: (asset: AssetRow, target: AssetStatus | null) => void
}

/** The status was not set. The message explains why to the person. */
class NotSetError extends Error {
  override readonly name = 'NotSetError'
}

/** Sets the status of single assets; several may be pending. `set` is a stable function. */
export function useStatusSetting(): StatusSetting {
  const t = useTranslations('assets.set')
  const none = useTranslations('status')('none')
  const queryClient = useQueryClient()
  const toast = useToast()
  const [pending, setPending] = useState<PendingStatuses>(new Map())
  const set = useMemo(() => {
    const show: ShowPending = (assetId, status) =>
      setPending((before) => {
        const next = new Map(before)
        if (status === null) next.delete(assetId)
        else next.set(assetId, status)
        return next
      })
    return createSetter({ queryClient, toast, show, t, none })
  }, [queryClient, toast, t, none])
  return { pending, set }
}

type ShowPending = (assetId: string, status: PendingStatus | null) => void

function createSetter({
  queryClient,
  toast,
  show,
  t,
  none,
}: {
  queryClient: QueryClient
  toast: ReturnType<typeof useToast>
  show: ShowPending
  t: Translator<'assets.set'>
  /** "No status" */
  none: string
}): StatusSetting['set'] {
  const underWay = new Set<string>()
  const followed = new Set<string>()

  const start = async (assetId: string, target: AssetStatus | null): Promise<string> => {
    const optionId = target?.optionId ?? null
    const sentAt = readSentAt()
    let started: StartedChange
    try {
      started = await assetChangeCalls.setStatus({ selection: { kind: 'ids', ids: [assetId] }, optionId })
    } catch (error) {
      if (!isAnswerLost(error)) throw error
      show(assetId, { target, phase: 'unknown' })
      const found = await findLostChange(queryClient, sentAt, async ({ changeId, total }, read) => {
        if (total !== 1 || followed.has(changeId)) return false
        const [step] = (await read()).steps
        return step?.objectKind === 'asset' && step.objectId === assetId && (step.after?.optionId ?? null) === optionId
      })
      if (found !== null) return found
      throw new NotSetError(t('lost'))
    }
    if (started.change.total > 0) return started.change.changeId
    throw new NotSetError(started.leftOutNote ?? t('unfit'))
  }

  const run = async (asset: AssetRow, target: AssetStatus | null, isUndo: boolean) => {
    const { assetId } = asset
    try {
      const changeId = await start(assetId, target)
      followed.add(changeId)
      const change = await followChange(queryClient, changeId, ({ unknown }) =>
        show(assetId, { target, phase: unknown > 0 ? 'unknown' : 'sent' }),
      )
      requireDone(t, change)
      // The rows get the new status before the pending one is removed, so that nothing flickers.
      writeStatus(queryClient, assetId, target)
      const title = t('done', { name: readAssetName(asset), status: target?.name ?? none })
      announce(title)
      const undo = { label: t('actions.undo'), onClick: () => begin({ ...asset, status: target }, asset.status, true) }
      toast.show({
        tone: 'good',
        title,
        description: t('previous', { status: asset.status?.name ?? none }),
        ...(isUndo ? {} : { action: undo }),
      })
    } catch (error) {
      toast.show({
        tone: 'bad',
        title: t('failed', { name: readAssetName(asset) }),
        description: error instanceof NotSetError ? error.message : describeError(error).message,
      })
    } finally {
      underWay.delete(assetId)
      show(assetId, null)
      readAgain(queryClient)
    }
  }

  const begin = (asset: AssetRow, target: AssetStatus | null, isUndo = false) => {
    if (underWay.has(asset.assetId)) return
    underWay.add(asset.assetId)
    show(asset.assetId, { target, phase: 'sent' })
    void run(asset, target, isUndo)
  }
  return begin
}

function requireDone(t: Translator<'assets.set'>, { steps }: AssetChange): void {
  const [step] = steps
  if (step === undefined) throw new NotSetError(t('unknown'))
  if (step.state === 'done' || step.state === 'unchanged') return
  if (step.state === 'cancelled') throw new NotSetError(t('canceled'))
  throw new NotSetError(step.note ?? t('refused'))
}

/** Shows a status that SafetyCulture has confirmed. */
function writeStatus(queryClient: QueryClient, assetId: string, status: AssetStatus | null): void {
  const write = <Row extends AssetRow>(row: Row): Row => (row.assetId === assetId ? { ...row, status } : row)
  queryClient.setQueriesData<InfiniteData<AssetPage>>({ queryKey: ['assets', 'list'] }, (data) =>
    data === undefined ? data : { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(write) })) },
  )
  queryClient.setQueryData<AssetDetail>(assetQueries.detail(assetId).queryKey, (data) =>
    data === undefined ? data : write(data),
  )
}

/** Refreshes everything that shows or counts statuses. */
export function readAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: assetQueries.all })
  void queryClient.invalidateQueries({ queryKey: statusGroupQueries.board().queryKey })
  void queryClient.invalidateQueries({ queryKey: activityQueries.all })
}
