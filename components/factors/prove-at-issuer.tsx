import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { describeError } from '@/lib/browser/describe-error'
import { startSingleSignOn } from '@/lib/browser/single-sign-on'

/** Goes to the issuer, which asks the person again who they are, and comes back to this page. */
export function ProveAtIssuer({ issuerName }: { issuerName: string }) {
  const going = useMutation({
    mutationFn: () =>
      startSingleSignOn(window.location.pathname + window.location.search + window.location.hash, 'proof'),
    onSuccess: (location) => window.location.assign(location),
  })
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <Button className="self-start" busy={going.isPending || going.isSuccess} onClick={() => going.mutate()}>
        Confirm with {issuerName}
      </Button>
      <p className="text-ink-muted">You come back to this page. Then repeat the change.</p>
      {going.isError && (
        <p role="alert" className="text-bad">
          {describeError(going.error).message}
        </p>
      )}
    </div>
  )
}
