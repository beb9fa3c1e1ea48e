'use client'

import { useFormatter, useTranslations } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Spinner } from '@/components/ui/spinner'
import { Table, TableRow } from '@/components/ui/lists/table'
import { Time } from '@/components/ui/dates/time'
import { StatusChip } from '@/components/status/status-chip'
import type { Impact } from '@/components/status-groups/use-impact'

/** What deleting a group affects: types that lose it and assets that lose their status, counted just now. */
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
  const t = useTranslations('statusGroups.delete.impact')
  const format = useFormatter()
  if (boardError !== null) return <ErrorNotice error={boardError} tone="attention" title={t('failed')} />
  if (impact === null) return null
  const { types, statuses, total, reach } = impact
  const asOf = countedAt ?? reach.assetsAsOf
  const time = asOf !== null && <Time value={asOf} format="relative" />
  return (
    <>
      <div>
        <p className="font-medium">{describeLoss(t, types.length, total)}</p>
        <p className="mt-1 text-ink-muted">{total === 0 ? t('kept') : t('keptWithStatuses')}</p>
      </div>
      {isCounting && (
        <output className="flex items-center gap-2 text-ink-muted">
          <Spinner /> {t('counting', { count: types.length })}
        </output>
      )}
      {countError !== null && !isCounting && (
        <ErrorNotice
          error={countError}
          tone="attention"
          title={t('countFailed')}
          {...(total === null ? {} : { kept: t('countKept') })}
          onRetry={countAgain}
        />
      )}
      {total !== null && total > 0 && (
        <ul aria-label={t('statuses')} className="flex flex-wrap gap-x-3 gap-y-1.5">
          {statuses.map(({ optionId, name, color, count }) => (
            <li key={optionId} className="flex max-w-full items-center gap-1">
              <StatusChip name={name} color={color} />
              <span className="text-xs text-ink-muted tabular-nums">{format.number(count ?? 0)}</span>
            </li>
          ))}
        </ul>
      )}
      {types.length > 0 && (
        <Table
          label={t('types')}
          columns={[{ label: t('type') }, { label: t('assets'), align: 'right' }]}
          className="max-h-57 rounded border border-line px-3"
        >
          {types.map(({ typeId, name, count }) => (
            <TableRow key={typeId} head={name} headClassName="py-1.5 wrap-anywhere">
              <td className="py-1.5 text-end">{count === null ? t('unknownCount') : format.number(count)}</td>
            </TableRow>
          ))}
        </Table>
      )}
      {total !== null && asOf !== null && !isCounting && (
        <p className="text-xs text-ink-muted">{t.rich('countedAt', { time: () => time })}</p>
      )}
    </>
  )
}

function describeLoss(t: Translator<'statusGroups.delete.impact'>, types: number, total: number | null): string {
  if (types === 0 && (total ?? 0) === 0) return t('none')
  if (total === null) return t('uncounted', { types })
  if (total === 0) return t('typesOnly', { types })
  return types === 0 ? t('assetsOnly', { assets: total }) : t('both', { assets: total, types })
}
