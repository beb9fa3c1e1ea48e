'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { describeExpiry, describeRights } from '@/lib/api-tokens/model'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import type { ApiToken } from '@/lib/api-tokens/schema'
import { useNow } from '@/lib/browser/now'

const tones: Readonly<Record<ReturnType<typeof describeExpiry>['state'], Tone>> = {
  never: 'neutral',
  later: 'neutral',
  soon: 'attention',
  expired: 'bad',
}

/** Tokens with what they may do, when they were used and when they end. On a phone each is a card. */
export function TokenList({
  label,
  tokens,
  onRevoke,
}: {
  label: string
  tokens: readonly ApiToken[]
  onRevoke: (tokenId: string) => Promise<unknown>
}) {
  const [asked, setAsked] = useState<ApiToken | null>(null)
  const now = useNow(60_000)
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {tokens.map((token) => {
          const expiry = describeExpiry(token, now)
          return (
            <li
              key={token.tokenId}
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-sm md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
            >
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{token.name}</p>
                <p className="font-mono text-xs text-ink-muted">sl_…{token.hint}</p>
              </div>
              <div className="order-last col-span-2 text-ink-muted md:order-none md:col-span-1">
                {describeRights(token)}
                {token.permissions !== null && <p className="text-xs wrap-anywhere">{token.permissions.join(', ')}</p>}
              </div>
              <p className="order-last col-span-2 text-ink-muted md:order-none md:col-span-1">
                {token.lastUsedAt === null ? (
                  'Never used'
                ) : (
                  <>
                    Used <Time value={token.lastUsedAt} format="smart" />
                  </>
                )}
              </p>
              <p className="order-last col-span-2 md:order-none md:col-span-1">
                <Badge tone={tones[expiry.state]}>{expiry.text}</Badge>
              </p>
              <Button variant="danger" size="sm" aria-label={`Revoke ${token.name}`} onClick={() => setAsked(token)}>
                Revoke
              </Button>
            </li>
          )
        })}
      </ul>
      {asked !== null && <RevokeDialog token={asked} onRevoke={onRevoke} onClose={() => setAsked(null)} />}
    </>
  )
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
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onRevoke(tokenId),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiTokenQueries.all })
      toast.show({ tone: 'good', title: `Revoked “${name}”` })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${name}”?`}
      size="sm"
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Revoke token
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>Programs that use this token are refused from their next request on. This cannot be undone.</p>
        {error !== null && <ErrorNotice error={error} title="The token was not revoked" />}
      </div>
    </Dialog>
  )
}
