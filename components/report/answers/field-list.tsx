import { keyed } from '@/components/report/keyed'

/** Names and values, for answers without a view of their own. */
export function FieldList({ fields }: { fields: ReadonlyArray<{ name: string; value: string }> }) {
  return (
    <dl className="grid max-w-full grid-cols-[minmax(min-content,max-content)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
      {keyed(fields, (field) => field.name).map(({ key, value: { name, value } }) => (
        <div key={key} className="contents">
          <dt className="max-w-[16rem] text-ink-muted wrap-break-word">{name}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
