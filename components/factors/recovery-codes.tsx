'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { describeError } from '@/lib/browser/describe-error'
import { factorCalls, factorQueries } from '@/lib/factors/queries'
import { FactorRow } from './factor-row'
import { RecoveryCodeList } from './recovery-code-list'

/** Shows new recovery codes, only once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const t = useTranslations('factors.recovery')
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={onClose}
      title={t('save.title')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('actions.saved')}
        </Button>
      }
    >
      {codes !== null && <RecoveryCodeList codes={codes} />}
    </Dialog>
  )
}

/** How many recovery codes are left, with a button to replace them. */
export function RecoveryCodes({ left }: { left: number }) {
  const t = useTranslations('factors.recovery')
  const tCommon = useTranslations('common')
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const making = useMutation({
    mutationFn: factorCalls.makeRecoveryCodes,
    onSuccess: ({ recoveryCodes }) => {
      setAsking(false)
      setCodes(recoveryCodes)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorQueries.own().queryKey }),
  })
  return (
    <FactorRow
      name={t('title')}
      state={<Badge tone={left <= 3 ? 'attention' : 'neutral'}>{t('left', { count: left })}</Badge>}
      detail={t('detail')}
    >
      <Button
        size="sm"
        onClick={() => {
          making.reset()
          setAsking(true)
        }}
      >
        {t('actions.replace')}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        size="sm"
        title={t('replace.title')}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{tCommon('cancel')}</Button>
            <Button variant="primary" busy={making.isPending} onClick={() => making.mutate()}>
              {t('actions.create')}
            </Button>
          </>
        }
      >
        <p className="text-sm">{t('replace.warning')}</p>
        <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
          {making.error === null ? '' : describeError(making.error).message}
        </p>
      </Dialog>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </FactorRow>
  )
}
