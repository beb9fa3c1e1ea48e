'use client'

import { History } from 'lucide-react'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import { useMay } from '@/lib/browser/actor'
import { formatCount } from '@/lib/browser/numbers'
import { StartChangeButton } from './start-change-button'
import { countStatuses } from './words'

/** Sets cleared statuses again, after saying how many and what cannot be restored. */
export function RestoreButton({
  source,
  count,
}: {
  source: { activityId: string } | { changeId: string }
  count: number
}) {
  const mayRestore = useMay('assets:write')
  if (!mayRestore || count === 0) return null
  const label = `Restore ${countStatuses(count)}`
  return (
    <StartChangeButton
      icon={History}
      button={label}
      label={label}
      cancel="Do not restore"
      start={() => assetChangeCalls.restore(source)}
      describeLeftOut={({ change, leftOut }) => ({
        title: `${formatCount(leftOut)} of ${formatCount(leftOut + change.total)} left out`,
        note: 'They cannot take their status any more.',
      })}
      failure={{ title: 'Nothing was restored', kept: 'The log keeps the statuses.' }}
    >
      <p>
        The service cannot bring cleared statuses back. The log of this console kept which{' '}
        {count === 1 ? 'asset' : `${formatCount(count)} assets`} had which status, and sets{' '}
        {count === 1 ? 'it' : 'them'} again, one by one and within the rate limit.
      </p>
      <p>Left out are</p>
      <ul className="list-disc pl-5">
        <li>assets that have a status again: what somebody has set since stays,</li>
        <li>assets that are not there any more, and</li>
        <li>assets whose type has no group with that status now. Assign the group to the type again first.</li>
      </ul>
      <p className="text-ink-muted">How many those are is said as soon as it has started.</p>
    </StartChangeButton>
  )
}
