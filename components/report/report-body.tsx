import { CircleX } from 'lucide-react'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { Score } from '@/components/templates/score'
import { Windowed } from '@/components/ui/windowed'
import { classNames } from '@/lib/browser/class-names'
import type { ReportItem } from '@/lib/report/schema'
import {
  cutText,
  findEntries,
  itemAnchor,
  type NestedItem,
  nestEntries,
  type ReportBlock,
  type ReportLayout,
  sectionAnchor,
  type ViewMode,
} from '@/lib/report/view'
import { useReport } from './context'
import { EntryContent, EntryFolding, EntryToggle } from './answers/entries'
import { ItemRow } from './answers/item-row'
import { LongText } from './long-text'
import { describeScore } from './report-header'
import { formatPoints } from './answers/row-parts'

/** The estimated height of a row before it is rendered. */
const rowHeight = 64

const anchorOf = (item: ReportItem) => [itemAnchor(item.key)]
const weighBlock = ({ items }: ReportBlock) => items.length + 1
const anchorsOfBlock = ({ section, isContinued, items }: ReportBlock) => [
  ...(section === null || isContinued ? [] : [sectionAnchor(section.key)]),
  ...items.map((item) => itemAnchor(item.key)),
]

function weighNested({ inside }: NestedItem): number {
  return inside.reduce((sum, each) => sum + weighNested(each), 1)
}

function anchorsOfNested({ item, inside }: NestedItem): string[] {
  return [itemAnchor(item.key), ...inside.flatMap(anchorsOfNested)]
}

/** The answers of a report, section by section. */
export const ReportBody = memo(function ReportBody({
  layout,
  mode,
  targetKey,
}: {
  layout: ReportLayout
  mode: ViewMode
  targetKey: string | null
}) {
  const t = useTranslations('report.body')
  const format = useFormatter()
  const { itemByKey } = useReport()
  const items = useMemo(() => [...itemByKey.values()], [itemByKey])
  const entries = useMemo(() => findEntries(items), [items])
  // Title pages are collapsed at first, because the header has their content, and failures on them are listed above.
  const [titlePages] = useState(() =>
    layout.blocks.flatMap(({ section }) => (section?.isTitlePage === true ? section.key : [])),
  )
  if (layout.blocks.length === 0 && layout.failed.length === 0) {
    return mode === 'failed-only' ? (
      <EmptyState title={t('nothingFailed')}>{t('nothingFailedText')}</EmptyState>
    ) : (
      <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
    )
  }
  return (
    <EntryFolding items={items} startFolded={titlePages}>
      <div className="space-y-6">
        {layout.failed.length > 0 && (
          <section aria-labelledby="failed-answers">
            <div className="flex items-center gap-3 pb-2">
              <h2 id="failed-answers" className="text-base font-semibold">
                {t('failed')}
              </h2>
              <Badge tone="bad" icon={CircleX}>
                {format.number(layout.failed.length)}
              </Badge>
            </div>
            <div className="rounded-md border border-line bg-surface">
              <Windowed items={layout.failed} idsOf={anchorOf} rowHeight={rowHeight}>
                {(near, isFirst) => (
                  <ul className={isFirst ? undefined : 'border-t border-line'}>
                    {near.map((item) => (
                      <ItemRow key={item.key} item={item} isTarget={item.key === targetKey} withPlace />
                    ))}
                  </ul>
                )}
              </Windowed>
            </div>
          </section>
        )}
        <Windowed items={layout.blocks} weigh={weighBlock} idsOf={anchorsOfBlock} rowHeight={rowHeight}>
          {(blocks, isFirst) => (
            <div className={isFirst ? 'space-y-6' : 'mt-6 space-y-6'}>
              {blocks.map((block) => (
                <Block key={block.key} block={block} entries={entries} mode={mode} targetKey={targetKey} />
              ))}
            </div>
          )}
        </Windowed>
      </div>
    </EntryFolding>
  )
})

interface BlockProps {
  block: ReportBlock
  /** The entry of a repeated group that each item is in. */
  entries: ReadonlyMap<string, ReportItem>
  mode: ViewMode
  targetKey: string | null
}

function Block({ block, entries, mode, targetKey }: BlockProps) {
  const t = useTranslations('report.body')
  const { section, isContinued, items } = block
  const isNested = (section?.level ?? 0) > 0
  const isFoldable = mode === 'failed-first' && section?.isTitlePage === true && !isContinued
  const nested = useMemo(() => nestEntries(items, entries), [items, entries])
  const { itemByKey } = useReport()
  // The item is shown outside of its section.
  const isApart = (item: ReportItem) =>
    mode === 'failed-only'
      ? item.depth > 0
      : mode === 'failed-first' &&
        item.answer.kind === 'condition' &&
        item.parentKey !== null &&
        itemByKey.get(item.parentKey)?.failed === true
  const draw = ({ item, inside }: NestedItem) => (
    <ItemRow key={item.key} item={item} isTarget={item.key === targetKey} withPlace={isApart(item)}>
      {inside.length === 0 ? null : drawList(inside)}
    </ItemRow>
  )
  const drawList = (list: readonly NestedItem[]) => (
    <Windowed items={list} weigh={weighNested} idsOf={anchorsOfNested} rowHeight={rowHeight}>
      {(near, isFirst) => <ul className={isFirst ? undefined : 'border-t border-line'}>{near.map(draw)}</ul>}
    </Windowed>
  )
  return (
    <section
      id={section === null || isContinued ? undefined : sectionAnchor(section.key)}
      aria-label={cutText(section?.label ?? t('answers'), 200)}
      className="scroll-mt-20"
    >
      {!isContinued && <BlockHeading block={block} isNested={isNested} isFoldable={isFoldable} />}
      {items.length > 0 && (
        <BlockContent foldKey={isFoldable ? section.key : null}>
          <div className={classNames('rounded-md border border-line bg-surface', isContinued && '-mt-2')}>
            {drawList(nested)}
          </div>
        </BlockContent>
      )}
    </section>
  )
}

/** `foldKey`: the content can be collapsed under this name. */
function BlockContent({ foldKey, children }: { foldKey: string | null; children: ReactNode }) {
  return foldKey === null ? children : <EntryContent entryKey={foldKey}>{children}</EntryContent>
}

function BlockHeading({ block, isNested, isFoldable }: { block: ReportBlock; isNested: boolean; isFoldable: boolean }) {
  const t = useTranslations('report.body')
  const headerText = useTranslations('report.header')
  const { section } = block
  const { scored } = useReport()
  const Heading = isNested ? 'h3' : 'h2'
  const spoken = describeScore(headerText, section?.score ?? null, useLocale())
  return (
    <div data-find="" className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 print:break-after-avoid">
      <Heading className={classNames('min-w-0 wrap-anywhere', isNested ? 'font-medium' : 'text-base font-semibold')}>
        {isFoldable && section !== null ? (
          <EntryToggle entryKey={section.key} className="-ms-1">
            {cutText(section.label ?? t('titlePage'), 300)}
          </EntryToggle>
        ) : (
          <LongText text={section?.label ?? t('answers')} chars={300} />
        )}
      </Heading>
      {section !== null && section.failedCount > 0 && (
        <Badge tone="bad" icon={CircleX}>
          {t('failedCount', { count: section.failedCount })}
        </Badge>
      )}
      {typeof section?.score?.percentage === 'number' && section.score.max !== 0 && (
        <span className="ms-auto inline-flex items-center gap-2 text-xs text-ink-muted tabular-nums">
          <span aria-hidden className="max-sm:not-print:hidden">
            {formatPoints(section.score)}
          </span>
          <span aria-hidden>
            <Score look="bar" percentage={section.score.percentage} {...scored} />
          </span>
          <span className="sr-only">{t('score', { score: spoken ?? '' })}</span>
        </span>
      )}
    </div>
  )
}
