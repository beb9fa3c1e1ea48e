'use client'

import type { Route } from 'next'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { Badge } from '@/components/ui/badge'
import { IdCell } from '@/components/ui/data-table/records/record-cells'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { listPath } from '@/lib/browser/routes'
import type { TemplateRow } from '@/lib/templates/schema'
import { AverageScore } from './average-score'

/** The list of inspections with this template and result. The cast is safe: it is the list's own address. */
function inspectionsOf(templateId: string, result?: 'failed' | 'in-progress'): Route {
  const query = new URLSearchParams({ template: templateId })
  if (result !== undefined) query.set('result', result)
  return `${listPath}?${query.toString()}` as Route
}

function Count({ count, href, isBad = false }: { count: number; href?: Route; isBad?: boolean }) {
  const format = useFormatter()
  if (count === 0 || href === undefined)
    return <span className={count === 0 ? 'text-ink-muted' : ''}>{format.number(count)}</span>
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={(event) => event.stopPropagation()}
      className={`underline-offset-2 hover:underline ${isBad ? 'text-bad' : ''}`}
    >
      {format.number(count)}
    </Link>
  )
}

const instant = (time: string | null) => (time === null ? null : { time })

/** The columns of the list of templates. */
export function useTemplateColumns(): ReadonlyArray<RecordColumn<TemplateRow>> {
  const t = useTranslations('templates')
  return useMemo((): ReadonlyArray<RecordColumn<TemplateRow>> => {
    const nameStatus = (key: string) => t(key === 'listed' ? 'listed' : 'unlisted')
    const statusOf = ({ isListed }: TemplateRow) => (isListed ? 'listed' : 'unlisted')
    const count = (id: 'inspections' | 'completed' | 'failed') => ({
      id,
      label: t(`columns.${id}`),
      kind: 'number' as const,
      isShownFirst: true as const,
      value: (row: TemplateRow) => row[id],
    })
    return [
      {
        id: 'template',
        label: t('columns.template'),
        widthPx: 400,
        minWidthPx: 180,
        isShownFirst: true,
        isSearched: true,
        value: ({ name }) => name,
      },
      {
        ...count('inspections'),
        widthPx: 112,
        cell: (row) => <Count count={row.inspections} href={inspectionsOf(row.templateId)} />,
      },
      { ...count('completed'), widthPx: 112, isFolded: true },
      {
        ...count('failed'),
        widthPx: 88,
        cell: (row) => <Count count={row.failed} href={inspectionsOf(row.templateId, 'failed')} isBad />,
      },
      {
        id: 'score',
        label: t('columns.score'),
        kind: 'number',
        widthPx: 140,
        isShownFirst: true,
        value: ({ scorePercentage }) => scorePercentage,
        cell: (row) => <AverageScore row={row} />,
      },
      {
        id: 'last',
        label: t('columns.last'),
        kind: 'time',
        widthPx: 144,
        isShownFirst: true,
        value: ({ lastInspectionAt }) => instant(lastInspectionAt),
      },
      {
        id: 'changed',
        label: t('columns.changed'),
        kind: 'time',
        widthPx: 152,
        isShownFirst: true,
        isFolded: true,
        value: ({ modifiedAt }) => instant(modifiedAt),
      },
      {
        id: 'status',
        label: t('columns.listed'),
        widthPx: 150,
        value: (row) => nameStatus(statusOf(row)),
        cell: ({ isListed }) => (isListed ? <span className="text-ink-muted">{t('listed')}</span> : <Unlisted />),
        badges: [t('listed'), t('unlisted')],
        facet: { noun: t('statusNoun'), keyOf: statusOf, nameOf: nameStatus },
      },
      {
        id: 'id',
        label: t('columns.id'),
        widthPx: 320,
        minWidthPx: 160,
        isSearched: true,
        value: ({ templateId }) => templateId,
        cell: ({ templateId }) => <IdCell id={templateId} />,
      },
    ]
  }, [t])
}

/** Marks a template that only the index knows. */
export function Unlisted() {
  return <Badge tone="unknown">{useTranslations('templates')('unlisted')}</Badge>
}
