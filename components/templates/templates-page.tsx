'use client'

import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, TriangleAlert } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, TableRow, type TableColumn } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { listPath } from '@/lib/browser/routes'
import { templateQueries } from '@/lib/templates/queries'
import type { TemplateRow } from '@/lib/templates/schema'
import { ListFrame } from '@/components/ui/list-frame'

const columns: readonly TableColumn[] = [
  { label: 'Template', className: 'min-w-56 pr-4' },
  { label: 'Inspections', align: 'right', className: 'pl-4' },
  { label: 'Completed', align: 'right', className: 'pl-4' },
  { label: 'Failed', align: 'right', className: 'pl-4' },
  { label: 'Mean score', align: 'right', className: 'pl-4' },
  { label: 'Last inspection', className: 'pl-6' },
  { label: 'Template changed', className: 'pl-6' },
]

/** The list of inspections with this template and result. The cast is safe: it is the list's own address. */
function inspectionsOf(templateId: string, result?: 'failed' | 'in-progress'): Route {
  const query = new URLSearchParams({ template: templateId })
  if (result !== undefined) query.set('result', result)
  return `${listPath}?${query.toString()}` as Route
}

/** The organization's templates: what they are used for, with a way to their inspections. */
export function TemplatesPage() {
  const query = useQuery(templateQueries.list())
  const note = query.data?.note ?? null
  return (
    <ListFrame
      title="Templates"
      description="What inspections are made from. The figures are of the inspections in the index that the token’s owner may see."
      noun="template"
      query={query}
      rowsOf={(answer) => answer.templates}
      textOf={({ name, templateId }) => `${name} ${templateId}`}
      note={
        note !== null && (
          <p className="flex gap-2 rounded border border-attention/30 bg-attention-soft p-3 text-sm">
            <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
            <span>
              The service’s own list could not be read: {note} What stands below is what the index knows; templates
              without inspections are missing.
            </span>
          </p>
        )
      }
      empty={
        <EmptyState
          icon={LayoutTemplate}
          title="There are no templates"
          className="rounded border border-line bg-surface"
        >
          The service lists none, or none that the token’s owner may see.
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <Table
            label="Templates"
            columns={columns}
            className="rounded border border-line bg-surface px-4 max-sm:hidden"
            tableClassName="min-w-[52rem]"
          >
            {rows.map((row) => (
              <TemplateLine key={row.templateId} row={row} />
            ))}
          </Table>
          <ul
            aria-label="Templates"
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
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link href={inspectionsOf(row.templateId)} className="font-medium wrap-anywhere hover:underline">
        {row.name}
      </Link>
      {!row.isListed && <Badge tone="unknown">Not listed any more</Badge>}
    </span>
  )
}

const Count = ({ count }: { count: number }) =>
  count === 0 ? <span className="text-ink-muted">0</span> : formatCount(count)

function Failed({ row }: { row: TemplateRow }) {
  if (row.failed === 0) return <span className="text-ink-muted">0</span>
  return (
    <Link href={inspectionsOf(row.templateId, 'failed')} className="text-bad underline-offset-2 hover:underline">
      {formatCount(row.failed)}
    </Link>
  )
}

const writeScore = (score: number | null) => (score === null ? '–' : `${Math.round(score)} %`)

function TemplateLine({ row }: { row: TemplateRow }) {
  return (
    <TableRow head={<Name row={row} />} headClassName="py-2 pr-4">
      <td className="pl-4 text-right">
        <Count count={row.inspections} />
      </td>
      <td className="pl-4 text-right">
        <Count count={row.completed} />
      </td>
      <td className="pl-4 text-right">
        <Failed row={row} />
      </td>
      <td className="pl-4 text-right">{writeScore(row.scorePercentage)}</td>
      <td className="pl-6">
        {row.lastInspectionAt === null ? '–' : <Time value={row.lastInspectionAt} format="smart" />}
      </td>
      <td className="pl-6">{row.modifiedAt === null ? '–' : <Time value={row.modifiedAt} format="smart" />}</td>
    </TableRow>
  )
}

function TemplateCard({ row }: { row: TemplateRow }) {
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-sm">
      <Name row={row} />
      <p className="text-ink-muted tabular-nums">
        {formatCount(row.inspections)} {row.inspections === 1 ? 'inspection' : 'inspections'} · <Failed row={row} />{' '}
        failed · mean score {writeScore(row.scorePercentage)}
      </p>
      {row.lastInspectionAt !== null && (
        <p className="text-ink-muted">
          Last one <Time value={row.lastInspectionAt} format="smart" />
        </p>
      )}
    </li>
  )
}
