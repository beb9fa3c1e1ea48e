import type { Translator } from '@/lib/messages/translator'
import type { TextFault } from '@/lib/status-groups/model'

/** What is wrong with a field of a new group, as a sentence. */
export function describeTextFault(
  t: Translator<'statusGroups.create'>,
  field: 'name' | 'description' | 'status',
  fault: TextFault,
): string {
  switch (fault.kind) {
    case 'tooLong':
      return t(`fault.${field}.tooLong`, { max: fault.max })
    case 'empty':
      return t(`fault.${field}.empty`)
    default:
      return t(`fault.${field}.hiddenCharacter`)
  }
}
