'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '@/lib/browser/announce'
import { statusColors } from '@/lib/status-groups/color'
import { listTargets, pickColor } from '@/lib/status-groups/model'
import { optionsMax } from '@/lib/status-groups/values-model'
import type { Counts } from './editor-count'
import { describeIssue } from './editor-texts'
import { StatusRow } from './editor-row'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { useDragOrder } from './use-drag-order'
import type { Editor } from './use-editor'

const offered = statusColors.filter(({ isConfirmed }) => isConfirmed).map(({ color }) => color)

/** The statuses in their order. Each can be renamed, recolored, moved and removed. */
export function EditorStatuses({
  editor: { edits, act, issues, isLocked },
  counts,
  onRemove,
}: {
  editor: Editor
  counts: Counts
  onRemove: (key: string, isMerge: boolean) => void
}) {
  const t = useTranslations('statusGroups.editor')
  const format = useFormatter()
  const { draft, base } = edits
  const list = useRef<HTMLOListElement>(null)
  const { statuses } = draft
  const byKey = new Map(statuses.map((status) => [status.key, status]))
  const readName = (key: string) => byKey.get(key)?.name.trim() || t('statuses.unnamed')

  const move = (key: string, to: number) => {
    const from = statuses.findIndex((status) => status.key === key)
    if (to < 0 || to >= statuses.length) {
      announce(t(to < 0 ? 'statuses.isFirst' : 'statuses.isLast', { name: readName(key) }))
      return
    }
    if (to === from || isLocked) return
    act({ kind: 'move', key, to })
    announce(t('statuses.moved', { name: readName(key), place: to + 1, total: statuses.length }))
  }
  const { held, order, start } = useDragOrder(
    statuses.map(({ key }) => key),
    list,
    move,
  )
  const add = () => {
    if (isLocked) return
    flushSync(() => act({ kind: 'add', name: '', color: pickColor(statuses, offered) }))
    list.current?.lastElementChild?.querySelector<HTMLInputElement>('input')?.focus()
  }
  const mergesInto = listTargets(draft)
  const issue = issues.get('statuses')
  return (
    <section aria-labelledby="statuses-title" className="flex flex-col gap-2">
      <Heading count={statuses.length} />
      {statuses.length === 0 ? (
        <p className="rounded border border-line bg-surface px-4 py-6 text-center text-sm text-ink-muted">
          {t('statuses.none')}
        </p>
      ) : (
        <ol ref={list} aria-label={t('statuses.label')} className="rounded border border-line bg-surface">
          {order.map((key, index) => {
            const status = byKey.get(key)
            if (status === undefined) return null
            return (
              <StatusRow
                key={key}
                status={status}
                was={base.options.find(({ optionId }) => optionId === status.optionId)}
                index={index}
                total={statuses.length}
                counts={counts}
                issue={issues.get(key)}
                isHeld={held === key}
                isLocked={isLocked}
                mayMerge={mergesInto.some((target) => target.key !== key) && status.optionId !== null}
                act={act}
                onGrab={(event) => (isLocked ? undefined : start(key, event))}
                onMove={(to) => move(key, to)}
                onRemove={(isMerge) => onRemove(key, isMerge)}
              />
            )
          })}
        </ol>
      )}
      {issue !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {describeIssue(t, format, issue)}
        </p>
      )}
      <AddStatus isFull={statuses.length >= optionsMax} onAdd={add} />
    </section>
  )
}

function AddStatus({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  const t = useTranslations('statusGroups.editor.statuses')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <GuardedButton icon={Plus} onClick={onAdd} refusal={isFull ? t('full', { max: optionsMax }) : null}>
        {t('actions.add')}
      </GuardedButton>
      {isFull && (
        <p aria-hidden className="text-sm text-ink-muted">
          {t('full', { max: optionsMax })}
        </p>
      )}
    </div>
  )
}

function Heading({ count }: { count: number }) {
  const t = useTranslations('statusGroups.editor.statuses')
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4">
      <h2 id="statuses-title" className="text-sm font-medium">
        {t('title')}{' '}
        <span className="font-normal text-ink-muted tabular-nums">{t('count', { count, max: optionsMax })}</span>
      </h2>
      <p className="text-xs text-ink-muted max-sm:hidden">{t('order')}</p>
    </div>
  )
}
