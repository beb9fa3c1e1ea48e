'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { type Assignment, AssignmentFields, noAssignment } from '@/components/review/assignment'
import { stateStyles } from '@/components/review/review-texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { inputClass } from '@/components/ui/inputs/field'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/sign-in/actor'
import { classNames } from '@/lib/browser/class-names'
import { describeError } from '@/lib/browser/describe-error'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { AuditId } from '@/lib/ids'
import type { ListParams } from '@/lib/inspections/schema'
import { reviewCalls, reviewQueries } from '@/lib/review/queries'
import { bulkMarkMax, type ReviewState, reviewStates } from '@/lib/review/schema'
import { toBulkSelection } from './bulk-actions'
import { countSelected, type Selection } from '@/components/ui/data-table/selection/selection'

/** Marks the selected inspections as reviewed, unreviewed or for follow-up, with one undo. */
export function BulkMarks({
  selection,
  params,
  total,
}: {
  selection: Selection<AuditId>
  params: ListParams
  total: number | null
}) {
  const t = useTranslations('inspections.marks')
  const mayMark = useMay('reviews:write')
  const { mark, isBusy } = useBulkMark()
  const [isNoting, setNoting] = useState(false)
  if (!mayMark) return null
  const count = countSelected(selection, total)
  const isTooMany = count !== null && count > bulkMarkMax
  const choose = (state: ReviewState) => {
    if (state === 'follow-up') setNoting(true)
    else void mark(toBulkSelection(selection, params), state)
  }
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" variant="ghost" icon={CheckCheck} busy={isBusy} disabled={count === 0}>
            <span className="@max-4xl:sr-only">{t('actions.open')}</span>
          </Button>
        }
      >
        {isTooMany && (
          <p className="max-w-60 px-2 py-1.5 text-sm text-ink-muted">{t('tooMany', { max: bulkMarkMax, count })}</p>
        )}
        {reviewStates.toReversed().map((state) => (
          <MenuItem key={state} icon={stateStyles[state].icon} disabled={isTooMany} onSelect={() => choose(state)}>
            {t(`actions.${state}`)}
          </MenuItem>
        ))}
      </Menu>
      {isNoting && (
        <FollowUpDialog
          count={count}
          onClose={() => setNoting(false)}
          onMark={(note, assigned) => {
            setNoting(false)
            void mark(toBulkSelection(selection, params), 'follow-up', note, assigned)
          }}
        />
      )}
    </>
  )
}

function FollowUpDialog({
  count,
  onClose,
  onMark,
}: {
  count: number | null
  onClose: () => void
  onMark: (note: string | undefined, assigned: Assignment) => void
}) {
  const t = useTranslations('inspections.marks.dialog')
  const common = useTranslations('common')
  const [note, setNote] = useState('')
  const [assigned, setAssigned] = useState(noAssignment)
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onMark(note.trim() === '' ? undefined : note.trim(), assigned)
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={count === null ? t('titleUncounted') : t('title', { count })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {t('actions.mark')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-1">
        <label htmlFor={`${formId}-note`} className="text-sm font-medium">
          {t('note')}
        </label>
        <textarea
          id={`${formId}-note`}
          data-autofocus
          rows={3}
          maxLength={4_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
          className={classNames(inputClass, 'h-auto py-1.5')}
        />
        <div className="my-2">
          <AssignmentFields value={assigned} onChange={setAssigned} noneLabel={t('noChange')} />
        </div>
        <p className="text-xs text-ink-muted">{t('hint')}</p>
      </form>
    </Dialog>
  )
}

function useBulkMark() {
  const t = useTranslations('inspections.marks')
  const common = useTranslations('common')
  const toast = useToast()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const readAgain = () => {
    void queryClient.invalidateQueries({ queryKey: inspectionQueries.all })
    void queryClient.invalidateQueries({ queryKey: reviewQueries.all })
  }

  const undo = async (batchId: string) => {
    try {
      const { restored, kept } = await reviewCalls.undo(batchId)
      toast.show({
        tone: kept > 0 ? 'attention' : 'good',
        title: t('undone', { count: restored }),
        ...(kept > 0 ? { description: t('kept', { count: kept }) } : {}),
      })
    } catch (error) {
      toast.show({ tone: 'bad', title: t('notUndone'), description: describeError(error).message })
    }
    readAgain()
  }

  const mark = async (
    selection: ReturnType<typeof toBulkSelection>,
    state: ReviewState,
    note?: string,
    { assignee, dueOn }: Assignment = noAssignment,
  ) => {
    setBusy(true)
    try {
      const marked = await reviewCalls.markMany({
        selection,
        state,
        ...(note === undefined ? {} : { note }),
        ...(assignee === null ? {} : { assigneeId: assignee.userId }),
        ...(dueOn === null ? {} : { dueOn }),
      })
      const { changed, unchanged, unknown } = marked
      toast.show({
        tone: 'good',
        title: t(`marked.${state}`, { count: changed }),
        ...(unchanged + unknown === 0 ? {} : { description: t('rest', { unchanged, unknown }) }),
        ...(changed === 0 ? {} : { action: { label: common('undo'), onClick: () => void undo(marked.batchId) } }),
      })
    } catch (error) {
      toast.show({
        tone: 'bad',
        title: t('notMarked.title'),
        description: t('notMarked.text', { reason: describeError(error).message }),
      })
    } finally {
      setBusy(false)
      readAgain()
    }
  }
  return { mark, isBusy }
}
