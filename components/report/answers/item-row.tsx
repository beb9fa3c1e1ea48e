'use client'

import { useTranslations } from 'next-intl'
import { memo, type ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import type { ReportItem } from '@/lib/report/schema'
import { titleOfItem } from '@/lib/report/names-model'
import { useReportNames } from '@/lib/report/use-names'
import { itemAnchor } from '@/lib/report/view'
import { LongText } from '@/components/report/long-text'
import { AnswerView } from './answer-view'
import { ConditionRow, GroupRow, HeadingRow, InformationRow } from './other-rows'
import { RecurrenceLine } from './recurrence-line'
import {
  AttachmentStrip,
  Extra,
  Note,
  PlaceLine,
  rowClass,
  RowEnd,
  RowMarks,
  type RowProps,
  useAttachments,
} from './row-parts'

/** Conditions nest deeper than a page is wide, so the indent stops growing at the fourth level. */
const indents = [
  '',
  'ms-1 border-s border-line ps-3',
  'ms-5 border-s border-line ps-3',
  'ms-9 border-s border-line ps-3',
] as const

/** Headings of groups are indented, but without a line. */
const groupIndents = ['ps-4', 'ps-8', 'ps-12', 'ps-16'] as const

function indentOf(depth: number): string {
  return indents[Math.min(depth, indents.length - 1)] ?? ''
}

/**
 * One item of a report. `isTarget`: the address points at it. `withPlace`: it is shown outside of its section.
 * `children`: the rows of the items in an entry of a repeated group.
 */
export const ItemRow = memo(function ItemRow({
  item,
  isTarget = false,
  withPlace = false,
  children,
}: {
  item: ReportItem
  isTarget?: boolean
  withPlace?: boolean
  children?: ReactNode
}) {
  const indent = withPlace ? '' : indentOf(item.depth)
  if (item.answer.kind === 'condition' && !item.failed && item.mediaIds.length === 0) {
    return <ConditionRow item={item} indent={indent} isTarget={isTarget} withPlace={withPlace} />
  }
  if (item.answer.kind === 'group' || item.answer.kind === 'instance') {
    const step = withPlace ? 0 : Math.min(item.depth, groupIndents.length - 1)
    return (
      <GroupRow item={item} indent={groupIndents[step] ?? ''} isTarget={isTarget}>
        {children}
      </GroupRow>
    )
  }
  if (item.answer.kind === 'heading' && !item.failed) {
    return <HeadingRow item={item} indent={indent} isTarget={isTarget} withPlace={withPlace} />
  }
  if (item.answer.kind === 'information') return <InformationRow item={item} indent={indent} isTarget={isTarget} />
  return <AnswerRow item={item} indent={indent} isTarget={isTarget} withPlace={withPlace} />
})

/** The question, its answer below, and its files in a strip beside both. */
function AnswerRow({ item, indent, isTarget, withPlace }: RowProps & { withPlace: boolean }) {
  const t = useTranslations('report.row')
  const names = useReportNames()
  const files = useAttachments(item)
  return (
    <li
      id={itemAnchor(item.key)}
      tabIndex={-1}
      data-failed={item.failed || undefined}
      className={rowClass(item, isTarget, 'relative border-t border-line first:border-t-0')}
    >
      <div
        data-find={item.itemId ?? ''}
        className="flex gap-x-6 gap-y-2 py-2.5 pe-2 ps-4 max-md:not-print:flex-col print:flex-wrap print:py-1.5"
      >
        <div className={classNames('min-w-0 flex-1 space-y-1.5', indent)}>
          <div className="max-md:not-print:pe-16">
            {withPlace && <PlaceLine item={item} />}
            <div
              className={classNames(
                'text-sm wrap-anywhere whitespace-pre-line text-ink-muted',
                item.label === null && 'italic',
              )}
            >
              <LongText text={titleOfItem(item, names)} />
            </div>
            {item.answer.kind === 'other' && (
              <p className="text-xs text-ink-muted wrap-anywhere">
                {t.rich('unknownType', { type: () => <code className="font-mono">{item.type}</code> })}
              </p>
            )}
          </div>
          <RowMarks item={item} />
          <AnswerView item={item} />
          {item.failed && <RecurrenceLine item={item} />}
          <Note text={item.note} />
          <Extra item={item} />
        </div>
        {files.length > 0 && <AttachmentStrip list={files} />}
        <RowEnd item={item} />
      </div>
    </li>
  )
}
