'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Time } from '@/components/ui/dates/time'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import type { Factors } from '@/lib/factors/schema'
import { FactorRow } from './factor-row'
import { RecoveryCodesDialog } from './recovery-codes'
import { RemoveDialog } from './remove-dialog'
import { TotpSetUpForm } from './totp-set-up'

/** Sets up, replaces and removes an authenticator app. */
export function AuthenticatorApp({ factors: { totpSince, passkeys, hasPassword } }: { factors: Factors }) {
  const t = useTranslations('factors')
  const setUp = totpSince === null ? 'setUp' : 'replace'
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<'set-up' | 'remove' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: factorQueries.own().queryKey })
  const remove = useMutation({
    mutationFn: factorCalls.removeTotp,
    onSuccess: () => setOpened(null),
    onSettled: refresh,
  })
  return (
    <FactorRow
      name={t('app.title')}
      state={totpSince === null ? <Badge>{t('app.off')}</Badge> : <Badge tone="good">{t('app.on')}</Badge>}
      detail={
        totpSince === null
          ? t('app.offDetail')
          : t.rich('app.since', { time: () => <Time value={totpSince} format="date" /> })
      }
    >
      <Button size="sm" onClick={() => setOpened('set-up')}>
        {t(`app.${setUp}.action`)}
      </Button>
      {totpSince !== null && (
        <Button size="sm" variant="danger" onClick={() => setOpened('remove')}>
          {t('app.remove.action')}
        </Button>
      )}
      <Dialog
        open={opened === 'set-up'}
        onOpenChange={(isOpen) => setOpened(isOpen ? 'set-up' : null)}
        title={t(`app.${setUp}.title`)}
        description={t(`app.${setUp}.description`)}
      >
        <TotpSetUpForm
          begin={factorCalls.beginTotp}
          confirm={factorCalls.confirmTotp}
          onAdded={({ recoveryCodes }) => {
            setOpened(null)
            setCodes(recoveryCodes)
            void refresh()
          }}
        />
      </Dialog>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
      <RemoveDialog
        isOpen={opened === 'remove'}
        onClose={() => {
          setOpened(null)
          remove.reset()
        }}
        title={t('app.remove.title')}
        button={t('app.remove.confirm')}
        removing={remove}
      >
        {t(passkeys.length > 0 ? 'app.remove.text' : hasPassword ? 'removeLast' : 'removeLastWithoutPassword')}
      </RemoveDialog>
    </FactorRow>
  )
}
