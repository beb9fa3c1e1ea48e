import { saveText } from '@/lib/browser/save-file'
import { writePortable } from '@/lib/status-groups/portable'
import type { StatusGroup } from '@/lib/status-groups/schema'

/** Hands the groups over as a file that the import takes; one alone is named after itself. */
export function saveGroups(groups: readonly StatusGroup[]): void {
  const [first] = groups
  const name =
    groups.length === 1 && first !== undefined ? `status-group-${writeFileName(first.name)}` : 'status-groups'
  saveText(`${name}.json`, 'application/json', writePortable(groups))
}

/** A name as part of a file's name, on every system. */
function writeFileName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return plain.slice(0, 60).toLowerCase() || 'unnamed'
}
