'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Role } from '@/lib/access/permissions'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import type { AskedApiToken, CreatedApiToken } from '@/lib/api-tokens/schema'
import { NewToken } from './new-token'
import { TokenForm } from './token-form'

/** A form that creates a token, and then shows the token once. */
export function TokenDialog({
  owner,
  roles,
  onCreate,
  onClose,
}: {
  /** The name of its account; null for one's own. */
  owner: string | null
  /** The roles to choose from, the lowest first. */
  roles: readonly Role[]
  onCreate: (token: AskedApiToken) => Promise<CreatedApiToken>
  onClose: () => void
}) {
  const t = useTranslations('apiTokens')
  const tCommon = useTranslations('common')
  const form = useId()
  const queryClient = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: onCreate,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiTokenQueries.all }),
  })
  if (data !== undefined)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t('created.title', { name: data.apiToken.name })}
        footer={<Button onClick={onClose}>{tCommon('done')}</Button>}
      >
        <NewToken token={data.token} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={owner === null ? t('form.title') : t('form.titleFor', { name: owner })}
      footer={
        <>
          <Button onClick={onClose}>{tCommon('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            {t('actions.submit')}
          </Button>
        </>
      }
    >
      <TokenForm id={form} roles={roles} error={error} onSubmit={mutate} />
    </Dialog>
  )
}
