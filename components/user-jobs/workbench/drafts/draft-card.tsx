'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import { type BenchSheet, countMissing } from '@/components/user-jobs/grid/workbench-sheet'

/** Offers the draft of an earlier visit, with its numbers. */
export function DraftCard({
  draft,
  onContinue,
  onDrop,
}: {
  draft: BenchSheet
  onContinue: () => void
  onDrop: () => void
}) {
  const t = useTranslations('userJobs.workbench.draft')
  const { sheet, validator, sourceName, savedAt } = draft
  const missing = countMissing(draft)
  useSheet(sheet, validator)
  const { errors, warnings } = validator.counts
  const rows = sheet.rowIds.length
  return (
    <section
      aria-labelledby="draft-head"
      className="flex flex-wrap items-center gap-3 rounded border border-accent/40 bg-accent-soft p-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="draft-head" className="font-medium">
          {validator.pending > 0 ? t('checking', { rows }) : t('title', { rows, issues: errors + warnings })}
        </h2>
        <p className="text-sm wrap-anywhere">
          {savedAt !== null &&
            t.rich('source', { name: sourceName, time: () => <Time value={savedAt} format="smart" /> })}{' '}
          {missing > 0 && t('passwords', { count: missing })} {draft.checkJobId !== null && t('check')}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="primary" onClick={onContinue}>
          {t('actions.continue')}
        </Button>
        <Button onClick={onDrop}>{t('actions.discard')}</Button>
      </div>
    </section>
  )
}
