import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { readReason } from '@/lib/system/model'
import type { ProblemRow, SystemStatus } from '@/lib/system/schema'

type Problems = SystemStatus['problems']

/** Unreadable documents, and those with an unexpected format: how many, and the newest with the reason. */
export function ProblemList({ problems: { unreadable, unusual } }: { problems: Problems }) {
  const t = useTranslations('system')
  if (unreadable.count + unusual.count === 0) return <p className="text-sm text-ink-muted">{t('problems.empty')}</p>
  return (
    <div className="flex flex-col gap-4">
      <Group
        title={t('problems.unreadable')}
        note={t('problems.unreadableHint')}
        href="/inspections?problem=unreadable"
        rows={unreadable.newest.map((row) => ({ ...row, reason: readReason(t, row.reason) }))}
        count={unreadable.count}
      />
      <Group
        title={t('problems.unusual')}
        note={t('problems.unusualHint')}
        href="/inspections?problem=unusual"
        rows={unusual.newest}
        count={unusual.count}
      />
    </div>
  )
}

function Group({
  title,
  note,
  href,
  rows,
  count,
}: {
  title: string
  note: string
  href: '/inspections?problem=unreadable' | '/inspections?problem=unusual'
  rows: readonly ProblemRow[]
  count: number
}) {
  const t = useTranslations('system.actions')
  if (count === 0) return null
  return (
    <section className="text-sm">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        <Link href={href} className="text-accent-ink tabular-nums underline underline-offset-2">
          {t('showAll', { count })}
        </Link>
      </h3>
      <p className="text-ink-muted">{note}</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li key={row.auditId} className="py-1.5">
            <Link href={`/inspections/${row.auditId}`} className="wrap-break-word hover:underline">
              {row.title ?? row.templateName ?? <span className="font-mono text-xs break-all">{row.auditId}</span>}
            </Link>
            <p className="wrap-break-word text-ink-muted">{row.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
