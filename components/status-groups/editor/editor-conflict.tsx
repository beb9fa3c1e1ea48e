'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/segmented'
import { useToast } from '@/components/ui/toast'
import { diffGroup } from '@/lib/status-groups/diff'
import { mergeGroups, type Choices, type Conflict, type Side } from '@/lib/status-groups/diff-merge'
import { findFaults, type Draft } from '@/lib/status-groups/model'
import { statusGroupCalls, statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { listComparison, type ComparedRow } from './editor-comparison'
import { colorName } from './editor-words'
import { groupHref, groupsHref } from '@/components/status-groups/links'
import { StatusChip } from '@/components/status/status-chip'
import type { Attempt } from './editor-state'
import type { Editor } from './use-editor'

/** Somebody else changed the group: three versions side by side, what goes together merged, the rest to be chosen. */
export function ConflictDialog({
  attempt: { base, draft: yours },
  theirs,
  editor,
}: {
  attempt: Attempt
  theirs: StatusGroup
  editor: Editor
}) {
  const [choices, setChoices] = useState<Choices>({})
  const { draft, conflicts, isSettled } = useMemo(
    () => mergeGroups(base, theirs, yours, choices),
    [base, theirs, yours, choices],
  )
  const { rows, sameCount } = useMemo(() => listComparison(base, theirs, yours), [base, theirs, yours])
  const faults = findFaults(theirs, draft)
  const isSame = diffGroup(theirs, draft).changes.length === 0
  const open = conflicts.filter(({ id }) => choices[id] === undefined).length
  const takeOver = () => editor.takeOver(theirs, draft)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && editor.back()}
      size="lg"
      title={`“${theirs.name}” was changed meanwhile`}
      description="In another tab, by somebody else, or in SafetyCulture. Nothing of yours was sent, and nothing of theirs is overwritten."
      footer={
        <>
          <Button onClick={editor.back}>Back to my edits</Button>
          {isSame ? (
            <Button variant="primary" disabled={!isSettled} onClick={takeOver}>
              Go on with what is stored
            </Button>
          ) : (
            <>
              <Button disabled={!isSettled} onClick={takeOver}>
                Take over, save later
              </Button>
              <Button
                variant="primary"
                disabled={!isSettled || faults.size > 0}
                onClick={() => editor.saveMerged(theirs, draft)}
              >
                Save merged
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p>
          {conflicts.length === 0
            ? 'The changes do not touch each other: they are merged below.'
            : open === 0
              ? 'Everything is settled.'
              : `${open} ${open === 1 ? 'change meets' : 'changes meet'} another: choose which holds. The rest is merged.`}
        </p>
        <div aria-hidden className="-mb-2 hidden grid-cols-3 gap-3 px-3 text-xs font-medium text-ink-muted sm:grid">
          <span>As you opened it</span>
          <span>Stored now (theirs)</span>
          <span>Yours</span>
        </div>
        {sortOpenFirst(rows, conflicts).map((row) => (
          <Row
            key={row.key}
            row={row}
            conflicts={conflicts.filter((conflict) => row.conflictIds.includes(conflict.id))}
            choices={choices}
            onChoose={(id, side) => setChoices({ ...choices, [id]: side })}
          />
        ))}
        {sameCount > 0 && (
          <p className="text-ink-muted">
            {sameCount} {sameCount === 1 ? 'status is' : 'statuses are'} the same in all three.
          </p>
        )}
        <section className="rounded border border-line p-3">
          <h3 className="text-xs font-medium text-ink-muted">
            Merged{isSettled ? '' : ', until you choose otherwise'}
          </h3>
          <p className="mt-1 font-medium wrap-anywhere">{draft.name}</p>
          {draft.description !== '' && <p className="wrap-anywhere text-ink-muted">{draft.description}</p>}
          <ol className="mt-2 flex flex-wrap gap-1.5">
            {draft.statuses.map(({ key, name, color }) => (
              <li key={key} className="max-w-full">
                <StatusChip name={name} color={color} />
              </li>
            ))}
          </ol>
          {[...faults.values()].map((fault) => (
            <p key={fault} className="mt-2 text-attention">
              {fault} Take it over and settle that before saving.
            </p>
          ))}
        </section>
      </div>
    </Dialog>
  )
}

/** What has to be chosen stands before what is only told. */
function sortOpenFirst(rows: readonly ComparedRow[], conflicts: readonly Conflict[]): ComparedRow[] {
  const ids = new Set(conflicts.map(({ id }) => id))
  const rank = ({ conflictIds }: ComparedRow) => (conflictIds.some((id) => ids.has(id)) ? 0 : 1)
  return rows.toSorted((one, other) => rank(one) - rank(other))
}

const conflictWords: Record<Conflict['kind'], { label: string; theirs: string; yours: string }> = {
  name: { label: 'Which name', theirs: 'Theirs', yours: 'Yours' },
  description: { label: 'Which description', theirs: 'Theirs', yours: 'Yours' },
  'status-name': { label: 'Which name', theirs: 'Their name', yours: 'Your name' },
  'status-color': { label: 'Which colour', theirs: 'Their colour', yours: 'Your colour' },
  'removed-there': { label: 'They removed it', theirs: 'Leave it out', yours: 'Make it anew, empty' },
  'removed-here': { label: 'You removed it', theirs: 'Keep it, as they changed it', yours: 'Remove it' },
  order: { label: 'Which order', theirs: 'Their order', yours: 'Your order' },
}

function Row({
  row,
  conflicts,
  choices,
  onChoose,
}: {
  row: ComparedRow
  conflicts: readonly Conflict[]
  choices: Choices
  onChoose: (id: string, side: Side) => void
}) {
  return (
    <section
      aria-label={row.label}
      className={`flex flex-col gap-2 rounded border p-3 ${conflicts.length > 0 ? 'border-attention/40 bg-attention-soft' : 'border-line'}`}
    >
      <h3 className="text-xs font-medium text-ink-muted">{row.label}</h3>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-3">
        {(['base', 'theirs', 'yours'] as const).map((side) => (
          <div key={side} className="min-w-0">
            <span className="text-xs text-ink-muted sm:sr-only">{sideNames[side]}: </span>
            <Cell row={row} side={side} />
          </div>
        ))}
      </div>
      {conflicts.map(({ id, kind }) => (
        <Choice key={id} kind={kind} label={row.label} value={choices[id]} onChoose={(side) => onChoose(id, side)} />
      ))}
    </section>
  )
}

const sideNames = { base: 'As you opened it', theirs: 'Stored now', yours: 'Yours' } as const

function Cell({ row, side }: { row: ComparedRow; side: 'base' | 'theirs' | 'yours' }): ReactNode {
  if (row.kind === 'status') {
    const status = row[side]
    if (status === null)
      return <span className="text-ink-muted">{side === 'base' || row.base === null ? 'not there' : 'removed'}</span>
    return (
      <span className="flex flex-wrap items-center gap-1.5">
        <StatusChip name={status.name} color={status.color} />
        {row.base !== null && status.color !== row.base.color && (
          <span className="text-xs text-ink-muted">{colorName(status.color).toLowerCase()}</span>
        )}
      </span>
    )
  }
  const text = row[side]
  return <span className="wrap-anywhere">{text === '' ? <span className="text-ink-muted">(none)</span> : text}</span>
}

function Choice({
  kind,
  label,
  value,
  onChoose,
}: {
  kind: Conflict['kind']
  label: string
  value: Side | undefined
  onChoose: (side: Side) => void
}) {
  const words = conflictWords[kind]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium">{words.label}</span>
      <Segmented<Side | ''>
        className="border border-line-strong"
        label={`${label}: ${words.label}`}
        value={value ?? ''}
        options={[
          { value: 'theirs', label: words.theirs },
          { value: 'yours', label: words.yours },
        ]}
        onChange={(side) => side !== '' && onChoose(side)}
      />
    </div>
  )
}

/** The group is gone: what is staged can be made into a new one. */
export function GoneDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const router = useRouter()
  const toast = useToast()
  const queryClient = useQueryClient()
  const making = useMutation({
    mutationFn: () =>
      statusGroupCalls.create({
        name: draft.name.trim(),
        description: draft.description,
        options: draft.statuses.map(({ name, color }) => ({ name: name.trim(), color })),
      }),
    onSuccess: ({ group }) => {
      if (group === null)
        toast.show({
          tone: 'unknown',
          title: 'The answer was lost',
          description:
            'Nobody knows yet whether the group was created. The console looks at the service; the list tells.',
        })
      router.push(group === null ? groupsHref : groupHref(group.groupId))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: statusGroupQueries.board().queryKey }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The group was deleted meanwhile"
      description="Nothing of yours was sent. What you staged is still here."
      footer={
        <>
          <Button onClick={onClose}>Back to my edits</Button>
          <Button variant="primary" busy={making.isPending} onClick={() => making.mutate()}>
            Create it again
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          It can be created again with what you staged, as a new group: its statuses get new ids, no type uses it yet,
          and assets that had its statuses have none now.
        </p>
        <p className="font-medium wrap-anywhere">{draft.name}</p>
        <ol className="flex flex-wrap gap-1.5">
          {draft.statuses.map(({ key, name, color }) => (
            <li key={key} className="max-w-full">
              <StatusChip name={name} color={color} />
            </li>
          ))}
        </ol>
        {making.error !== null && <ErrorNotice error={making.error} title="It was not created" />}
      </div>
    </Dialog>
  )
}
