'use client'

import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '@/lib/browser/announce'
import { statusColors } from '@/lib/status-groups/color'
import { listTargets, pickColor } from '@/lib/status-groups/model'
import { optionsMax } from '@/lib/status-groups/schema'
import type { Counts } from './editor-count'
import { StatusRow } from './editor-row'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { useDragOrder } from './use-drag-order'
import type { Editor } from './use-editor'

const offered = statusColors.filter(({ isConfirmed }) => isConfirmed).map(({ color }) => color)

/** The statuses in their order, each to be renamed, recoloured, moved and removed. */
export function EditorStatuses({
  editor: { stage, act, faults, isLocked },
  counts,
  onRemove,
}: {
  editor: Editor
  counts: Counts
  onRemove: (key: string, isMerge: boolean) => void
}) {
  const { draft, base } = stage
  const list = useRef<HTMLOListElement>(null)
  const { statuses } = draft
  const byKey = new Map(statuses.map((status) => [status.key, status]))
  const readName = (key: string) => byKey.get(key)?.name.trim() || 'The status without a name'

  const move = (key: string, to: number) => {
    const from = statuses.findIndex((status) => status.key === key)
    if (to < 0 || to >= statuses.length) {
      announce(`${readName(key)} is ${to < 0 ? 'the first' : 'the last'} already.`)
      return
    }
    if (to === from || isLocked) return
    act({ kind: 'move', key, to })
    announce(`${readName(key)}, now ${to + 1} of ${statuses.length}.`)
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
  const fault = faults.get('statuses')
  return (
    <section aria-labelledby="statuses-title" className="flex flex-col gap-2">
      <Heading count={statuses.length} />
      {statuses.length === 0 ? (
        <p className="rounded border border-line bg-surface px-4 py-6 text-center text-sm text-ink-muted">
          No statuses. Types that use a group without statuses have none to give to their assets.
        </p>
      ) : (
        <ol ref={list} aria-label="Statuses in their order" className="rounded border border-line bg-surface">
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
                fault={faults.get(key)}
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
      {fault !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {fault}
        </p>
      )}
      <AddStatus isFull={statuses.length >= optionsMax} onAdd={add} />
    </section>
  )
}

function AddStatus({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <GuardedButton
        icon={Plus}
        onClick={onAdd}
        refusal={isFull ? `A group holds ${optionsMax} statuses at most; the service takes no more.` : null}
      >
        Add a status
      </GuardedButton>
      {isFull && (
        <p aria-hidden className="text-sm text-ink-muted">
          {optionsMax} is the most that the service takes.
        </p>
      )}
    </div>
  )
}

function Heading({ count }: { count: number }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4">
      <h2 id="statuses-title" className="text-sm font-medium">
        Statuses{' '}
        <span className="font-normal text-ink-muted tabular-nums">
          {count} of {optionsMax}
        </span>
      </h2>
      <p className="text-xs text-ink-muted max-sm:hidden">
        Order: drag, or <kbd className="font-sans">Alt</kbd> and the arrow keys
      </p>
    </div>
  )
}
