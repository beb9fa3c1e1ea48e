'use client'

import { Download } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { NameLink } from '@/components/ui/lists/name-link'
import { Table, TableRow } from '@/components/ui/lists/table'
import { Menu, MenuItem } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { useZone } from '@/lib/browser/preferences/zone'
import { saveChartPicture, saveSheetPicture } from './picture'
import { saveSheetCsv, type Sheet, type SheetCell } from './sheet'

export interface SectionQuery {
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** One insight: its title, its choices, its table or chart, and what it can be saved as. */
export function InsightSection({
  title,
  about,
  query,
  sheet,
  tools,
  chart,
  emptyText,
  className = '',
}: {
  title: string
  /** What is counted, in one sentence. */
  about?: ReactNode
  query: SectionQuery
  /** Undefined while it is loading. */
  sheet: Sheet | undefined
  tools?: ReactNode
  /** Shown above the table, which is then behind a button. */
  chart?: ReactNode
  emptyText: string
  className?: string
}) {
  const t = useTranslations('insights')
  const { preferredZone } = useZone()
  const drawn = useRef<HTMLDivElement>(null)
  const isFilled = sheet !== undefined && sheet.rows.length > 0
  const savePicture = () => {
    const svg = drawn.current?.querySelector('svg')
    if (svg instanceof SVGSVGElement) void saveChartPicture(title, svg)
    else if (sheet !== undefined) saveSheetPicture(title, sheet)
  }
  return (
    // The section has no accessible name, because its table is a region with the same name.
    <section
      aria-busy={query.isPlaceholderData || (sheet === undefined && query.error === null)}
      className={`min-w-0 rounded border border-line bg-surface p-4 print:break-inside-avoid print:p-2 ${className}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 text-base font-semibold">{title}</h2>
        <div className="flex max-w-full min-w-0 flex-wrap items-center gap-2 print:hidden">
          {tools}
          {isFilled && (
            <Menu trigger={<IconButton label={t('save.label', { title })} icon={Download} size="sm" />}>
              <MenuItem onSelect={() => saveSheetCsv(title, sheet, preferredZone)}>{t('save.csv')}</MenuItem>
              <MenuItem onSelect={savePicture}>{t('save.png')}</MenuItem>
            </Menu>
          )}
        </div>
      </div>
      {about !== undefined && <p className="text-sm text-ink-muted">{about}</p>}
      {query.error !== null && (
        <ErrorNotice
          className="mt-2"
          error={query.error}
          title={t('failed')}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {sheet === undefined && query.error === null && <Skeleton className="mt-4 h-45 w-full" />}
      {sheet?.rows.length === 0 && <p className="mt-3 text-sm text-ink-muted">{emptyText}</p>}
      {isFilled && chart !== undefined && (
        <>
          <div ref={drawn}>{chart}</div>
          <details className="mt-2 text-sm print:hidden">
            <summary className="w-fit cursor-pointer text-ink-muted hover:text-ink">{t('asTable')}</summary>
            <SheetTable title={title} sheet={sheet} className="mt-2 max-h-80" />
          </details>
        </>
      )}
      {isFilled && chart === undefined && <SheetTable title={title} sheet={sheet} className="mt-2" />}
    </section>
  )
}

const shades = ['', 'bg-bad/10', 'bg-bad/20', 'bg-bad/30', 'bg-bad/40'] as const

function SheetTable({ title, sheet, className }: { title: string; sheet: Sheet; className: string }) {
  return (
    <Table
      label={title}
      columns={sheet.columns.map((label, at) =>
        at === 0
          ? { label, className: 'text-start align-bottom' }
          : { label, align: 'right', className: 'ps-3 align-bottom' },
      )}
      className={className}
    >
      {sheet.rows.map(({ key, head, cells }) => (
        <TableRow
          key={key}
          head={<Cell cell={head} />}
          headClassName="py-1.5 min-w-32 wrap-break-word"
          // On paper, all insights are on one page.
          className="print:nth-[n+9]:hidden"
        >
          {cells.map((cell, at) => (
            <td
              // oxlint-disable-next-line react/no-array-index-key -- columns have places, and two may have the same name
              key={at}
              className={`py-1.5 ps-3 pe-1 text-end whitespace-nowrap ${shades[Math.ceil((cell.shade ?? 0) * 4)] ?? ''}`}
            >
              <Cell cell={cell} />
            </td>
          ))}
        </TableRow>
      ))}
    </Table>
  )
}

function Cell({ cell: { text, href, label, detail, detailHref, shade } }: { cell: SheetCell }) {
  return (
    <>
      {href === undefined ? (
        text
      ) : (
        <Link
          href={href}
          prefetch={false}
          aria-label={label}
          // On a marked cell, links are as dark as text: the accent is too close to the mark.
          className={`underline-offset-2 hover:underline ${(shade ?? 0) > 0 ? 'text-ink underline' : 'text-accent-ink'}`}
        >
          {text}
        </Link>
      )}
      {detail !== undefined && (
        <span className="block text-xs text-ink-muted">
          <NameLink href={detailHref ?? null}>{detail}</NameLink>
        </span>
      )}
    </>
  )
}
