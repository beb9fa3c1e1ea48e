'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { type Assignment, AssignmentFields, noAssignment } from '@/components/review/assignment'
import { stateLooks } from '@/components/review/review-words'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { inputClass } from '@/components/ui/field'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/actor'
import { classNames } from '@/lib/browser/class-names'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { ListParams } from '@/lib/inspections/schema'
import { reviewCalls, reviewQueries } from '@/lib/review/queries'
import { type BulkMarked, bulkMarkMax, type ReviewState, reviewStates } from '@/lib/review/schema'
import { toBulkSelection } from './bulk-actions'
import { countSelected, type Selection } from '@/components/inspections/selection/selection'

/** Marks what is chosen as reviewed, for follow-up, or as not reviewed, all at once and with one undo. */
export function BulkMarks({
  selection,
  params,
  total,
}: {
  selection: Selection
  params: ListParams
  total: number | null
}) {
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
            <span className="max-lg:sr-only">Mark</span>
          </Button>
        }
      >
        {isTooMany && (
          <p className="max-w-60 px-2 py-1.5 text-sm text-ink-muted">
            At most {formatCount(bulkMarkMax)} can be marked at once; {formatCount(count)} are selected.
          </p>
        )}
        {reviewStates.toReversed().map((state) => (
          <MenuItem key={state} icon={stateLooks[state].icon} disabled={isTooMany} onSelect={() => choose(state)}>
            {state === 'follow-up' ? 'Follow-up…' : stateLooks[state].words}
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
  const [note, setNote] = useState('')
  const [assigned, setAssigned] = useState(noAssignment)
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onMark(note.trim() === '' ? undefined : note.trim(), assigned)
  }
  const what = count === null ? 'them' : count === 1 ? '1 inspection' : `${formatCount(count)} inspections`
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={`Mark ${what} for follow-up`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Mark for follow-up
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-1">
        <label htmlFor={`${formId}-note`} className="text-sm font-medium">
          Note for all of them
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
          <AssignmentFields value={assigned} onChange={setAssigned} noneLabel="No change" />
        </div>
        <p className="text-xs text-ink-muted">Left empty, each keeps what it has.</p>
      </form>
    </Dialog>
  )
}

function useBulkMark() {
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
        title: `${countOf(restored)} as before`,
        ...(kept > 0 ? { description: describeKept(kept) } : {}),
      })
    } catch (error) {
      toast.show({ tone: 'bad', title: 'The marks were not undone', description: describeError(error).message })
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
      const rest = describeRest(marked)
      toast.show({
        tone: 'good',
        title: `${countOf(marked.changed)} marked ${markedAs[state]}`,
        ...(rest === '' ? {} : { description: rest }),
        ...(marked.changed === 0 ? {} : { action: { label: 'Undo', onClick: () => void undo(marked.batchId) } }),
      })
    } catch (error) {
      toast.show({
        tone: 'bad',
        title: 'They were not marked',
        description: `${describeError(error).message} Nothing was changed.`,
      })
    } finally {
      setBusy(false)
      readAgain()
    }
  }
  return { mark, isBusy }
}

const markedAs: Readonly<Record<ReviewState, string>> = {
  unreviewed: 'unreviewed',
  reviewed: 'reviewed',
  'follow-up': 'for follow-up',
}

const countOf = (number: number) => `${formatCount(number)} ${number === 1 ? 'inspection' : 'inspections'}`

const describeKept = (kept: number) =>
  kept === 1
    ? '1 inspection was changed again since and stays as it is.'
    : `${countOf(kept)} were changed again since and stay as they are.`

/** What a bulk mark left as it was, and why. */
export function describeRest({ unchanged, unknown }: Pick<BulkMarked, 'unchanged' | 'unknown'>): string {
  return [
    unchanged === 0 ? '' : `${formatCount(unchanged)} were so already.`,
    unknown === 0 ? '' : `${formatCount(unknown)} are not in the index any more.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
