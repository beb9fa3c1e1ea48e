'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { inputClass, TextField } from '@/components/ui/field'
import { ApiError } from '@/lib/browser/api'
import { classNames } from '@/lib/browser/class-names'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { statusGroupCalls } from '@/lib/status-groups/queries'
import {
  descriptionCharsMax,
  type NewStatusGroup,
  type StatusGroupBoard,
  type StatusGroupWritten,
} from '@/lib/status-groups/schema'
import { nameKey } from '@/lib/status-groups/view'
import { isAnswerLost, useBoardCache } from '@/components/status-groups/board-cache'
import { findDoubts, isSameDraft, listTaken, readDraft, startDraft, type CreateStart } from './create-draft'
import { CreateStartChoice } from './create-start'
import { CreateStatusRows } from './create-status-rows'

/** Creates a group: from nothing, from a starter set, or as a copy. What was typed stays until it is created or given up. */
export function CreateGroupDialog({
  start,
  board,
  onCreated,
  onClose,
}: {
  start: CreateStart
  board: StatusGroupBoard
  /** `written` is null where only the list tells that the group is there. */
  onCreated: (name: string, groupId: string | null, written: StatusGroupWritten | null) => void
  onClose: () => void
}) {
  const cache = useBoardCache()
  const [from, setFrom] = useState(start)
  const [begun, setBegun] = useState(() => startDraft(start, board))
  const [draft, setDraft] = useState(begun)
  const [replaced, setReplaced] = useState<{ from: CreateStart; draft: typeof draft } | null>(null)
  const [isTold, setTold] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [taken] = useState(() => listTaken(board))
  const isDirty = !isSameDraft(draft, begun)
  const { asked, problems } = readDraft(draft)
  const doubts = findDoubts(draft, taken)

  const creating = useMutation({
    mutationFn: async (group: NewStatusGroup) => {
      const before = new Set(cache.read()?.groups.map(({ groupId }) => groupId))
      try {
        return { name: group.name, written: await statusGroupCalls.create(group), groupId: null }
      } catch (error) {
        if (!isAnswerLost(error)) throw error
        return await lookForIt(group.name, before)
      }
    },
    onSuccess: ({ name, written, groupId }) => {
      if (written?.group != null) cache.put(written.group)
      onCreated(name, written?.group?.groupId ?? groupId, written)
    },
    onSettled: () => cache.settle(),
  })

  /** This page has no answer: the list tells, where it can be read, and nothing is sent twice. */
  async function lookForIt(name: string, before: ReadonlySet<string>) {
    let now: StatusGroupBoard
    try {
      now = await cache.readAgain()
    } catch {
      throw new ApiError(
        0,
        'upstream_unknown',
        'No answer came, and the list could not be read either. Look at the list before you create it again.',
      )
    }
    const made = now.groups.find((group) => !before.has(group.groupId) && nameKey(group.name) === nameKey(name))
    if (made !== undefined) return { name, written: null, groupId: made.groupId }
    throw new ApiError(
      0,
      'upstream_unknown',
      'No answer came. The list was read again and does not have it yet. Look at the list once more before you create it again.',
    )
  }

  const choose = (next: CreateStart) => {
    const fresh = startDraft(next, board)
    setReplaced(isDirty ? { from, draft } : null)
    setFrom(next)
    setBegun(fresh)
    setDraft(fresh)
    setTold(false)
  }
  const submit = () => {
    if (asked === null) return setTold(true)
    creating.mutate(asked)
  }
  useShortcuts([
    {
      id: 'status-groups:create',
      keys: ['mod+enter'],
      label: 'Create the group',
      group: 'Status groups',
      inDialogs: true,
      run: () => (creating.isPending ? undefined : submit()),
    },
  ])
  const leave = () => {
    if (isDirty && !isLeaving) return setLeaving(true)
    onClose()
  }
  const fields = creating.error instanceof ApiError ? creating.error.fields : {}
  const isUnknown = creating.error instanceof ApiError && creating.error.code === 'upstream_unknown'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !creating.isPending && leave()}
      title="New status group"
      description="It is created at the service at once. No asset changes until types use it."
      footer={
        isLeaving ? (
          <>
            <p role="alert" className="mr-auto self-center text-sm">
              Give up what you typed?
            </p>
            <Button onClick={() => setLeaving(false)}>Keep it</Button>
            <Button variant="danger" onClick={onClose}>
              Give it up
            </Button>
          </>
        ) : (
          <>
            <Button onClick={leave} disabled={creating.isPending}>
              Cancel
            </Button>
            <Button variant="primary" busy={creating.isPending} onClick={submit}>
              Create group
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <CreateStartChoice value={from} onChange={choose} groups={board.groups} />
        {replaced !== null && (
          <p className="-mt-2 text-sm text-ink-muted">
            This replaced what you had typed.{' '}
            <button
              type="button"
              className="font-medium text-accent-ink underline-offset-2 hover:underline"
              onClick={() => {
                setFrom(replaced.from)
                setDraft(replaced.draft)
                setReplaced(null)
              }}
            >
              Put it back
            </button>
          </p>
        )}
        <div>
          <TextField
            label="Name"
            value={draft.name}
            data-autofocus
            autoComplete="off"
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            error={(isTold ? problems?.name : undefined) ?? fields['name']}
          />
          {doubts.name !== null && <p className="mt-1 text-xs text-attention">{doubts.name}</p>}
        </div>
        <label className="flex flex-col gap-1 text-sm">
          <span className="font-medium">
            Description <span className="font-normal text-ink-muted">(optional)</span>
          </span>
          <textarea
            value={draft.description}
            rows={2}
            maxLength={descriptionCharsMax}
            onChange={(event) => setDraft({ ...draft, description: event.target.value })}
            className={classNames(inputClass, 'h-auto! min-h-14 py-1.5')}
          />
          {((isTold ? problems?.description : undefined) ?? fields['description']) !== undefined && (
            <span className="text-xs text-bad">{problems?.description ?? fields['description']}</span>
          )}
        </label>
        <CreateStatusRows draft={draft} onChange={setDraft} problems={isTold ? problems : null} />
        {doubts.statuses.map((doubt) => (
          <p key={doubt} className="text-xs text-attention">
            {doubt}
          </p>
        ))}
        {creating.error !== null && (
          <ErrorNotice
            error={creating.error}
            title={isUnknown ? 'It is not known whether the group was created' : 'The group was not created'}
            kept="What you typed is kept here."
            tone={isUnknown ? 'attention' : 'bad'}
          />
        )}
      </div>
    </Dialog>
  )
}
