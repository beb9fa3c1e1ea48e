'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type SubmitEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/inputs/field'
import { makePasskey } from '@/lib/browser/sign-in/authenticator'
import { describeError } from '@/lib/browser/describe-error'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import { suggestPasskeyName } from './passkey-name'
import { RecoveryCodesDialog } from './recovery-codes'

async function addPasskey(name: string) {
  const { step, options } = await factorCalls.beginPasskey()
  return factorCalls.addPasskey({ step, name, answer: await makePasskey(options) })
}

/** Adds a passkey of this device under a name that the person chooses. `isFirstFactor`: the first beside a password. */
export function AddPasskey({ isFirstFactor }: { isFirstFactor: boolean }) {
  const t = useTranslations('factors.passkey')
  const tCommon = useTranslations('common')
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const adding = useMutation({
    mutationFn: addPasskey,
    onSuccess: ({ recoveryCodes }) => {
      setOpen(false)
      setCodes(recoveryCodes)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorQueries.own().queryKey }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('name')
    if (typeof given === 'string' && given.trim() !== '') adding.mutate(given.trim())
  }
  return (
    <>
      <Button
        icon={Fingerprint}
        onClick={() => {
          adding.reset()
          setOpen(true)
        }}
      >
        {t('add.title')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="sm"
        title={t('add.title')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{tCommon('cancel')}</Button>
            <Button type="submit" form="add-passkey" variant="primary" busy={adding.isPending}>
              {t('add.create')}
            </Button>
          </>
        }
      >
        <form id="add-passkey" onSubmit={submit} className="flex flex-col gap-3 text-sm">
          <p>{t('add.text')}</p>
          {isFirstFactor && <p>{t('add.firstFactor')}</p>}
          <TextField
            label={tCommon('name')}
            name="name"
            hint={t('add.nameHint')}
            defaultValue={isOpen ? t(`names.${suggestPasskeyName(navigator.userAgent)}`) : ''}
            maxLength={60}
            data-autofocus
          />
          <p role="alert" className="text-bad empty:hidden">
            {adding.error === null ? '' : describeError(adding.error).message}
          </p>
        </form>
      </Dialog>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}
