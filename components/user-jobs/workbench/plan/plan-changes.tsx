import { useTranslations } from 'next-intl'
import { Table, TableRow } from '@/components/ui/lists/table'
import type { StartPlan } from './workbench-plan'

/** The values of existing users that the import would change: the current value and the new value. */
export function PlanChanges({ plan: { changes } }: { plan: StartPlan }) {
  const t = useTranslations('userJobs.confirm.changes')
  const none = useTranslations('userJobs.columns')('empty')
  if (changes.count === 0) return null
  return (
    <section className="flex flex-col gap-2 rounded border border-line bg-surface p-4">
      <h2 className="text-sm font-semibold">{t('title')}</h2>
      <Table
        label={t('title')}
        columns={[{ label: t('user') }, { label: t('column') }, { label: t('before') }, { label: t('after') }]}
        tableClassName="min-w-xl"
        className="max-h-80"
      >
        {changes.shown.map(({ rowId, email, head, before, after }) => (
          <TableRow key={`${rowId} ${head}`} head={email} headClassName="py-1.5 pe-4 wrap-anywhere">
            <td className="py-1.5 pe-4">{head}</td>
            <td className="py-1.5 pe-4 text-ink-muted wrap-anywhere">{before === '' ? none : before}</td>
            <td className="py-1.5 wrap-anywhere">{after}</td>
          </TableRow>
        ))}
      </Table>
      {changes.count > changes.shown.length && (
        <p className="text-xs text-ink-muted">{t('more', { count: changes.count - changes.shown.length })}</p>
      )}
    </section>
  )
}
