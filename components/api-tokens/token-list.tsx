'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { describeExpiry } from '@/lib/api-tokens/model'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import type { ApiToken } from '@/lib/api-tokens/schema'
import { useNow } from '@/lib/browser/now'

const tones: Readonly<Record<ReturnType<typeof describeExpiry>['state'], Tone>> = {
  never: 'neutral',
  later: 'neutral',
  soon: 'attention',
  expired: 'bad',
}

/** Tokens with their rights, last use and expiry. On a phone each is a card. */
export function TokenList({
  label,
  tokens,
  onRevoke,
}: {
  label: string
  tokens: readonly ApiToken[]
  onRevoke: (tokenId: string) => Promise<unknown>
}) {
  const t = useTranslations('apiTokens')
  const tExpiry = useTranslations('apiTokens.expiry')
  const [asked, setAsked] = useState<ApiToken | null>(null)
  const now = useNow(60_000)
  return (
    <>
      <ul
        aria-label={label}
        className="divide-y divide-line md:grid md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_max-content_auto] md:gap-x-4"
      >
        {tokens.map((token) => {
          const expiry = describeExpiry(tExpiry, token, now)
          return (
            <li
              key={token.tokenId}
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-sm md:col-span-full md:grid-cols-subgrid"
            >
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{token.name}</p>
                <p className="font-mono text-xs text-ink-muted">sl_…{token.hint}</p>
              </div>
              <div className="order-last col-span-2 text-ink-muted md:order-none md:col-span-1">
                <Rights token={token} />
              </div>
              <p className="order-last col-span-2 text-ink-muted md:order-none md:col-span-1">
                <LastUse at={token.lastUsedAt} />
              </p>
              <p className="order-last col-span-2 md:order-none md:col-span-1">
                <Badge tone={tones[expiry.state]}>{expiry.text}</Badge>
              </p>
              <Button
                variant="danger"
                size="sm"
                aria-label={t('actions.revokeNamed', { name: token.name })}
                onClick={() => setAsked(token)}
              >
                {t('actions.revoke')}
              </Button>
            </li>
          )
        })}
      </ul>
      {asked !== null && <RevokeDialog token={asked} onRevoke={onRevoke} onClose={() => setAsked(null)} />}
    </>
  )
}

function Rights({ token: { role, permissions } }: { token: ApiToken }) {
  const t = useTranslations('apiTokens')
  const tCommon = useTranslations('common')
  const name = tCommon(`roles.${role}`)
  if (permissions === null) return name
  return (
    <>
      {t('rights', { role: name, count: permissions.length })}
      <p className="text-xs wrap-anywhere">{permissions.join(', ')}</p>
    </>
  )
}

function LastUse({ at }: { at: string | null }) {
  const t = useTranslations('apiTokens')
  return at === null ? t('neverUsed') : t.rich('used', { time: () => <Time value={at} format="smart" /> })
}

function RevokeDialog({
  token: { tokenId, name },
  onRevoke,
  onClose,
}: {
  token: ApiToken
  onRevoke: (tokenId: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTranslations('apiTokens')
  const tCommon = useTranslations('common')
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onRevoke(tokenId),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiTokenQueries.all })
      toast.show({ tone: 'good', title: t('revoke.done', { name }) })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('revoke.title', { name })}
      size="sm"
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            {t('actions.revokeToken')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>{t('revoke.text')}</p>
        {error !== null && <ErrorNotice error={error} title={t('revoke.failed')} />}
      </div>
    </Dialog>
  )
}
