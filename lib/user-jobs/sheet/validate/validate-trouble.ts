import type { CellIssue, Fix, IssueText } from '@/lib/user-jobs/sheet/types'

/** An error of a cell, without its place. */
export type CellTrouble = Pick<CellIssue, 'code' | 'level' | 'text' | 'fixes' | 'value' | 'isPartial'>

export const trouble = (
  code: CellIssue['code'],
  level: CellIssue['level'],
  text: IssueText | IssueText['key'],
  fixes: readonly Fix[] = [],
): CellTrouble => ({
  code,
  level,
  text: typeof text === 'string' ? { key: text } : text,
  ...(fixes.length > 0 ? { fixes } : {}),
})

/** The beginning of a text, short enough for a sentence. */
export const clip = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
