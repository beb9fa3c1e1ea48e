'use client'

import { CornerDownRight, Info, Repeat } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import type { Translator } from '@/lib/messages/translator'
import { entryName, titleOfItem } from '@/lib/report/names-model'
import type { ReportItem } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import { cutText, itemAnchor } from '@/lib/report/view'
import { AnswerView } from './answer-view'
import { useReport } from '@/components/report/context'
import { LongText } from '@/components/report/long-text'
import { EntryContent, EntryToggle, FoldAll } from './entries'
import {
  Attachments,
  CombinedScore,
  Extra,
  Note,
  PlaceLine,
  rowClass,
  RowEnd,
  RowMarks,
  type RowProps,
} from './row-parts'

/** "Because the answer is “No”." */
function describeCondition(
  t: Translator<'report.condition'>,
  { holds, words }: Extract<ReportItem['answer'], { kind: 'condition' }>,
): string {
  if (words === null) return t(holds === false ? 'dependsUnmet' : 'depends')
  return t(holds === false ? 'unmet' : holds === true ? 'because' : 'if', { condition: words })
}

/** Known conditions. Others are shown by their names in the document. */
const knownNeeds = ['note', 'media', 'action'] as const

export function ConditionRow({ item, indent, isTarget, withPlace }: RowProps & { withPlace: boolean }) {
  const t = useTranslations('report.condition')
  const format = useFormatter()
  const names = useReportNames()
  const { answer } = item
  const { itemByKey } = useReport()
  const asker = withPlace && item.parentKey !== null ? itemByKey.get(item.parentKey) : undefined
  if (answer.kind !== 'condition') return null
  const needs = answer.asks.map((need) => {
    const known = knownNeeds.find((each) => each === need)
    return known === undefined ? need : t(`needs.${known}`)
  })
  return (
    <li id={itemAnchor(item.key)} tabIndex={-1} className={rowClass(item, isTarget, 'border-t border-line')}>
      <div data-find={item.itemId ?? ''} className="flex items-center gap-2 pe-2 ps-4 text-xs text-ink-muted">
        <div className={classNames('flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 gap-y-1 py-1', indent)}>
          <CornerDownRight aria-hidden size={12} className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {asker !== undefined && `${t('of', { item: cutText(titleOfItem(asker, names), 200) })} `}
            {item.label !== null && `${t('of', { item: cutText(item.label, 200) })} `}
            {describeCondition(t, answer)}
            {needs.length > 0 && ` ${t('asks', { needs: format.list(needs, { type: 'unit' }) })}`}
          </span>
          <RowMarks item={item} />
          <Extra item={item} />
        </div>
        <RowEnd item={item} isScored={false} />
      </div>
    </li>
  )
}

/** A heading inside an entry of a repeated group, where it does not start a section. */
export function HeadingRow({ item, indent, isTarget, withPlace }: RowProps & { withPlace: boolean }) {
  const names = useReportNames()
  return (
    <li id={itemAnchor(item.key)} tabIndex={-1} className={rowClass(item, isTarget, 'border-t border-line')}>
      <div data-find={item.itemId ?? ''} className="flex items-center gap-3 pe-2 ps-4">
        <div className={classNames('min-w-0 flex-1 py-2', indent)}>
          {withPlace && <PlaceLine item={item} />}
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
            <LongText text={titleOfItem(item, names)} />
            <RowMarks item={item} />
          </div>
          <Note text={item.note} />
          <Attachments item={item} />
          <Extra item={item} />
        </div>
        <CombinedScore item={item} />
        <RowEnd item={item} isScored={false} />
      </div>
    </li>
  )
}

export function GroupRow({ item, indent, isTarget, children }: RowProps & { children?: ReactNode }) {
  const t = useTranslations('report.row')
  const name = entryName(item, useReportNames())
  const { answer } = item
  const isGroup = answer.kind === 'group'
  const entries = isGroup ? t('entries', { count: answer.instances }) : null
  const hasContent = children !== undefined && children !== null
  return (
    <li
      id={itemAnchor(item.key)}
      tabIndex={-1}
      className={rowClass(item, isTarget, 'border-t border-line first:border-t-0', !hasContent)}
    >
      <div
        data-find={item.itemId ?? ''}
        className={classNames(
          'group/row flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pe-2',
          isTarget ? 'bg-accent-soft' : 'bg-raised/50',
          indent,
        )}
      >
        {isGroup && <Repeat aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />}
        <div className={classNames('min-w-0 wrap-anywhere', isGroup ? 'font-semibold' : 'font-medium')}>
          {isGroup ? (
            <LongText text={item.label ?? answer.name ?? t('group')} chars={300} />
          ) : hasContent ? (
            <EntryToggle entryKey={item.key}>{cutText(name, 300)}</EntryToggle>
          ) : (
            <LongText text={name} chars={300} />
          )}
        </div>
        {entries !== null && <span className="text-xs text-ink-muted">{entries}</span>}
        {isGroup && <FoldAll group={item} />}
        <RowMarks item={item} />
        <Note text={item.note} />
        <Attachments item={item} />
        <Extra item={item} />
        <span className="ms-auto flex items-center gap-1">
          <CombinedScore item={item} />
          <RowEnd item={item} isScored={false} />
        </span>
      </div>
      {hasContent && <EntryContent entryKey={item.key}>{children}</EntryContent>}
    </li>
  )
}

export function InformationRow({ item, indent, isTarget }: RowProps) {
  const t = useTranslations('report.row')
  return (
    <li
      id={itemAnchor(item.key)}
      tabIndex={-1}
      className={rowClass(item, isTarget, 'border-t border-line first:border-t-0')}
    >
      <div data-find={item.itemId ?? ''} className="flex items-start gap-2 py-2.5 pe-2 ps-4 text-ink-muted">
        <Info aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        <span className="sr-only">{t('information')} </span>
        <div className={classNames('min-w-0 flex-1 space-y-2', indent)}>
          {item.label !== null && (
            <div className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">
              <LongText text={item.label} />
            </div>
          )}
          <AnswerView item={item} />
          <RowMarks item={item} />
          <Note text={item.note} />
          <Attachments item={item} />
          <Extra item={item} />
        </div>
        <RowEnd item={item} isScored={false} />
      </div>
    </li>
  )
}
