import { saveText } from '@/lib/browser/save-file'
import { portableGroupsMax, writePortable } from '@/lib/status-groups/portable'
import type { StatusGroup } from '@/lib/status-groups/schema'

/** Downloads groups as files that the import accepts, several if one cannot have them all. A single group names its file. */
export function saveGroups(groups: readonly StatusGroup[]): void {
  const [first] = groups
  const name =
    groups.length === 1 && first !== undefined ? `status-group-${writeFileName(first.name)}` : 'status-groups'
  const count = Math.ceil(groups.length / portableGroupsMax)
  for (let part = 0; part < count; part += 1) {
    const number = count === 1 ? '' : `-${part + 1}-of-${count}`
    const own = groups.slice(part * portableGroupsMax, (part + 1) * portableGroupsMax)
    saveText(`${name}${number}.json`, 'application/json', writePortable(own))
  }
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
