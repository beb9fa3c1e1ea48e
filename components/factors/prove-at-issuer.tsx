import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { describeError } from '@/lib/browser/describe-error'
import { currentPath } from '@/lib/browser/own-address'
import { startSingleSignOn } from '@/lib/browser/sign-in/single-sign-on'

/** Sends the person to the identity provider to sign in again, and back to this page. */
export function ProveAtIssuer({ issuerName }: { issuerName: string }) {
  const t = useTranslations('factors.proof')
  const going = useMutation({
    mutationFn: () => startSingleSignOn(currentPath(), 'proof'),
    onSuccess: (location) => window.location.assign(location),
  })
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <Button className="self-start" busy={going.isPending || going.isSuccess} onClick={() => going.mutate()}>
        {t('issuer', { issuer: issuerName })}
      </Button>
      <p className="text-ink-muted">{t('issuerHint')}</p>
      {going.isError && (
        <p role="alert" className="text-bad">
          {describeError(going.error).message}
        </p>
      )}
    </div>
  )
}
