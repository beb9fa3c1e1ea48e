import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { formatCount } from '@/lib/browser/numbers'
import { countRows } from './use-bench'

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
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Throw the sheet away?"
      footer={
        <>
          <Button data-autofocus onClick={() => onOpenChange(false)}>
            Keep it
          </Button>
          <Button variant="danger" onClick={onDrop}>
            Throw away
          </Button>
        </>
      }
    >
      <p className="text-sm">
        {formatCount(rowCount)} rows and their draft in this browser go. Nothing was sent to the service, save for
        checks.
      </p>
    </Dialog>
  )
}

/** Asks before new rows replace the user's work; closed when none wait. */
export function ReplaceDialog({
  pending,
  onKeep,
  onTake,
}: {
  /** The new rows, and what would be lost for them, in a sentence. */
  pending: { offered: BenchSheet; loss: string } | null
  onKeep: () => void
  onTake: (offered: BenchSheet) => void
}) {
  return (
    <Dialog
      open={pending !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onKeep()
      }}
      size="sm"
      title="Take the new rows instead?"
      footer={
        <>
          <Button data-autofocus onClick={onKeep}>
            Keep mine
          </Button>
          <Button variant="danger" onClick={() => pending !== null && onTake(pending.offered)}>
            Take the new rows
          </Button>
        </>
      }
    >
      {/* Nothing while it fades out: other rows are here then. */}
      {pending !== null && (
        <p className="text-sm wrap-anywhere">
          {pending.loss} The {countRows(pending.offered)} of {pending.offered.sourceName}{' '}
          {pending.offered.sheet.rowIds.length === 1 ? 'takes' : 'take'} their place.
        </p>
      )}
    </Dialog>
  )
}
