'use client'

import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, TriangleAlert } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { Table, TableRow, type TableColumn } from '@/components/ui/lists/table'
import { Time } from '@/components/ui/dates/time'
import { listPath, templateHref } from '@/lib/browser/routes'
import { templateQueries } from '@/lib/templates/queries'
import type { TemplateRow } from '@/lib/templates/schema'
import { ListFrame } from '@/components/ui/lists/list-frame'
import { AverageScore } from './average-score'

const columns = [
  { name: 'template', className: 'min-w-56 pe-4' },
  { name: 'inspections', align: 'right', className: 'ps-4' },
  { name: 'completed', align: 'right', className: 'ps-4' },
  { name: 'failed', align: 'right', className: 'ps-4' },
  { name: 'score', align: 'right', className: 'ps-4' },
  { name: 'last', className: 'ps-6' },
  { name: 'changed', className: 'ps-6' },
] as const satisfies ReadonlyArray<Omit<TableColumn, 'label'> & { name: string }>

/** The list of inspections with this template and result. The cast is safe: it is the list's own address. */
function inspectionsOf(templateId: string, result?: 'failed' | 'in-progress'): Route {
  const query = new URLSearchParams({ template: templateId })
  if (result !== undefined) query.set('result', result)
  return `${listPath}?${query.toString()}` as Route
}

/** The organization's templates with their results, and a way to their inspections. */
export function TemplatesPage() {
  const t = useTranslations('templates')
  const query = useQuery(templateQueries.list())
  const note = query.data?.note ?? null
  return (
    <ListFrame
      about={<ConnectedAccountInfo of="templates" />}
      title={t('title')}
      description={t('description')}
      noun="template"
      query={query}
      rowsOf={(answer) => answer.templates}
      textOf={({ name, templateId }) => `${name} ${templateId}`}
      note={
        note !== null && (
          <p className="flex gap-2 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
            <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
            <span>{t('incomplete', { reason: note })}</span>
          </p>
        )
      }
      empty={
        <EmptyState icon={LayoutTemplate} title={t('empty.title')} className="rounded border border-line bg-surface">
          {t('empty.text')}
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <Table
            label={t('title')}
            columns={columns.map((column) => Object.assign({ label: t(`columns.${column.name}`) }, column))}
            className="rounded border border-line bg-surface px-4 max-sm:hidden"
            tableClassName="min-w-[52rem]"
          >
            {rows.map((row) => (
              <TemplateLine key={row.templateId} row={row} />
            ))}
          </Table>
          <ul
            aria-label={t('title')}
            className="flex flex-col divide-y divide-line rounded border border-line bg-surface sm:hidden"
          >
            {rows.map((row) => (
              <TemplateCard key={row.templateId} row={row} />
            ))}
          </ul>
        </>
      )}
    </ListFrame>
  )
}

function Name({ row }: { row: TemplateRow }) {
  const t = useTranslations('templates')
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link href={templateHref(row.templateId)} className="font-medium wrap-anywhere hover:underline">
        {row.name}
      </Link>
      {!row.isListed && <Badge tone="unknown">{t('unlisted')}</Badge>}
    </span>
  )
}

function Count({ count }: { count: number }) {
  const format = useFormatter()
  return count === 0 ? <span className="text-ink-muted">{format.number(0)}</span> : format.number(count)
}

function FailedLink({ row, children }: { row: TemplateRow; children: ReactNode }) {
  if (row.failed === 0) return <span className="text-ink-muted">{children}</span>
  return (
    <Link href={inspectionsOf(row.templateId, 'failed')} className="text-bad underline-offset-2 hover:underline">
      {children}
    </Link>
  )
}

/** Writes a score of 0 to 100, or a dash for none. */
function useScore(): (score: number | null) => string {
  const format = useFormatter()
  return (score) => (score === null ? '–' : format.number(score / 100, { style: 'percent', maximumFractionDigits: 0 }))
}

function TemplateLine({ row }: { row: TemplateRow }) {
  const format = useFormatter()
  return (
    <TableRow head={<Name row={row} />} headClassName="py-2 pe-4">
      <td className="ps-4 text-end">
        <Link href={inspectionsOf(row.templateId)} className="underline-offset-2 hover:underline">
          <Count count={row.inspections} />
        </Link>
      </td>
      <td className="ps-4 text-end">
        <Count count={row.completed} />
      </td>
      <td className="ps-4 text-end">
        <FailedLink row={row}>{format.number(row.failed)}</FailedLink>
      </td>
      <td className="ps-4 text-end">
        <AverageScore row={row} />
      </td>
      <td className="ps-6">
        {row.lastInspectionAt === null ? '–' : <Time value={row.lastInspectionAt} format="smart" />}
      </td>
      <td className="ps-6">{row.modifiedAt === null ? '–' : <Time value={row.modifiedAt} format="smart" />}</td>
    </TableRow>
  )
}

function TemplateCard({ row }: { row: TemplateRow }) {
  const t = useTranslations('templates.card')
  const writeScore = useScore()
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-sm">
      <Name row={row} />
      <p className="text-ink-muted tabular-nums">
        {t.rich('facts', {
          inspections: row.inspections,
          score: writeScore(row.scorePercentage),
          failed: () => <FailedLink row={row}>{t('failed', { count: row.failed })}</FailedLink>,
        })}
      </p>
      {row.lastInspectionAt !== null && (
        <p className="text-ink-muted">
          {t.rich('last', { time: () => <Time value={row.lastInspectionAt ?? ''} format="smart" /> })}
        </p>
      )}
    </li>
  )
}
