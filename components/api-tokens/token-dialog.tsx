'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Role } from '@/lib/access/permissions'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import type { AskedApiToken, CreatedApiToken } from '@/lib/api-tokens/schema'
import { NewToken } from './new-token'
import { TokenForm } from './token-form'

/** Asks for what a token needs, creates it, and shows it once. */
export function TokenDialog({
  owner,
  roles,
  onCreate,
  onClose,
}: {
  /** Whose token it will be; null: one's own. */
  owner: string | null
  /** That it may have, the lowest first. */
  roles: readonly Role[]
  onCreate: (token: AskedApiToken) => Promise<CreatedApiToken>
  onClose: () => void
}) {
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
        title={`Token “${data.apiToken.name}” created`}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <NewToken token={data.token} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={owner === null ? 'New API token' : `New token for ${owner}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            Create token
          </Button>
        </>
      }
    >
      <TokenForm id={form} roles={roles} error={error} onSubmit={mutate} />
    </Dialog>
  )
}
