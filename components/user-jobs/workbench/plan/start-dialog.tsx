import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import type { useStart, Way } from './use-start'
import { describePlan, type StartPlan } from './workbench-plan'

/** Asks once, with the numbers, before anything is sent. */
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
  const { sentIds } = plan
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!start.isBusy) onOpenChange(next)
      }}
      size="sm"
      title={`${describePlan(plan)}?`}
      footer={
        <>
          <Button disabled={start.isBusy} onClick={() => onOpenChange(false)}>
            Not yet
          </Button>
          <Button variant="primary" data-autofocus busy={start.isBusy} onClick={() => void start.start(sentIds, way)}>
            Start
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          {plan.withPassword === 0
            ? 'No passwords are sent.'
            : `${formatCount(plan.withPassword)} of them come with a password.`}{' '}
          Users already done stay done when the job is cancelled.
        </p>
        {start.sameJobId !== null && (
          <div role="alert" className="flex flex-col gap-2 rounded border border-attention/30 bg-attention-soft p-3">
            <p>{describeError(start.error).message}</p>
            <div className="flex flex-wrap gap-2">
              <ButtonLink href={userJobHref(start.sameJobId)} size="sm">
                Open that job
              </ButtonLink>
              <Button size="sm" busy={start.isBusy} onClick={() => void start.start(sentIds, way, true)}>
                Send them once more
              </Button>
            </div>
          </div>
        )}
        {start.error !== null && start.sameJobId === null && (
          <ErrorNotice
            error={start.error}
            title="It is not known to have started"
            next={
              isAnswerLost(start.error)
                ? 'Press Start again: it is the same job, never a second one.'
                : 'Your rows are as they were.'
            }
          />
        )}
      </div>
    </Dialog>
  )
}

const isAnswerLost = (error: unknown) => ['offline', 'unreadable'].includes(describeError(error).code ?? '')
