import { saveText } from '@/lib/browser/save-file'
import { writePortable } from '@/lib/status-groups/portable'
import type { StatusGroup } from '@/lib/status-groups/schema'

/** Downloads groups as a file that the import accepts. A single group gives the file its name. */
export function saveGroups(groups: readonly StatusGroup[]): void {
  const [first] = groups
  const name =
    groups.length === 1 && first !== undefined ? `status-group-${writeFileName(first.name)}` : 'status-groups'
  saveText(`${name}.json`, 'application/json', writePortable(groups))
}

/** A name that is valid as part of a file name on every system. */
function writeFileName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return plain.slice(0, 60).toLowerCase() || 'unnamed'
}
