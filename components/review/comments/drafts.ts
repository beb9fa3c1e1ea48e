import type { Mention } from '@/lib/review/comments-schema'

/** A comment that was begun: its text, and the people that were chosen while typing `@`. */
export interface CommentDraft {
  text: string
  mentioned: readonly Mention[]
}

export const emptyDraft: CommentDraft = { text: '', mentioned: [] }

/** Lives as long as the page: who goes to another inspection and comes back finds what they typed. Gone with signing out. */
const drafts = new Map<string, CommentDraft>()

export const readDraft = (key: string): CommentDraft => drafts.get(key) ?? emptyDraft

export function keepDraft(key: string, draft: CommentDraft): void {
  if (draft.text === '') drafts.delete(key)
  else drafts.set(key, draft)
}
