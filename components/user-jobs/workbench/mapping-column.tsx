import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { inputClass } from '@/components/ui/inputs/field'
import { Select } from '@/components/ui/inputs/select'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { columnOf } from '@/lib/user-jobs/sheet/columns'
import { describeHint } from '@/components/user-jobs/grid/issue-bar'
import { fields } from '@/lib/user-jobs/sheet/fields'
import type { ColumnUse } from '@/lib/user-jobs/sheet/types'

const sampleRows = 200
const samplesShown = 3

const isSameUse = (one: ColumnUse | undefined, other: ColumnUse | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** One column of the file: its first values, its field, and how the field was chosen. */
export function ColumnRow({
  head,
  column,
  bench,
  onChoose,
}: {
  head: string
  column: number
  bench: BenchSheet
  onChoose: (use: ColumnUse) => void
}) {
  const t = useTranslations('userJobs')
  const { mapping, secret } = bench
  const use = mapping[column] ?? { to: 'unmapped' as const }
  const samples = listSamples(bench, column)
  return (
    <tr className="align-top max-sm:flex max-sm:flex-col max-sm:gap-1.5 max-sm:p-3">
      <th scope="row" className="max-w-64 px-4 py-2.5 text-start font-medium wrap-anywhere max-sm:p-0">
        {head}
      </th>
      <td className="max-w-80 px-4 py-2.5 wrap-anywhere text-ink-muted max-sm:p-0">
        {secret.has(column) ? (
          t('columns.hidden')
        ) : samples.length === 0 ? (
          t('columns.empty')
        ) : (
          <span className="line-clamp-2">{samples.join(' · ')}</span>
        )}
      </td>
      <td className="px-4 py-1.5 max-sm:p-0">
        <ColumnField bench={bench} head={head} column={column} use={use} onChoose={onChoose} />
      </td>
      <td className="px-4 py-2.5 max-sm:p-0">
        <MatchBadge bench={bench} column={column} use={use} />
      </td>
    </tr>
  )
}

/** Chooses the field of a column. */
export function ColumnField({
  bench,
  head,
  column,
  use,
  onChoose,
}: {
  bench: BenchSheet
  head: string
  column: number
  use: ColumnUse
  onChoose: (use: ColumnUse) => void
}) {
  const t = useTranslations('userJobs')
  const { mapping } = bench
  const value = use.to === 'field' ? use.field : use.to
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label={t('columns.fieldOf', { column: head })}
        className={use.to === 'unmapped' ? 'border-attention' : undefined}
        value={value}
        onChange={(next) => onChoose(readUse(next, head))}
        options={[
          { value: 'unmapped', label: t('columns.choose') },
          { value: 'ignored', label: t('columns.ignored') },
          { value: 'attribute', label: t('columns.attribute') },
          ...fields.map(({ key }) => {
            const taken = columnOf(mapping, key)
            const field = t(`fields.${key}.label`)
            return {
              value: key,
              label:
                taken === -1 || taken === column
                  ? field
                  : t('columns.used', { field, column: bench.sheet.header[taken] ?? '' }),
              group: t('columns.fields'),
            }
          }),
        ]}
      />
      {use.to === 'attribute' && (
        <input
          aria-label={t('columns.attributeName', { column: head })}
          className={inputClass}
          defaultValue={use.name}
          maxLength={200}
          onBlur={({ currentTarget }) => {
            const name = currentTarget.value.trim()
            if (name === '') currentTarget.value = use.name
            else if (name !== use.name) onChoose({ to: 'attribute', name })
          }}
        />
      )}
      {use.to === 'field' && <span className="text-xs text-ink-muted">{describeHint(t, use)}</span>}
    </div>
  )
}

/** How the field of a column was chosen. */
export function MatchBadge({ bench, column, use }: { bench: BenchSheet; column: number; use: ColumnUse }) {
  const t = useTranslations('userJobs.columns')
  if (use.to === 'unmapped') return <Badge tone="attention">{t('unmapped')}</Badge>
  if (!isSameUse(use, bench.firstMapping[column])) return <Badge icon={null}>{t('chosen')}</Badge>
  return (
    <Badge tone="accent" icon={null}>
      {bench.isRemembered ? t('remembered') : t('auto')}
    </Badge>
  )
}

function readUse(value: string, head: string): ColumnUse {
  if (value === 'ignored' || value === 'unmapped') return { to: value }
  const field = fields.find(({ key }) => key === value)
  return field === undefined ? { to: 'attribute', name: head.slice(0, 200) } : { to: 'field', field: field.key }
}

/** The first few different values of a column. */
export function listSamples({ sheet }: BenchSheet, column: number): string[] {
  const found = new Set<string>()
  for (const rowId of sheet.rowIds.slice(0, sampleRows)) {
    const value = sheet.cell(rowId, column).trim()
    if (value !== '') found.add(value.length > 60 ? `${value.slice(0, 60)}…` : value)
    if (found.size === samplesShown) break
  }
  return [...found]
}
