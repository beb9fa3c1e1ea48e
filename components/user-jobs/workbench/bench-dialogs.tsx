import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import type { Translator } from '@/lib/messages/translator'
import type { Loss } from './use-bench'

/** Asks before the sheet and its draft are deleted. */
export function DropDialog({
  open,
  onOpenChange,
  rowCount,
  onDrop,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  rowCount: number
  onDrop: () => void
}) {
  const t = useTranslations('userJobs.workbench.discard')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={t('title')}
      footer={
        <>
          <Button data-autofocus onClick={() => onOpenChange(false)}>
            {t('actions.keep')}
          </Button>
          <Button variant="danger" onClick={onDrop}>
            {t('actions.discard')}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t('text', { count: rowCount })}</p>
    </Dialog>
  )
}

/** Asks before new rows replace the user's work. Closed if there are no new rows. */
export function ReplaceDialog({
  pending,
  onKeep,
  onTake,
}: {
  /** The new rows and the work that they would replace; null for none. */
  pending: { offered: BenchSheet; loss: Loss } | null
  onKeep: () => void
  onTake: (offered: BenchSheet) => void
}) {
  const t = useTranslations('userJobs.workbench.replace')
  return (
    <Dialog
      open={pending !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onKeep()
      }}
      size="sm"
      title={t('title')}
      footer={
        <>
          <Button data-autofocus onClick={onKeep}>
            {t('actions.keep')}
          </Button>
          <Button variant="danger" onClick={() => pending !== null && onTake(pending.offered)}>
            {t('actions.replace')}
          </Button>
        </>
      }
    >
      {/* Empty while the dialog fades out, because the rows have already changed. */}
      {pending !== null && <p className="text-sm wrap-anywhere">{describeLoss(t, pending)}</p>}
    </Dialog>
  )
}

function describeLoss(
  t: Translator<'userJobs.workbench.replace'>,
  { offered, loss }: { offered: BenchSheet; loss: Loss },
): string {
  const values = { count: loss.rows, offered: offered.sheet.rowIds.length, name: offered.sourceName }
  return loss.kind === 'edited' ? t('edited', values) : t(loss.kind, { ...values, draft: loss.name })
}
