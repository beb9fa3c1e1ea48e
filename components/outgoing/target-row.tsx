'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Time } from '@/components/ui/dates/time'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { outgoingCalls, outgoingQueries } from '@/lib/outgoing/queries'
import type { Target } from '@/lib/outgoing/schema'
import { SecretText } from './secret-text'
import { TargetDialog } from './late-target-dialog'

type Opened = 'edit' | 'secret' | 'delete'

/** One target: its address, whether its deliveries succeed, and its actions. */
export function TargetRow({ target }: { target: Target }) {
  const t = useTranslations('outgoing')
  const toast = useToast()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const { lastDeliveredAt, lastFailedAt } = target
  const test = useMutation({
    mutationFn: () => outgoingCalls.test(target.targetId),
    onSuccess: () => toast.show({ tone: 'good', title: t('testSent', { name: target.name }) }),
    onError: (error) => toast.show({ tone: 'bad', title: t('actFailed'), description: describeError(error).message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: outgoingQueries.all }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
        <span className="font-medium wrap-anywhere">{target.name}</span>
        <span className="text-sm text-ink-muted wrap-anywhere">
          {t('to', { format: t(`formats.${target.format}`), host: target.host })}
        </span>
        <span className="flex flex-wrap gap-x-3 text-xs text-ink-muted">
          {target.waiting > 0 && <span>{t('waiting', { count: target.waiting })}</span>}
          {lastDeliveredAt !== null && (
            <span>{t.rich('delivered', { time: () => <Time value={lastDeliveredAt} format="smart" /> })}</span>
          )}
          {lastFailedAt !== null && (
            <span>{t.rich('lastFailed', { time: () => <Time value={lastFailedAt} format="smart" /> })}</span>
          )}
          <span>{t.rich('secretSince', { time: () => <Time value={target.secretAt} format="smart" /> })}</span>
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={test.isPending} onClick={() => test.mutate()}>
          {t('actions.test')}
        </Button>
        <Button size="sm" onClick={() => setOpened('edit')}>
          {t('actions.edit')}
        </Button>
        <Button size="sm" onClick={() => setOpened('secret')}>
          {t('actions.rotate')}
        </Button>
        <Button size="sm" variant="danger" onClick={() => setOpened('delete')}>
          {t('actions.delete')}
        </Button>
      </div>
      {opened === 'edit' && <TargetDialog target={target} onClose={close} />}
      {opened === 'secret' && <RotateDialog target={target} onClose={close} />}
      {opened === 'delete' && <DeleteDialog target={target} onClose={close} />}
    </li>
  )
}

function RotateDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const t = useTranslations('outgoing')
  const common = useTranslations('common')
  const queryClient = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => outgoingCalls.rotate(target.targetId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: outgoingQueries.all }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(data === undefined ? 'secret.rotateTitle' : 'secret.title', { name: target.name })}
      footer={
        data === undefined ? (
          <>
            <Button onClick={onClose}>{common('cancel')}</Button>
            <Button variant="danger" busy={isPending} onClick={() => mutate()}>
              {t('actions.rotate')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{common('done')}</Button>
        )
      }
    >
      {error !== null && <ErrorNotice error={error} title={t('actFailed')} />}
      {data === undefined ? <p className="text-sm">{t('secret.rotateText')}</p> : <SecretText secret={data.secret} />}
    </Dialog>
  )
}

function DeleteDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const t = useTranslations('outgoing')
  const common = useTranslations('common')
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => outgoingCalls.remove(target.targetId),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: outgoingQueries.all }),
  })
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={t('deleteTitle', { name: target.name })}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            {t('actions.deleteTarget')}
          </Button>
        </>
      }
    >
      {error !== null && <ErrorNotice error={error} title={t('actFailed')} />}
      <p className="text-sm">{t('deleteText')}</p>
    </Dialog>
  )
}
