'use client'

import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import { type BenchSheet, countMissing, tellMissing } from '@/components/user-jobs/grid/workbench-sheet'

/** The draft from an earlier visit, offered with its numbers. */
export function DraftCard({
  draft,
  onContinue,
  onDrop,
}: {
  draft: BenchSheet
  onContinue: () => void
  onDrop: () => void
}) {
  const { sheet, validator, sourceName, savedAt } = draft
  const missing = countMissing(draft)
  useSheet(sheet, validator)
  const { errors, warnings } = validator.counts
  const faults = errors + warnings
  return (
    <section
      aria-labelledby="draft-head"
      className="flex flex-wrap items-center gap-3 rounded border border-accent/40 bg-accent-soft p-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="draft-head" className="font-medium">
          Continue where you left: {formatCount(sheet.rowIds.length)} rows,{' '}
          {validator.pending > 0 ? 'being checked' : faults === 1 ? '1 fault' : `${formatCount(faults)} faults`}
        </h2>
        <p className="text-sm wrap-anywhere">
          {sourceName}
          {savedAt !== null && (
            <>
              , kept <Time value={savedAt} format="smart" />
            </>
          )}
          .{missing > 0 && ` ${tellMissing(missing)}: they are never kept.`}
          {draft.checkJobId !== null && ' A check with the service was under way: its results come in.'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="primary" onClick={onContinue}>
          Continue
        </Button>
        <Button onClick={onDrop}>Throw away</Button>
      </div>
    </section>
  )
}
