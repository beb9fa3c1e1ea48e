'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Power } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { roles } from '@/lib/access/permissions'
import { apiTokenCalls, apiTokenQueries } from '@/lib/api-tokens/queries'
import type { ServiceAccount } from '@/lib/api-tokens/schema'
import { ServiceAccountDialog } from './late-service-account-dialog'
import { TokenDialog } from './late-token-dialog'
import { TokenList } from './token-list'

/** A service account with its tokens and actions. */
export function ServiceAccountCard({ account }: { account: ServiceAccount }) {
  const { accountId, name, role, isDisabled, tokens } = account
  const t = useTranslations('apiTokens')
  const tCommon = useTranslations('common')
  const [open, setOpen] = useState<'edit' | 'token' | null>(null)
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => apiTokenCalls.changeAccount(accountId, { isDisabled: !isDisabled }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiTokenQueries.all })
      toast.show({ tone: 'good', title: t(isDisabled ? 'accounts.enabledDone' : 'accounts.disabledDone', { name }) })
    },
  })
  const close = () => setOpen(null)
  return (
    <section aria-labelledby={accountId} className="rounded border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h2 id={accountId} className="min-w-0 text-base font-semibold wrap-anywhere">
          {name}
        </h2>
        <Badge>{tCommon(`roles.${role}`)}</Badge>
        {isDisabled && <Badge tone="attention">{t('accounts.disabled')}</Badge>}
        <div className="ms-auto flex gap-2">
          <Button size="sm" icon={Plus} disabled={isDisabled} onClick={() => setOpen('token')}>
            {t('actions.create')}
          </Button>
          <Menu
            trigger={
              <IconButton size="sm" icon={Ellipsis} busy={isPending} label={t('accounts.actions.more', { name })} />
            }
          >
            <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
              {t('accounts.actions.edit')}
            </MenuItem>
            <MenuItem icon={Power} tone={isDisabled ? 'neutral' : 'bad'} onSelect={() => mutate()}>
              {t(isDisabled ? 'accounts.actions.enable' : 'accounts.actions.disable')}
            </MenuItem>
          </Menu>
        </div>
      </header>
      {error !== null && <ErrorNotice error={error} title={t('accounts.notChanged')} className="mx-4 mb-3" />}
      <div className="border-t border-line">
        {tokens.length === 0 ? (
          <p className="px-4 py-3 text-sm text-ink-muted">{t('accounts.noTokens')}</p>
        ) : (
          <TokenList label={t('accounts.tokensOf', { name })} tokens={tokens} onRevoke={apiTokenCalls.revokeOf} />
        )}
      </div>
      {open === 'edit' && <ServiceAccountDialog account={account} onClose={close} />}
      {open === 'token' && (
        <TokenDialog
          owner={name}
          roles={roles.slice(0, roles.indexOf(role) + 1)}
          onCreate={(token) => apiTokenCalls.createFor(accountId, token)}
          onClose={close}
        />
      )}
    </section>
  )
}
