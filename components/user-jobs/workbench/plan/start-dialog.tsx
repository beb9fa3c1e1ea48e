import { useFormatter, useTranslations } from 'next-intl'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { describeError } from '@/lib/browser/describe-error'
import type { useStart, Way } from './use-start'
import type { StartPlan } from './workbench-plan'

/** Asks, with the numbers, before anything is sent. */
export function StartDialog({
  open,
  onOpenChange,
  plan,
  way,
  start,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  plan: StartPlan
  way: Way
  start: ReturnType<typeof useStart>
}) {
  const t = useTranslations('userJobs.confirm')
  const format = useFormatter()
  const { sentIds, counts, withPassword } = plan
  const count = sentIds.length
  const parts = listedOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => t(`dialog.${outcome}`, { count: counts[outcome] }))
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!start.isBusy) onOpenChange(next)
      }}
      size="sm"
      title={t(counts.create === count ? 'dialog.titleNew' : 'dialog.title', { count })}
      footer={
        <>
          <Button disabled={start.isBusy} onClick={() => onOpenChange(false)}>
            {t('dialog.actions.cancel')}
          </Button>
          <Button variant="primary" data-autofocus busy={start.isBusy} onClick={() => void start.start(sentIds, way)}>
            {t('actions.import', { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="font-medium">{format.list(parts, { type: 'unit' })}</p>
        <p>
          {withPassword === 0 ? t('dialog.noPasswords') : t('dialog.passwords', { count: withPassword })}{' '}
          {t('dialog.cancelNote')}
        </p>
        {start.sameJobId !== null && (
          <div role="alert" className="flex flex-col gap-2 rounded border border-attention/30 bg-attention-soft p-3">
            <p>{describeError(start.error).message}</p>
            <div className="flex flex-wrap gap-2">
              <ButtonLink href={userJobHref(start.sameJobId)} size="sm">
                {t('dialog.actions.open')}
              </ButtonLink>
              <Button size="sm" busy={start.isBusy} onClick={() => void start.start(sentIds, way, true)}>
                {t('dialog.actions.again')}
              </Button>
            </div>
          </div>
        )}
        {start.error !== null && start.sameJobId === null && (
          <ErrorNotice
            error={start.error}
            title={t('dialog.unknownStart')}
            next={isAnswerLost(start.error) ? t('dialog.retry') : t('dialog.kept')}
          />
        )}
      </div>
    </Dialog>
  )
}

const listedOutcomes = ['create', 'update', 'unchanged', 'unknown', 'leftOut'] as const

const isAnswerLost = (error: unknown) => ['offline', 'unreadable'].includes(describeError(error).code ?? '')
