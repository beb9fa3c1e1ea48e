'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Time } from '@/components/ui/time'
import type { Person } from '@/lib/people/list-schema'
import { peopleCalls, peopleQueries } from '@/lib/people/queries'
import { OneTimeLink } from './one-time-link'

/** Makes a link by which somebody sets a new password, and shows it this once. */
export function PasswordLinkDialog({ person: { userId, name }, onClose }: { person: Person; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => peopleCalls.createPasswordReset(userId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQueries.all }),
  })
  const isDone = data !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size={isDone ? 'md' : 'sm'}
      title={isDone ? `Password link for ${name}` : `Create a password link for ${name}?`}
      footer={
        isDone ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button data-autofocus onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" busy={isPending} onClick={() => mutate()}>
              Create link
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {isDone ? (
          <>
            <p>
              <b>Sightline shows this link only now.</b> It works once, until <Time value={data.expiresAt} />.
              {data.isEmailed ? ` It was also emailed to ${name}.` : ` Pass it on to ${name} in a way you trust.`}
            </p>
            <OneTimeLink link={data.link} label={`Copy password link for ${name}`} isFirst />
          </>
        ) : (
          <p className="wrap-anywhere">
            Whoever has the link can set a new password for {name}. It works once and ends links from before. The
            current password keeps working until a new one is set.
          </p>
        )}
        {error !== null && <ErrorNotice error={error} title="No link was created" />}
      </div>
    </Dialog>
  )
}
