import { useTranslations } from 'next-intl'
import { Button, ButtonLink } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { describeError } from '@/lib/browser/describe-error'
import type { useStart } from './use-start'

/** Why an import did not start: a recent import has the same users, or the response was lost. */
export function StartProblem({
  start: { error, sameJobId, isBusy },
  onAgain,
}: {
  start: ReturnType<typeof useStart>
  onAgain: () => void
}) {
  const t = useTranslations('userJobs.confirm.start')
  if (error === null) return null
  if (sameJobId === null)
    return <ErrorNotice error={error} title={t('unknownStart')} next={isAnswerLost(error) ? t('retry') : t('kept')} />
  return (
    <div role="alert" className="flex flex-col gap-2 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
      <p>{describeError(error).message}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={userJobHref(sameJobId)} size="sm">
          {t('open')}
        </ButtonLink>
        <Button size="sm" busy={isBusy} onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  )
}

const isAnswerLost = (error: unknown) => ['offline', 'unreadable'].includes(describeError(error).code ?? '')
