'use client'

import { ErrorNotice } from '@/components/ui/error-notice'
import { Spinner } from '@/components/ui/spinner'
import { Table, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { StatusChip } from '@/components/status/status-chip'
import type { Impact } from '@/components/status-groups/use-impact'

const countAssets = (count: number) => `${formatCount(count)} ${count === 1 ? 'asset' : 'assets'}`
const countTypes = (count: number) => `${formatCount(count)} ${count === 1 ? 'type' : 'types'}`

/** What goes with a group: the types that lose it and the assets that lose their status, counted just now. */
export function DeleteImpact({
  impact,
  isCounting,
  countedAt,
  countError,
  countAgain,
  boardError,
}: {
  impact: Impact | null
  isCounting: boolean
  countedAt: string | null
  countError: Error | null
  countAgain: () => void
  boardError: Error | null
}) {
  if (boardError !== null)
    return <ErrorNotice error={boardError} tone="attention" title="What uses the group could not be read" />
  if (impact === null) return null
  const { types, statuses, total, reach } = impact
  const asOf = countedAt ?? reach.assetsAsOf
  return (
    <>
      <div>
        <p className="font-medium">{describeLoss(types.length, total)}</p>
        <p className="mt-1 text-ink-muted">
          The service cannot undo this. The console keeps the whole group
          {total === 0 ? '' : ' and which asset had which status'}, so that it can be created again
          {total === 0 ? '.' : ' and the statuses restored one by one.'}
        </p>
      </div>
      {isCounting && (
        <output className="flex items-center gap-2 text-ink-muted">
          <Spinner /> Counting the assets of {countTypes(types.length)} again…
        </output>
      )}
      {countError !== null && !isCounting && (
        <ErrorNotice
          error={countError}
          tone="attention"
          title="The assets could not be counted again"
          {...(total === null ? {} : { kept: 'The numbers below are those of before.' })}
          onRetry={countAgain}
        />
      )}
      {total !== null && total > 0 && (
        <ul aria-label="Statuses that are cleared" className="flex flex-wrap gap-x-3 gap-y-1.5">
          {statuses.map(({ optionId, name, color, count }) => (
            <li key={optionId} className="flex max-w-full items-center gap-1">
              <StatusChip name={name} color={color} />
              <span className="text-xs text-ink-muted tabular-nums">{formatCount(count ?? 0)}</span>
            </li>
          ))}
        </ul>
      )}
      {types.length > 0 && (
        <Table
          label="Types that lose the group"
          columns={[{ label: 'Type' }, { label: 'Assets that lose their status', align: 'right' }]}
          className="max-h-57 rounded border border-line px-3"
        >
          {types.map(({ typeId, name, count }) => (
            <TableRow key={typeId} head={name} headClassName="py-1.5 wrap-anywhere">
              <td className="py-1.5 text-right">{count === null ? 'not known' : formatCount(count)}</td>
            </TableRow>
          ))}
        </Table>
      )}
      {total !== null && asOf !== null && !isCounting && (
        <p className="text-xs text-ink-muted">
          Counted <Time value={asOf} format="relative" />. Assets that the token’s owner may not see are not in these
          numbers, and lose their status as well.
        </p>
      )}
    </>
  )
}

function describeLoss(types: number, total: number | null): string {
  if (types === 0 && (total ?? 0) === 0) return 'No type uses it, and no asset loses a status.'
  const of = types === 0 ? '' : ` of ${countTypes(types)}`
  if (total === null)
    return `${countTypes(types)} ${types === 1 ? 'loses' : 'lose'} the group, and every asset with one of its statuses loses it. How many those are cannot be told, because the assets cannot be listed.`
  if (total === 0)
    return `${countTypes(types)} ${types === 1 ? 'loses' : 'lose'} the group. No asset has one of its statuses.`
  return `${countAssets(total)}${of} ${total === 1 ? 'loses its' : 'lose their'} status.`
}
