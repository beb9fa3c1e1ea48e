import { CircleX, EyeOff, MessageSquareText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useContext } from 'react'
import { Badge } from '@/components/ui/badge'
import { Score } from '@/components/templates/score'
import { classNames } from '@/lib/browser/class-names'
import type { ViewerMedia } from '@/lib/media/schema'
import type { ReportItem, ReportScore } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import { describePlace } from '@/lib/report/view'
import { PaperContext, useReport } from '@/components/report/context'
import { CopyLinkButton } from '@/components/report/copy-link'
import { LongText } from '@/components/report/long-text'
import { isFailedResponse } from './answer-view'
import { FieldList } from './field-list'

export interface RowProps {
  item: ReportItem
  indent: string
  isTarget: boolean
}

/** What all rows share: the link target with its highlight, and the hatching of skipped items. */
export function rowClass(item: ReportItem, isTarget: boolean, className: string, isWhole = true): string {
  return classNames(
    'scroll-mt-28 outline-offset-[-2px]',
    // On paper, a row that contains others may be split between them, and only its header is highlighted.
    isWhole && 'group/row print:break-inside-avoid',
    isTarget && isWhole && 'bg-accent-soft',
    item.hidden !== null && 'bg-[repeating-linear-gradient(135deg,transparent_0_6px,var(--raised)_6px_7px)]',
    className,
  )
}

export function PlaceLine({ item }: { item: ReportItem }) {
  const { itemByKey } = useReport()
  const place = describePlace(itemByKey, item, useReportNames())
  return place === '' ? null : <p className="text-xs text-ink-muted wrap-anywhere">{place}</p>
}

export function RowMarks({ item, className }: { item: ReportItem; className?: string }) {
  const t = useTranslations('report.row')
  const { answer } = item
  const { itemByKey } = useReport()
  // Items below a skipped item are skipped too, so one badge is enough.
  const isSaid = item.parentKey !== null && (itemByKey.get(item.parentKey)?.hidden ?? null) !== null
  // Each failure is marked once: on the answer, if the answer can have a mark.
  const isMarked = answer.kind === 'choice' && answer.selected.some((response) => isFailedResponse(item, response))
  const isFailed = item.failed && !isMarked
  if (!isFailed && (item.hidden === null || isSaid)) return null
  return (
    <p className={classNames('flex flex-wrap gap-1', className)}>
      {isFailed && (
        <Badge tone="bad" icon={CircleX}>
          {t('failed')}
        </Badge>
      )}
      {item.hidden !== null && !isSaid && (
        <Badge tone="unknown" icon={EyeOff}>
          {t(item.hidden === 'pattern' ? 'pattern' : 'skipped')}
        </Badge>
      )}
    </p>
  )
}

function round(points: number): string {
  return String(Math.round(points * 100) / 100)
}

/** "7 / 10" */
export function formatPoints({ score, max }: ReportScore): string {
  return max === null ? round(score) : `${round(score)} / ${round(max)}`
}

export function RowEnd({ item, isScored = true }: { item: ReportItem; isScored?: boolean }) {
  const t = useTranslations('report.row')
  return (
    <div
      className={classNames(
        'flex h-6 shrink-0 items-center justify-end gap-1',
        isScored && 'max-md:not-print:absolute max-md:not-print:top-2 max-md:not-print:end-1 md:w-24 print:w-16',
      )}
    >
      {isScored && item.score !== null && item.score.max !== 0 && (
        <span
          className={classNames(
            'text-xs tabular-nums',
            item.score.max !== null && item.score.score < item.score.max ? 'text-ink' : 'text-ink-muted',
          )}
        >
          <span className="sr-only">{t('score')} </span>
          {formatPoints(item.score)}
        </span>
      )}
      <CopyLinkButton item={item} />
    </div>
  )
}

export function Note({ text }: { text: string | null }) {
  const t = useTranslations('report.row')
  if (text === null) return null
  return (
    <div className="flex max-w-[72ch] items-start gap-2 rounded bg-raised px-2.5 py-1.5 text-sm">
      <MessageSquareText aria-hidden size={14} strokeWidth={1.75} className="mt-0.75 shrink-0 text-ink-muted" />
      <span className="sr-only">{t('note')} </span>
      <div className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        <LongText text={text} />
      </div>
    </div>
  )
}

/** The files of an item that are not its answer itself. */
export function useAttachments(item: ReportItem): ViewerMedia[] {
  const { mediaById } = useReport()
  const { answer } = item
  const shown = answer.kind === 'signature' || answer.kind === 'drawing' ? answer.imageId : null
  return item.mediaIds.flatMap((id) => (id === shown ? [] : (mediaById.get(id) ?? [])))
}

/** The files of a row that has little room for them. */
export function Attachments({ item }: { item: ReportItem }) {
  const t = useTranslations('report.row')
  const { Thumb } = useReport()
  const isForPaper = useContext(PaperContext)
  const list = useAttachments(item)
  if (list.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('files', { count: list.length })}>
      {list.map((media) => (
        <li key={media.id} className="print:w-[36mm] print:break-inside-avoid">
          <Thumb media={media} large={isForPaper} eager={isForPaper} />
        </li>
      ))}
    </ul>
  )
}

/** More files than this are shown small. */
const largeMax = 5

/** The files of an answer in a strip beside it: large, the first one at full width if their number is odd. */
export function AttachmentStrip({ list }: { list: readonly ViewerMedia[] }) {
  const t = useTranslations('report.row')
  const { Thumb } = useReport()
  const isForPaper = useContext(PaperContext)
  const isLarge = list.length <= largeMax
  return (
    <ul
      className={classNames(
        'gap-2 max-md:not-print:pt-1 md:w-80 md:shrink-0 print:w-full',
        isLarge ? 'grid max-w-80 grid-cols-2 print:flex print:max-w-none print:flex-wrap' : 'flex flex-wrap',
      )}
      aria-label={t('files', { count: list.length })}
    >
      {list.map((media) => (
        <li
          key={media.id}
          className={classNames(
            'print:w-[36mm] print:break-inside-avoid',
            isLarge && '[&>button]:max-w-none [&>button]:min-w-0 first:nth-last-[odd]:col-span-2',
          )}
        >
          <Thumb media={media} large={isLarge || isForPaper} eager={isForPaper} />
        </li>
      ))}
    </ul>
  )
}

export function Extra({ item }: { item: ReportItem }) {
  const t = useTranslations('report.row')
  if (item.extra.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="text-ink-muted hover:text-ink">{t('moreFields', { count: item.extra.length })}</summary>
      <div className="mt-1 border-s border-line ps-3">
        <FieldList fields={item.extra} />
      </div>
    </details>
  )
}

export function CombinedScore({ item }: { item: ReportItem }) {
  const t = useTranslations('report.row')
  const { combined } = item
  const { scored } = useReport()
  if (typeof combined?.percentage !== 'number' || combined.max === 0) return null
  return (
    <span className="flex shrink-0 items-center gap-2 text-xs text-ink-muted tabular-nums">
      <span className="max-sm:not-print:hidden">
        <span className="sr-only">{t('score')} </span>
        {formatPoints(combined)}
      </span>
      <Score look="bar" percentage={combined.percentage} {...scored} />
    </span>
  )
}
