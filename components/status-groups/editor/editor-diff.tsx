'use client'

import { RotateCcw, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '@/components/ui/button'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { describeRequest, type Change } from '@/lib/status-groups/diff'
import { listRemoved, listTargets } from '@/lib/status-groups/model'
import type { AssetType, Reach } from '@/lib/status-groups/schema'
import { countOf, type Counts } from './editor-count'
import { CountAge, type Recounting } from '@/components/status-groups/count-age'
import { FateChoice } from './editor-fate'
import { colorName, countAssets, describeByType, joinNames } from './editor-words'
import { StatusChip } from '@/components/status/status-chip'
import type { Editor } from './use-editor'

/** What Save would send, and what that does to how many assets. */
export function EditorDiff({
  editor: { stage, diff, act, faults, isLocked },
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
  const { base, draft } = stage
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
        What saving does
      </h2>
      {diff.changes.length === 0 ? (
        <p className="text-ink-muted">Nothing is changed, so there is nothing to save.</p>
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
                    byType={describeByType(types, change.option.optionId)}
                    target={draft.statuses.find(
                      ({ optionId }) => change.fate?.kind === 'move' && optionId === change.fate.optionId,
                    )}
                    isCleared={change.fate?.kind === 'clear'}
                    onKeep={isLocked ? null : () => act({ kind: 'keep', optionId: change.option.optionId })}
                  />
                )}
              </li>
            ))}
          </ul>
          {removed.length > 0 && (
            <div className="flex flex-col gap-2 border-t border-line pt-3">
              <FateChoice
                legend={
                  removed.length === 1
                    ? `Assets that are ${joinNames(removed.map(({ name }) => name))}`
                    : `Assets on all ${removed.length} removed statuses`
                }
                targets={targets}
                value={draft.fate}
                clearLabel={`Clear the status of ${countAssets(total)}`}
                onChange={(fate) => act({ kind: 'fate', fate })}
              />
              {removed.length > 1 && (
                <p className="text-xs text-ink-muted">
                  One destination for all of them: the service takes one in a save. To send them to different places,
                  save in between.
                </p>
              )}
              <CountAge reach={reach} recounting={recounting} />
            </div>
          )}
          {faults.size > 0 && (
            <ul className="flex flex-col gap-1 text-attention">
              {[...faults].map(([place, fault]) => (
                <li key={place} className="flex gap-2">
                  <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
                  <span className="min-w-0 wrap-anywhere">{writeFault(place, fault, draft.statuses)}</span>
                </li>
              ))}
            </ul>
          )}
          <Request base={base.groupId} diff={diff} />
        </>
      )}
    </section>
  )
}

function writeFault(place: string, fault: string, statuses: ReadonlyArray<{ key: string }>): string {
  if (place === 'name') return `The group: ${fault}`
  if (place === 'description') return `The description: ${fault}`
  const at = statuses.findIndex(({ key }) => key === place)
  return at === -1 ? fault : `Status ${at + 1}: ${fault}`
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
  switch (change.kind) {
    case 'name':
      return (
        <>
          <span className={quiet}>Name:</span> {change.from} → {change.to}
        </>
      )
    case 'description':
      return (
        <>
          <span className={quiet}>Description:</span> {change.from === '' ? '(none)' : change.from} →{' '}
          {change.to === '' ? '(none)' : change.to}
        </>
      )
    case 'added':
      return (
        <span className="flex flex-wrap items-center gap-1.5">
          <span className={quiet}>New:</span>
          <StatusChip name={change.status.name.trim() || 'no name yet'} color={change.status.color} />
        </span>
      )
    case 'renamed':
      return (
        <>
          <span className="flex flex-wrap items-center gap-1.5">
            <span className={quiet}>Renamed:</span>
            <StatusChip name={change.from} color={colorOf(change.optionId)} /> →
            <StatusChip name={change.to || 'no name yet'} color={change.color} />
          </span>
          <KeepsIt count={count} />
        </>
      )
    case 'recolored':
      return (
        <>
          <span className="flex flex-wrap items-center gap-1.5">
            <span className={quiet}>Colour:</span>
            <StatusChip name={colorName(change.from)} color={change.from} /> →
            <StatusChip name={change.name || 'no name yet'} color={change.to} />
          </span>
          <KeepsIt count={count} />
        </>
      )
    case 'reordered':
      return (
        <>
          <span className={quiet}>Order:</span> {change.names.map((name) => name || 'no name yet').join(', ')}
        </>
      )
    default:
      return (
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="text-bad">Removed:</span>
          <StatusChip name={change.option.name} color={change.option.color} />
        </span>
      )
  }
}

function KeepsIt({ count }: { count: number | null }) {
  return (
    <p className="text-xs text-ink-muted">
      {count === 0
        ? 'No asset has it.'
        : `${count === null ? 'Assets that have it' : countAssets(count)} ${count === 1 ? 'keeps' : 'keep'} it and ${count === 1 ? 'shows' : 'show'} the change.`}
    </p>
  )
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
  /** How many of which types. */
  byType: string
  target: { name: string; color: string } | undefined
  isCleared: boolean
  onKeep: (() => void) | null
}) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-1.5">
          {count === 0 ? (
            <span className={quiet}>No asset has it.</span>
          ) : target !== undefined ? (
            <>
              <strong className="font-medium">{countAssets(count)}</strong>
              {count === 1 ? 'moves' : 'move'} to <StatusChip name={target.name} color={target.color} />
            </>
          ) : isCleared ? (
            <strong className="font-medium text-bad">The status of {countAssets(count)} is cleared.</strong>
          ) : (
            <span className="text-attention">{countAssets(count)}: not chosen yet</span>
          )}
        </p>
        {byType !== '' && <p className="text-xs wrap-anywhere text-ink-muted">{byType}</p>}
      </div>
      {onKeep !== null && (
        <Button size="sm" variant="ghost" icon={RotateCcw} onClick={onKeep} aria-label={`Keep ${name}`}>
          Keep
        </Button>
      )}
    </div>
  )
}

function Request({ base, diff }: { base: string; diff: Editor['diff'] }) {
  const { line, body } = describeRequest(base, diff)
  return (
    <details className="border-t border-line pt-3">
      <summary className="cursor-pointer text-ink-muted select-none hover:text-ink">
        One request; it changes{' '}
        {diff.mask.map((field, index) => (
          <Fragment key={field}>
            {index > 0 && ', '}
            <code className="font-mono text-xs">{field}</code>
          </Fragment>
        ))}
      </summary>
      <ScrollRegion label="The request" className="mt-2 max-h-72 overflow-auto rounded bg-raised p-2">
        <pre className="font-mono text-xs">
          {line}
          {'\n'}
          {body}
        </pre>
      </ScrollRegion>
      <p className="mt-1 text-xs text-ink-muted">
        What the service says of a status beyond name and colour goes back as it came. Before it is sent, the group is
        read again: if somebody changed it meanwhile, nothing is sent and you see both.
      </p>
    </details>
  )
}
