'use client'

import { UserRoundPen } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Review } from '@/lib/review/schema'
import { type Assignment, AssignmentFields, assignmentOf, toAssigned } from './assignment'
import { nameRow } from './review-texts'
import type { Mark } from './use-mark'

/** Changes the assignee and the due date of a follow-up in place. */
export function AssignButton({ row, review, marks }: { row: InspectionRow; review: Review; marks: Mark }) {
  const [isOpen, setOpen] = useState(false)
  const t = useTranslations('review.assignment')
  const name = nameRow(useTranslations('reportNames'), row)
  return (
    <Popover
      label={t('assign', { name })}
      open={isOpen}
      onOpenChange={setOpen}
      className="w-80"
      trigger={
        <Button
          size="sm"
          icon={UserRoundPen}
          disabled={marks.pending.has(row.auditId)}
          aria-label={t('assign', { name })}
        >
          {t('actions.assign')}
        </Button>
      }
    >
      <AssignForm
        initial={assignmentOf(review)}
        onCancel={() => setOpen(false)}
        onSave={(assigned) => {
          setOpen(false)
          void marks.mark(row.auditId, name, {
            state: 'follow-up',
            version: review.version,
            revision: review.revision,
            ...toAssigned(assigned),
          })
        }}
      />
    </Popover>
  )
}

function AssignForm({
  initial,
  onSave,
  onCancel,
}: {
  initial: Assignment
  onSave: (assigned: Assignment) => void
  onCancel: () => void
}) {
  const t = useTranslations('review.assignment')
  const common = useTranslations('common')
  const [assigned, setAssigned] = useState(initial)
  const save = () => onSave(assigned)
  return (
    <div className="space-y-3 p-3">
      <AssignmentFields value={assigned} onChange={setAssigned} onEnter={save} />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button size="sm" variant="primary" onClick={save}>
          {t('actions.save')}
        </Button>
      </div>
    </div>
  )
}
