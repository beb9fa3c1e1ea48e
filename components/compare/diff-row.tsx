import { CircleCheck, CircleX, EyeOff, MessageSquareText, Minus, Plus } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { memo, useContext } from 'react'
import { Thumb } from '@/components/media/thumb'
import { AnswerView } from '@/components/report/answers/answer-view'
import { PaperContext } from '@/components/report/context'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/lib/browser/class-names'
import type { ItemDiff } from '@/lib/compare/diff-schema'
import { titleOfItem, writePlaceName } from '@/lib/report/names-model'
import type { ReportItem, ReportScore } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import type { SideFiles } from './photos/photo-pairs'
import { Side } from './side'
import { WordDiff } from './word-diff'
import { diffAnchor, type SideNames, usePartsText } from './texts'

export interface DiffRowProps {
  item: ItemDiff
  /** The heading above it, which the row does not repeat. */
  section: string | null
  names: SideNames
  files: SideFiles
  onOpenFile: (mediaId: string) => void
  /** Two versions of one inspection: notes are compared word by word, and only added and removed files are shown. */
  isSameInspection: boolean
}

/** One item with its two sides, side by side if there is space. */
export const DiffRow = memo(function DiffRow({
  item,
  section,
  names,
  files,
  onOpenFile,
  isSameInspection,
}: DiffRowProps) {
  const reportNames = useReportNames()
  const named = item.right ?? item.left
  const isFailing = item.failure === 'new' || item.failure === 'both'
  return (
    <li
      id={diffAnchor(item.key)}
      tabIndex={-1}
      className={classNames(
        'relative grid scroll-mt-28 gap-x-6 gap-y-2 border-t border-line py-3 pe-3 ps-4 outline-offset-[-2px] first:border-t-0 md:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)] print:grid-cols-3 print:break-inside-avoid',
        isFailing && 'before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:bg-bad',
        item.failure === 'fixed' && 'before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:bg-good',
      )}
    >
      <div className="min-w-0 md:col-span-2 xl:col-span-1 print:col-span-1">
        <Place place={item.place} section={section} />
        <p className={classNames('font-medium wrap-anywhere whitespace-pre-line', named?.label === null && 'italic')}>
          {named === null ? '' : titleOfItem(named, reportNames)}
        </p>
        <RowMarks item={item} names={names} />
      </div>
      {(['left', 'right'] as const).map((side) => (
        <Side key={side} files={files[side]} onOpen={onOpenFile}>
          <SideCell
            item={item}
            side={side}
            name={names[side]}
            isSameInspection={isSameInspection}
            files={files[side]}
          />
        </Side>
      ))}
    </li>
  )
})

function Place({ place, section }: { place: ItemDiff['place']; section: string | null }) {
  const names = useReportNames()
  const others = place.filter(({ name, entry }) => entry !== null || name !== section)
  const inside = others.map((name) => writePlaceName(name, names)).join(' › ')
  return inside === '' ? null : <p className="text-xs text-ink-muted wrap-anywhere">{inside}</p>
}

function RowMarks({ item, names }: { item: ItemDiff; names: SideNames }) {
  const t = useTranslations('compare.row')
  const parts = usePartsText(item)
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-muted">
      {item.failure === 'new' && (
        <Badge tone="bad" icon={CircleX}>
          {t('new')}
        </Badge>
      )}
      {item.failure === 'fixed' && (
        <Badge tone="good" icon={CircleCheck}>
          {t(isHidden(item.right) ? 'notAsked' : 'fixed')}
        </Badge>
      )}
      {item.failure === 'both' && (
        <Badge tone="bad" icon={CircleX}>
          {t('both')}
        </Badge>
      )}
      {item.kind === 'left-only' && <Badge icon={Minus}>{t('onlyIn', { side: names.left })}</Badge>}
      {item.kind === 'right-only' && <Badge icon={Plus}>{t('onlyIn', { side: names.right })}</Badge>}
      {parts !== '' && <span>{parts}</span>}
    </p>
  )
}

function isHidden(item: ReportItem | null): boolean {
  return item === null || item.hidden !== null
}

function SideCell({
  item,
  side,
  name,
  isSameInspection,
  files,
}: {
  item: ItemDiff
  side: 'left' | 'right'
  name: string
  isSameInspection: boolean
  files: SideFiles['left']
}) {
  const t = useTranslations('compare.row')
  const own = item[side]
  const other = item[side === 'left' ? 'right' : 'left']
  const [before, after] = [readText(other), readText(own)]
  return (
    <div className="grid min-w-0 grid-cols-[minmax(1.5rem,max-content)_minmax(0,1fr)] gap-x-3 md:grid-cols-1">
      {/* Where the sides are below each other, the name of each stays visible, however long its answer is. */}
      <SideMark name={name} isWord={isSameInspection} />
      {own === null ? (
        <p className="text-ink-muted">{t('missing')}</p>
      ) : (
        <div className="min-w-0 space-y-2">
          {own.hidden !== null && (
            <Badge tone="unknown" icon={EyeOff}>
              {t(own.hidden === 'pattern' ? 'pattern' : 'skipped')}
            </Badge>
          )}
          {isSameInspection && side === 'right' && before !== null && after !== null && before !== after ? (
            <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">
              <WordDiff before={before} after={after} />
            </p>
          ) : (
            <Answer item={own} />
          )}
          {item.changed.includes('question') && own.label !== null && (
            <p className="text-xs text-ink-muted wrap-anywhere">{t('asked', { question: own.label })}</p>
          )}
          <Note own={own} other={other} isAfter={side === 'right'} isSameInspection={isSameInspection} />
          {item.changed.includes('score') && <Score score={own.score} />}
          <Files own={own} other={isSameInspection ? other : null} files={files} isAfter={side === 'right'} />
        </div>
      )}
    </div>
  )
}

function SideMark({ name, isWord }: { name: string; isWord: boolean }) {
  return (
    <span
      className={classNames(
        'sticky top-14 self-start rounded-sm bg-raised px-1.5 text-center text-xs font-semibold text-ink-muted md:sr-only',
        isWord && 'max-md:w-14',
      )}
    >
      {name}
    </span>
  )
}

/** The answer. Headings, groups and conditions have none in the report, so they get a text. */
function Answer({ item }: { item: ReportItem }) {
  const t = useTranslations('compare.row')
  const { answer } = item
  switch (answer.kind) {
    case 'heading':
      return <p className="text-ink-muted">{t('section')}</p>
    case 'instance':
      return <p className="text-ink-muted">{answer.name ?? t('entry')}</p>
    case 'group':
      return <p className="text-ink-muted">{t('entries', { count: answer.instances })}</p>
    case 'condition':
      return (
        <p className="text-ink-muted">
          {t(answer.holds === null ? 'condition' : answer.holds ? 'conditionMet' : 'conditionNotMet')}
        </p>
      )
    default:
      return <AnswerView item={item} />
  }
}

function readText(item: ReportItem | null): string | null {
  return item?.answer.kind === 'text' ? item.answer.text : null
}

/** A note. For the later of two versions, it shows word by word what changed. */
function Note({
  own,
  other,
  isAfter,
  isSameInspection,
}: {
  own: ReportItem
  other: ReportItem | null
  isAfter: boolean
  isSameInspection: boolean
}) {
  const t = useTranslations('compare.row')
  const isCompared = isSameInspection && isAfter && other !== null && (other.note ?? '') !== (own.note ?? '')
  if (own.note === null && !(isCompared && other?.note !== null)) return null
  return (
    <p className="flex max-w-[72ch] gap-2">
      <MessageSquareText aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ink-muted" />
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        <span className="sr-only">{t('note')} </span>
        {isCompared ? <WordDiff before={other?.note ?? ''} after={own.note ?? ''} /> : own.note}
      </span>
    </p>
  )
}

function Score({ score }: { score: ReportScore | null }) {
  const t = useTranslations('compare.row')
  return (
    <p className="text-xs text-ink-muted tabular-nums">
      {score === null
        ? t('notScored')
        : score.max === null
          ? t('score', { score: String(score.score) })
          : t('scoreOf', { score: String(score.score), max: String(score.max) })}
    </p>
  )
}

/** Ids of the files beside the answer, without the picture that is the answer itself. */
function listAttachments({ answer, mediaIds }: ReportItem): string[] {
  const imageId = answer.kind === 'signature' || answer.kind === 'drawing' ? answer.imageId : null
  return [...new Set(mediaIds)].filter((id) => id !== imageId)
}

/** The files of one side. With another version (`other`): the files that only this one has, and how many both have. */
function Files({
  own,
  other,
  files,
  isAfter,
}: {
  own: ReportItem
  other: ReportItem | null
  files: SideFiles['left']
  isAfter: boolean
}) {
  const t = useTranslations('compare.row')
  const format = useFormatter()
  const isForPaper = useContext(PaperContext)
  const others = new Set(other === null ? [] : listAttachments(other))
  const attached = listAttachments(own)
  const alone = attached.filter((id) => !others.has(id))
  const same = attached.length - alone.length
  const shown = alone.flatMap((id) => files.get(id) ?? [])
  if (shown.length === 0 && same === 0) return null
  return (
    <div className="space-y-1">
      {shown.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {shown.map((media) => (
            <li key={media.id} className="print:w-[36mm] print:break-inside-avoid">
              <Thumb media={media} large={isForPaper} eager={isForPaper} />
            </li>
          ))}
        </ul>
      )}
      {other !== null && (
        <p className="text-xs text-ink-muted tabular-nums">
          {format.list(
            [
              ...(shown.length === 0 ? [] : [t(isAfter ? 'added' : 'removed', { count: shown.length })]),
              ...(same === 0 ? [] : [t('same', { count: same })]),
            ],
            { type: 'unit' },
          )}
        </p>
      )}
    </div>
  )
}
