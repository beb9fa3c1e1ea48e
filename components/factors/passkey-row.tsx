'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type SubmitEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/inputs/field'
import { Time } from '@/components/ui/dates/time'
import { describeError } from '@/lib/browser/describe-error'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import type { Passkey } from '@/lib/factors/schema'
import { FactorRow } from './factor-row'
import { RemoveDialog } from './remove-dialog'

/** One passkey: its name and last use, with buttons to rename and remove it. */
export function PasskeyRow({
  passkey,
  isLastFactor,
  hasPassword,
}: {
  passkey: Passkey
  isLastFactor: boolean
  hasPassword: boolean
}) {
  const t = useTranslations('factors')
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<'rename' | 'remove' | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: factorQueries.own().queryKey })
  const close = () => setOpened(null)
  const removing = useMutation({
    mutationFn: () => factorCalls.removePasskey(passkey.credentialId),
    onSuccess: close,
    onSettled: refresh,
  })
  return (
    <FactorRow name={passkey.name} detail={<Detail passkey={passkey} />}>
      <Button size="sm" aria-label={t('passkey.rename.of', { name: passkey.name })} onClick={() => setOpened('rename')}>
        {t('passkey.rename.action')}
      </Button>
      <Button
        size="sm"
        variant="danger"
        aria-label={t('passkey.remove.of', { name: passkey.name })}
        onClick={() => {
          removing.reset()
          setOpened('remove')
        }}
      >
        {t('passkey.remove.action')}
      </Button>
      {opened === 'rename' && <RenameDialog passkey={passkey} onClose={close} onSettled={refresh} />}
      <RemoveDialog
        isOpen={opened === 'remove'}
        onClose={close}
        title={t('passkey.remove.title', { name: passkey.name })}
        button={t('passkey.remove.confirm')}
        removing={removing}
      >
        {t(isLastFactor ? (hasPassword ? 'removeLast' : 'removeLastWithoutPassword') : 'passkey.remove.text')}
      </RemoveDialog>
    </FactorRow>
  )
}

function Detail({ passkey: { createdAt, lastUsedAt, isBackedUp } }: { passkey: Passkey }) {
  const t = useTranslations('factors.passkey')
  const added = () => <Time value={createdAt} format="date" />
  if (lastUsedAt === null) return t.rich(isBackedUp ? 'addedSynced' : 'added', { added })
  const used = () => <Time value={lastUsedAt} format="smart" />
  return t.rich(isBackedUp ? 'usedSynced' : 'used', { added, used })
}

function RenameDialog({
  passkey: { credentialId, name },
  onClose,
  onSettled,
}: {
  passkey: Passkey
  onClose: () => void
  onSettled: () => unknown
}) {
  const t = useTranslations('factors.passkey.rename')
  const tCommon = useTranslations('common')
  const renaming = useMutation({
    mutationFn: (next: string) => factorCalls.renamePasskey(credentialId, next),
    onSuccess: onClose,
    onSettled,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('name')
    if (typeof given === 'string' && given.trim() !== '') renaming.mutate(given.trim())
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('title')}
      footer={
        <>
          <Button onClick={onClose}>{tCommon('cancel')}</Button>
          <Button type="submit" form="rename-passkey" variant="primary" busy={renaming.isPending}>
            {t('action')}
          </Button>
        </>
      }
    >
      <form id="rename-passkey" onSubmit={submit}>
        <TextField
          label={tCommon('name')}
          name="name"
          defaultValue={name}
          maxLength={60}
          data-autofocus
          error={renaming.error === null ? undefined : describeError(renaming.error).message}
        />
      </form>
    </Dialog>
  )
}
