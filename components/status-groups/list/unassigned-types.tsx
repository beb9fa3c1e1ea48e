import { formatCount } from '@/lib/browser/numbers'
import type { UnassignedType } from '@/lib/status-groups/schema'

/** More names than anybody reads in a line. */
const namesMax = 8

/** Why types of a group that was created again do not use it; those with one reason in one line. */
export function UnassignedTypes({ types }: { types: readonly UnassignedType[] }) {
  const reasons = new Map<string, UnassignedType[]>()
  for (const type of types) {
    const key = JSON.stringify(type.why)
    reasons.set(key, [...(reasons.get(key) ?? []), type])
  }
  return (
    <ul aria-label="Types not assigned again" className="list-disc space-y-0.5 pl-5">
      {[...reasons].map(([key, alike]) => (
        <li key={key} className="wrap-anywhere">
          <span className="font-medium">{joinTypeNames(alike)}</span>
          {describeWhy(alike)}
        </li>
      ))}
    </ul>
  )
}

function joinTypeNames(types: readonly UnassignedType[]): string {
  const names = types.slice(0, namesMax).map(({ name }) => name)
  const more = types.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${formatCount(more)} more`
}

/** The sentence that goes after the names of types with the same reason. */
function describeWhy(alike: readonly UnassignedType[]): string {
  const why = alike[0]?.why
  const isOne = alike.length === 1
  switch (why?.kind) {
    case 'other-group':
      return ` ${isOne ? 'has' : 'have'} the group “${why.groupName}” by now, and ${isOne ? 'keeps' : 'keep'} it.`
    case 'gone':
      return ` ${isOne ? 'is' : 'are'} not there any more.`
    case 'failed':
      return ` could not be assigned: ${why.message}`
    default:
      return isOne
        ? ': the answer of the service was lost, so it is not known yet whether it was assigned. Its entry in the log tells as soon as the service does.'
        : ': the answer of the service was lost, so it is not known yet whether they were assigned. Their entries in the log tell as soon as the service does.'
  }
}
