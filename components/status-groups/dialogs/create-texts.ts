import type { Translator } from '@/lib/messages/translator'
import type { TextIssue } from '@/lib/status-groups/model'

/** What is wrong with a field of a new group, as a sentence. */
export function describeTextIssue(
  t: Translator<'statusGroups.create'>,
  field: 'name' | 'description' | 'status',
  issue: TextIssue,
): string {
  switch (issue.kind) {
    case 'tooLong':
      return t(`issue.${field}.tooLong`, { max: issue.max })
    case 'empty':
      return t(`issue.${field}.empty`)
    default:
      return t(`issue.${field}.hiddenCharacter`)
  }
}
