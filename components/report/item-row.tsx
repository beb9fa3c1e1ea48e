'use client'

import { CircleX, CornerDownRight, EyeOff, Info, Link2, MessageSquareText, Repeat } from 'lucide-react'
import { memo } from 'react'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { ScoreBar } from '@/components/ui/score'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import type { ReportItem, ReportScore } from '@/lib/report/schema'
import { describePlace, instanceName, itemAnchor, titleOfItem } from '@/lib/report/view'
import { AnswerView } from './answer-view'
import { useReport } from './context'
import { FieldList } from './field-list'

/** Conditions nest deeper than a page is wide; from the fourth step on, the line stays where it is. */
const indents = [
  '',
  'ml-1 border-l border-line pl-3',
  'ml-5 border-l border-line pl-3',
  'ml-9 border-l border-line pl-3',
] as const

/** Headings of groups stand further in without a line of their own. */
const groupIndents = ['pl-4', 'pl-8', 'pl-12', 'pl-16'] as const

function indentOf(depth: number): string {
  return indents[Math.min(depth, indents.length - 1)] ?? ''
}

/** One item of a report. `isTarget`: the link of the page points at it. `withPlace`: it stands apart from its section. */
export const ItemRow = memo(function ItemRow({
  item,
  isTarget = false,
  withPlace = false,
}: {
  item: ReportItem
  isTarget?: boolean
  withPlace?: boolean
}) {
  const indent = withPlace ? '' : indentOf(item.depth)
  if (item.answer.kind === 'condition' && !item.failed && item.mediaIds.length === 0) {
    return <ConditionRow item={item} indent={indent} isTarget={isTarget} />
  }
  if (item.answer.kind === 'group' || item.answer.kind === 'instance') {
    const step = withPlace ? 0 : Math.min(item.depth, groupIndents.length - 1)
    return <GroupRow item={item} indent={groupIndents[step] ?? ''} isTarget={isTarget} />
  }
  if (item.answer.kind === 'information') return <InformationRow item={item} indent={indent} isTarget={isTarget} />
  return <AnswerRow item={item} indent={indent} isTarget={isTarget} withPlace={withPlace} />
})

interface RowProps {
  item: ReportItem
  indent: string
  isTarget: boolean
}

/** What all rows share: the link target, its highlight, and the dimming of what was not part of the inspection. */
function rowClass(item: ReportItem, isTarget: boolean, className: string): string {
  return classNames(
    'group/row scroll-mt-28 outline-offset-[-2px] print:break-inside-avoid',
    isTarget && 'bg-accent-soft',
    item.hidden !== null && 'bg-[repeating-linear-gradient(135deg,transparent_0_6px,var(--raised)_6px_7px)]',
    className,
  )
}

function AnswerRow({ item, indent, isTarget, withPlace }: RowProps & { withPlace: boolean }) {
  return (
    <li
      id={itemAnchor(item.key)}
      tabIndex={-1}
      data-failed={item.failed || undefined}
      className={rowClass(
        item,
        isTarget,
        classNames(
          'relative border-t border-line first:border-t-0',
          item.failed && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-bad',
        ),
      )}
    >
      <div className="grid gap-x-6 gap-y-1 py-2.5 pr-2 pl-4 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_auto]">
        <div className={classNames('min-w-0', indent)}>
          {withPlace && <PlaceLine item={item} />}
          <p
            className={classNames(
              'wrap-anywhere whitespace-pre-line max-md:text-sm max-md:text-ink-muted',
              item.label === null && 'text-ink-muted italic',
            )}
          >
            {titleOfItem(item)}
          </p>
          {item.answer.kind === 'other' && (
            <p className="text-xs text-ink-muted wrap-anywhere">
              A type this version does not know: <code className="font-mono">{item.type}</code>
            </p>
          )}
          <RowMarks item={item} />
        </div>
        <div className="min-w-0 space-y-2">
          <AnswerView item={item} />
          <Note text={item.note} />
          <Attachments item={item} />
          <Extra item={item} />
        </div>
        <RowEnd item={item} />
      </div>
    </li>
  )
}

function PlaceLine({ item }: { item: ReportItem }) {
  const { itemByKey } = useReport()
  const place = describePlace(itemByKey, item)
  return place === '' ? null : <p className="text-xs text-ink-muted wrap-anywhere">{place}</p>
}

function RowMarks({ item }: { item: ReportItem }) {
  const hiddenWord = item.hidden === 'pattern' ? 'Pattern of the group' : 'Skipped by a condition'
  if (!item.failed && item.hidden === null) return null
  return (
    <p className="mt-1 flex flex-wrap gap-1">
      {item.failed && (
        <Badge tone="bad" icon={CircleX}>
          Failed
        </Badge>
      )}
      {item.hidden !== null && (
        <Badge tone="unknown" icon={EyeOff}>
          {hiddenWord}
        </Badge>
      )}
    </p>
  )
}

function formatPoints({ score, max }: ReportScore): string {
  return max === null ? String(score) : `${score} / ${max}`
}

function RowEnd({ item }: { item: ReportItem }) {
  return (
    <div className="flex h-6 items-center justify-end gap-1 max-md:absolute max-md:top-2 max-md:right-1 md:w-24">
      {item.score !== null && item.score.max !== 0 && (
        <span
          className={classNames(
            'text-xs tabular-nums',
            item.score.max !== null && item.score.score < item.score.max ? 'text-ink' : 'text-ink-muted',
          )}
        >
          <span className="sr-only">Score </span>
          {formatPoints(item.score)}
        </span>
      )}
      <CopyLinkButton item={item} />
    </div>
  )
}

function CopyLinkButton({ item }: { item: ReportItem }) {
  const toast = useToast()
  const copy = async () => {
    const url = new URL(window.location.href)
    url.hash = itemAnchor(item.key)
    url.searchParams.delete('media')
    try {
      await navigator.clipboard.writeText(url.href)
      toast.show({ title: 'Link copied' })
    } catch {
      // Without permission the address bar still has it.
      window.history.replaceState(window.history.state, '', url.hash)
      toast.show({ title: 'The browser does not allow copying. The link is in the address bar.' })
    }
  }
  return (
    <IconButton
      size="sm"
      icon={Link2}
      label={`Copy link to ${titleOfItem(item)}`}
      onClick={() => void copy()}
      className="opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 max-md:hidden print:hidden"
    />
  )
}

function Note({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <div className="flex max-w-[72ch] items-start gap-2 rounded bg-raised px-2.5 py-1.5 text-sm">
      <MessageSquareText aria-hidden size={14} strokeWidth={1.75} className="mt-0.75 shrink-0 text-ink-muted" />
      <span className="sr-only">Note: </span>
      <p className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text}</p>
    </div>
  )
}

function Attachments({ item }: { item: ReportItem }) {
  const { mediaById, Thumb } = useReport()
  const { answer } = item
  const shown = answer.kind === 'signature' || answer.kind === 'drawing' ? answer.imageId : null
  const list = item.mediaIds.flatMap((id) => (id === shown ? [] : (mediaById.get(id) ?? [])))
  if (list.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2" aria-label={list.length === 1 ? '1 file' : `${list.length} files`}>
      {list.map((media) => (
        <li key={media.id}>
          <Thumb media={media} />
        </li>
      ))}
    </ul>
  )
}

function Extra({ item }: { item: ReportItem }) {
  if (item.extra.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="text-ink-muted hover:text-ink">
        {item.extra.length === 1 ? '1 more field' : `${item.extra.length} more fields`}
      </summary>
      <div className="mt-1 border-l border-line pl-3">
        <FieldList fields={item.extra} />
      </div>
    </details>
  )
}

function ConditionRow({ item, indent, isTarget }: RowProps) {
  const { answer } = item
  if (answer.kind !== 'condition') return null
  const asks = answer.asks.length === 0 ? '' : ` Asks for ${answer.asks.map((need) => `a ${need}`).join(', ')}.`
  const words = answer.holds === false ? 'A condition that did not apply.' : 'Follow-up to the answer above.'
  return (
    <li id={itemAnchor(item.key)} tabIndex={-1} className={rowClass(item, isTarget, 'border-t border-line')}>
      <div className={classNames('flex items-center gap-1.5 py-1 pl-4 text-xs text-ink-muted', indent)}>
        <CornerDownRight aria-hidden size={12} />
        {item.label === null ? words : `${item.label}.`}
        {asks}
        <RowMarks item={item} />
        <Extra item={item} />
      </div>
    </li>
  )
}

function GroupRow({ item, indent, isTarget }: RowProps) {
  const { answer } = item
  const isGroup = answer.kind === 'group'
  const entries = isGroup ? (answer.instances === 1 ? '1 entry' : `${answer.instances} entries`) : null
  return (
    <li
      id={itemAnchor(item.key)}
      tabIndex={-1}
      className={rowClass(item, isTarget, 'border-t border-line bg-raised/50')}
    >
      <div className={classNames('flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2', indent)}>
        {isGroup && <Repeat aria-hidden size={14} strokeWidth={1.75} className="text-ink-muted" />}
        <p className={classNames('min-w-0 wrap-anywhere', isGroup ? 'font-semibold' : 'font-medium')}>
          {isGroup ? (item.label ?? answer.name ?? 'Group') : instanceName(item)}
        </p>
        {entries !== null && <span className="text-xs text-ink-muted">{entries}</span>}
        <RowMarks item={item} />
        {typeof item.combined?.percentage === 'number' && (
          <ScoreBar percentage={item.combined.percentage} className="ml-auto text-xs text-ink-muted" />
        )}
        <Note text={item.note} />
        <Attachments item={item} />
        <Extra item={item} />
      </div>
    </li>
  )
}

function InformationRow({ item, indent, isTarget }: RowProps) {
  return (
    <li
      id={itemAnchor(item.key)}
      tabIndex={-1}
      className={rowClass(item, isTarget, 'border-t border-line first:border-t-0')}
    >
      <div className={classNames('flex items-start gap-2 py-2.5 pr-2 pl-4 text-ink-muted', indent)}>
        <Info aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        <span className="sr-only">Information: </span>
        <div className="min-w-0 flex-1 space-y-2">
          {item.label !== null && <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">{item.label}</p>}
          <AnswerView item={item} />
          <RowMarks item={item} />
          <Note text={item.note} />
          <Attachments item={item} />
          <Extra item={item} />
        </div>
      </div>
    </li>
  )
}
