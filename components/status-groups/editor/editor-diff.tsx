'use client'

import { codeText, mutedText, strongText } from '@/components/status/rich'
import { useFormatter, useTranslations } from 'next-intl'
import { RotateCcw, TriangleAlert } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { ScrollRegion } from '@/components/ui/lists/scroll-region'
import { describeRequest, type Change } from '@/lib/status-groups/diff'
import { listRemoved, listTargets } from '@/lib/status-groups/model'
import type { AssetType, Reach } from '@/lib/status-groups/schema'
import { countOf, type Counts } from './editor-count'
import { CountAge, type Recounting } from '@/components/status-groups/count-age'
import { Replacing } from './editor-replacement'
import { describeByType, describeIssue, joinNames } from './editor-texts'
import { nameColor } from '@/components/status/color-name'
import { StatusChip } from '@/components/status/status-chip'
import type { Editor } from './use-editor'

/** The pending changes, and how many assets each affects. */
export function EditorDiff({
  editor: { edits, diff, act, issues, isLocked },
  counts,
  types,
  reach,
  recounting,
}: {
  editor: Editor
  counts: Counts
  types: readonly AssetType[]
  reach: Reach | undefined
  recounting: Recounting
}) {
  const t = useTranslations('statusGroups.editor')
  const format = useFormatter()
  const { base, draft } = edits
  const removed = listRemoved(base, draft)
  const targets = listTargets(draft)
  const total = removed.reduce<number | null>((sum, { optionId }) => {
    const count = countOf(counts, optionId)
    return sum === null || count === null ? null : sum + count
  }, 0)
  const colorOf = (optionId: string) => base.options.find((option) => option.optionId === optionId)?.color ?? ''
  return (
    <section
      aria-labelledby="diff-title"
      className="flex min-w-0 flex-col gap-3 rounded border border-line bg-surface p-4 text-sm lg:sticky lg:top-16"
    >
      <h2 id="diff-title" className="font-medium">
        {t('diff.title')}
      </h2>
      {diff.changes.length === 0 ? (
        <p className="text-ink-muted">{t('diff.none')}</p>
      ) : (
        <>
          <ul className="flex flex-col gap-2">
            {diff.changes.map((change) => (
              <li key={keyOf(change)} className="wrap-anywhere">
                <ChangeLine
                  change={change}
                  count={'optionId' in change ? countOf(counts, change.optionId) : null}
                  colorOf={colorOf}
                />
                {change.kind === 'removed' && (
                  <RemovedLine
                    name={change.option.name}
                    count={countOf(counts, change.option.optionId)}
                    byType={describeByType(t, format, types, change.option.optionId)}
                    target={draft.statuses.find(
                      ({ optionId }) => change.replacement?.kind === 'move' && optionId === change.replacement.optionId,
                    )}
                    isCleared={change.replacement?.kind === 'clear'}
                    onKeep={isLocked ? null : () => act({ kind: 'keep', optionId: change.option.optionId })}
                  />
                )}
              </li>
            ))}
          </ul>
          {removed.length > 0 && (
            <div className="flex flex-col gap-2 border-t border-line pt-3">
              <Replacing
                legend={
                  removed.length === 1
                    ? t('diff.assetsWith', {
                        status: joinNames(
                          t,
                          format,
                          removed.map(({ name }) => name),
                        ),
                      })
                    : t('diff.assetsOfAll', { count: removed.length })
                }
                targets={targets}
                value={draft.replacement}
                clearLabel={total === null ? t('clearUnknown') : t('clear', { count: total })}
                onChange={(replacement) => act({ kind: 'replacement', replacement })}
              />
              {removed.length > 1 && <p className="text-xs text-ink-muted">{t('diff.oneTarget')}</p>}
              <CountAge reach={reach} recounting={recounting} />
            </div>
          )}
          {issues.size > 0 && <Issues issues={issues} statuses={draft.statuses} />}
          <Request base={base.groupId} diff={diff} />
        </>
      )}
    </section>
  )
}

/** Errors that prevent saving. */
function Issues({ issues, statuses }: { issues: Editor['issues']; statuses: ReadonlyArray<{ key: string }> }) {
  const t = useTranslations('statusGroups.editor')
  const format = useFormatter()
  return (
    <ul className="flex flex-col gap-1 text-attention">
      {[...issues].map(([place, issue]) => (
        <li key={place} className="flex gap-2">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {t(`diff.issue.${whereOf(place, statuses)}`, {
              issue: describeIssue(t, format, issue),
              place: statuses.findIndex(({ key }) => key === place) + 1,
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function whereOf(place: string, statuses: ReadonlyArray<{ key: string }>): 'name' | 'description' | 'status' | 'group' {
  if (place === 'name' || place === 'description') return place
  return statuses.some(({ key }) => key === place) ? 'status' : 'group'
}

function keyOf(change: Change): string {
  if (change.kind === 'added') return `added ${change.status.key}`
  if (change.kind === 'removed') return `removed ${change.option.optionId}`
  return 'optionId' in change ? `${change.kind} ${change.optionId}` : change.kind
}

const quiet = 'text-ink-muted'

function ChangeLine({
  change,
  count,
  colorOf,
}: {
  change: Change
  count: number | null
  colorOf: (optionId: string) => string
}) {
  const t = useTranslations('statusGroups.editor')
  const colors = useTranslations('status')
  const format = useFormatter()
  const readName = (name: string) => name.trim() || t('unnamed')
  switch (change.kind) {
    case 'name':
      return <>{t.rich('diff.name', { quiet: mutedText, from: change.from, to: change.to })}</>
    case 'description':
      return (
        <>
          {t.rich('diff.description', {
            quiet: mutedText,
            from: change.from === '' ? t('empty') : change.from,
            to: change.to === '' ? t('empty') : change.to,
          })}
        </>
      )
    case 'added':
      return (
        <span className="flex flex-wrap items-center gap-1.5">
          <span className={quiet}>{t('diff.new')}</span>
          <StatusChip name={readName(change.status.name)} color={change.status.color} />
        </span>
      )
    case 'renamed':
      return (
        <>
          <span className="flex flex-wrap items-center gap-1.5">
            <span className={quiet}>{t('diff.renamed')}</span>
            <StatusChip name={change.from} color={colorOf(change.optionId)} /> →
            <StatusChip name={readName(change.to)} color={change.color} />
          </span>
          <ShowsChange kind="renamed" count={count} />
        </>
      )
    case 'recolored':
      return (
        <>
          <span className="flex flex-wrap items-center gap-1.5">
            <span className={quiet}>{t('diff.color')}</span>
            <StatusChip name={nameColor(colors, change.from)} color={change.from} /> →
            <StatusChip name={readName(change.name)} color={change.to} />
          </span>
          <ShowsChange kind="recolored" count={count} />
        </>
      )
    case 'reordered':
      return (
        <>
          {t.rich('diff.order', {
            quiet: mutedText,
            statuses: format.list(change.names.map(readName), { type: 'unit' }),
          })}
        </>
      )
    default:
      return (
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="text-bad">{t('diff.removed')}</span>
          <StatusChip name={change.option.name} color={change.option.color} />
        </span>
      )
  }
}

/** How many assets will show a renamed or recolored status. */
function ShowsChange({ kind, count }: { kind: 'renamed' | 'recolored'; count: number | null }) {
  const t = useTranslations('statusGroups.editor.diff.shows')
  return <p className="text-xs text-ink-muted">{count === null ? t(`${kind}Unknown`) : t(kind, { count })}</p>
}

function RemovedLine({
  name,
  count,
  byType,
  target,
  isCleared,
  onKeep,
}: {
  name: string
  count: number | null
  /** How many assets of which types. */
  byType: string
  target: { name: string; color: string } | undefined
  isCleared: boolean
  onKeep: (() => void) | null
}) {
  const t = useTranslations('statusGroups.editor.diff.assets')
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-1.5">
          {count === 0 ? (
            <span className={quiet}>{t('none')}</span>
          ) : target !== undefined ? (
            <>
              <span>
                {count === null
                  ? t.rich('moveUnknown', { strong: strongText })
                  : t.rich('move', { count, strong: strongText })}
              </span>
              <StatusChip name={target.name} color={target.color} />
            </>
          ) : isCleared ? (
            <strong className="font-medium text-bad">
              {count === null ? t('clearUnknown') : t('clear', { count })}
            </strong>
          ) : (
            <span className="text-attention">{count === null ? t('openUnknown') : t('open', { count })}</span>
          )}
        </p>
        {byType !== '' && <p className="text-xs wrap-anywhere text-ink-muted">{byType}</p>}
      </div>
      {onKeep !== null && (
        <Button size="sm" variant="ghost" icon={RotateCcw} onClick={onKeep} aria-label={t('keepLabel', { name })}>
          {t('actions.keep')}
        </Button>
      )}
    </div>
  )
}

function Request({ base, diff }: { base: string; diff: Editor['diff'] }) {
  const t = useTranslations('statusGroups.editor.diff.request')
  const format = useFormatter()
  const { line, body } = describeRequest(base, diff)
  return (
    <details className="border-t border-line pt-3">
      <summary className="cursor-pointer text-ink-muted select-none hover:text-ink">
        {t.rich('summary', {
          fields: format.list(diff.mask, { type: 'unit' }),
          code: codeText,
        })}
      </summary>
      <ScrollRegion label={t('label')} className="mt-2 max-h-72 overflow-auto rounded bg-raised p-2">
        <pre className="font-mono text-xs">
          {line}
          {'\n'}
          {body}
        </pre>
      </ScrollRegion>
      <p className="mt-1 text-xs text-ink-muted">{t('note')}</p>
    </details>
  )
}
