'use client'

import { useState } from 'react'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { listTaken } from '@/lib/status-groups/view'
import { findDoubts, isSameDraft, readDraft, startDraft, type CreateStart } from './create-draft'

/** The form of a new group: its draft and its errors. */
export function useCreateForm(start: CreateStart, board: StatusGroupBoard) {
  const [from, setFrom] = useState(start)
  const [begun, setBegun] = useState(() => startDraft(start, board))
  const [draft, setDraft] = useState(begun)
  const [replaced, setReplaced] = useState<{ from: CreateStart; draft: typeof draft } | null>(null)
  const [areProblemsShown, setProblemsShown] = useState(false)
  const [taken] = useState(() => listTaken(board))
  const isDirty = !isSameDraft(draft, begun)
  const { asked, problems } = readDraft(draft)
  return {
    from,
    draft,
    setDraft,
    isDirty,
    /** The request; null while there are errors. */
    asked,
    /** The errors to show. Null before the first attempt, because an empty form is no mistake. */
    problems: areProblemsShown ? problems : null,
    showProblems: () => setProblemsShown(true),
    doubts: findDoubts(draft, taken),
    choose: (next: CreateStart) => {
      const fresh = startDraft(next, board)
      setReplaced(isDirty ? { from, draft } : null)
      setFrom(next)
      setBegun(fresh)
      setDraft(fresh)
      setProblemsShown(false)
    },
    /** Restores the draft that another choice of start has replaced; null if nothing was replaced. */
    putBack:
      replaced === null
        ? null
        : () => {
            setFrom(replaced.from)
            setDraft(replaced.draft)
            setReplaced(null)
          },
  }
}

export type CreateForm = ReturnType<typeof useCreateForm>
