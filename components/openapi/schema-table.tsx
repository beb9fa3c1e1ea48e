import { useTranslations } from 'next-intl'
import type { SchemaRow } from '@/lib/openapi/model'
import { classNames } from '@/lib/browser/class-names'

const indents = ['ps-0', 'ps-4', 'ps-8', 'ps-12', 'ps-16', 'ps-20'] as const

/** Fields with their types and notes. The fields of an object are indented below it. */
export function SchemaTable({ label, rows }: { label: string; rows: readonly SchemaRow[] }) {
  const t = useTranslations('openapi')
  return (
    <ul aria-label={label} className="divide-y divide-line rounded border border-line text-xs">
      {rows.map(({ key, name, depth, type, isRequired, note }) => (
        <li key={key} className="px-3 py-1.5">
          <div className={classNames('flex flex-wrap gap-x-3 gap-y-0.5', indents[depth] ?? indents[5])}>
            <code className="font-mono font-medium wrap-anywhere">{name}</code>
            <code className="font-mono wrap-anywhere text-ink-muted">{type}</code>
            {isRequired && <span className="text-ink-muted">{t('required')}</span>}
            {note !== '' && <span className="basis-full text-ink-muted wrap-anywhere">{note}</span>}
          </div>
        </li>
      ))}
    </ul>
  )
}
