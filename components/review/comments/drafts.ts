import type { Mention } from '@/lib/review/comments-schema'

/** An unsent comment: its text, and the people chosen after `@`. */
export interface CommentDraft {
  text: string
  mentioned: readonly Mention[]
}

export const emptyDraft: CommentDraft = { text: '', mentioned: [] }

/** Drafts live as long as the page, so they survive a visit to another inspection. Signing out deletes them. */
const drafts = new Map<string, CommentDraft>()

export const readDraft = (key: string): CommentDraft => drafts.get(key) ?? emptyDraft

export function keepDraft(key: string, draft: CommentDraft): void {
  if (draft.text === '') drafts.delete(key)
  else drafts.set(key, draft)
}
