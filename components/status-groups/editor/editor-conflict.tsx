'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/inputs/segmented'
import { useToast } from '@/components/ui/toast'
import { diffGroup } from '@/lib/status-groups/diff'
import { mergeGroups, type Choices, type Conflict, type Side } from '@/lib/status-groups/diff-merge'
import { findIssues, type Draft } from '@/lib/status-groups/model'
import { statusGroupCalls, statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { listComparison, type ComparedRow } from './editor-comparison'
import { describeIssue } from './editor-texts'
import { nameColor } from '@/components/status/color-name'
import { groupHref, groupsHref } from '@/components/status-groups/links'
import { StatusChip } from '@/components/status/status-chip'
import type { Attempt } from './editor-state'
import type { Editor } from './use-editor'

/** Another person changed the group: shows three versions side by side, merges what it can, and asks about conflicts. */
export function ConflictDialog({
  attempt: { base, draft: yours },
  theirs,
  editor,
}: {
  attempt: Attempt
  theirs: StatusGroup
  editor: Editor
}) {
  const t = useTranslations('statusGroups.editor.conflict')
  const words = useTranslations('statusGroups.editor')
  const format = useFormatter()
  const [choices, setChoices] = useState<Choices>({})
  const { draft, conflicts, isSettled } = useMemo(
    () => mergeGroups(base, theirs, yours, choices),
    [base, theirs, yours, choices],
  )
  const { rows, sameCount } = useMemo(() => listComparison(base, theirs, yours), [base, theirs, yours])
  const issues = findIssues(theirs, draft)
  const isSame = diffGroup(theirs, draft).changes.length === 0
  const open = conflicts.filter(({ id }) => choices[id] === undefined).length
  const takeOver = () => editor.takeOver(theirs, draft)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && editor.back()}
      size="lg"
      title={t('title', { name: theirs.name })}
      description={t('description')}
      footer={
        <>
          <Button onClick={editor.back}>{t('actions.back')}</Button>
          {isSame ? (
            <Button variant="primary" disabled={!isSettled} onClick={takeOver}>
              {t('actions.useTheirs')}
            </Button>
          ) : (
            <>
              <Button disabled={!isSettled} onClick={takeOver}>
                {t('actions.merge')}
              </Button>
              <Button
                variant="primary"
                disabled={!isSettled || issues.size > 0}
                onClick={() => editor.saveMerged(theirs, draft)}
              >
                {t('actions.saveMerged')}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p>{conflicts.length === 0 ? t('noConflicts') : open === 0 ? t('settled') : t('open', { count: open })}</p>
        <div aria-hidden className="-mb-2 hidden grid-cols-3 gap-3 px-3 text-xs font-medium text-ink-muted sm:grid">
          <span>{t('side.base')}</span>
          <span>{t('side.theirs')}</span>
          <span>{t('side.yours')}</span>
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
        {sameCount > 0 && <p className="text-ink-muted">{t('same', { count: sameCount })}</p>}
        <section className="rounded border border-line p-3">
          <h3 className="text-xs font-medium text-ink-muted">{isSettled ? t('merged') : t('mergedSoFar')}</h3>
          <p className="mt-1 font-medium wrap-anywhere">{draft.name}</p>
          {draft.description !== '' && <p className="wrap-anywhere text-ink-muted">{draft.description}</p>}
          <ol className="mt-2 flex flex-wrap gap-1.5">
            {draft.statuses.map(({ key, name, color }) => (
              <li key={key} className="max-w-full">
                <StatusChip name={name} color={color} />
              </li>
            ))}
          </ol>
          {[...issues].map(([place, issue]) => (
            <p key={place} className="mt-2 text-attention">
              {t('issue', { issue: describeIssue(words, format, issue) })}
            </p>
          ))}
        </section>
      </div>
    </Dialog>
  )
}

/** Puts conflicts before changes that were merged. */
function sortOpenFirst(rows: readonly ComparedRow[], conflicts: readonly Conflict[]): ComparedRow[] {
  const ids = new Set(conflicts.map(({ id }) => id))
  const rank = ({ conflictIds }: ComparedRow) => (conflictIds.some((id) => ids.has(id)) ? 0 : 1)
  return rows.toSorted((one, other) => rank(one) - rank(other))
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
  const t = useTranslations('statusGroups.editor.conflict')
  const label = t(`row.${row.what}`, { name: row.name })
  return (
    <section
      aria-label={label}
      className={`flex flex-col gap-2 rounded border p-3 ${conflicts.length > 0 ? 'border-attention/40 bg-attention-soft' : 'border-line'}`}
    >
      <h3 className="text-xs font-medium text-ink-muted">{label}</h3>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-3">
        {(['base', 'theirs', 'yours'] as const).map((side) => (
          <div key={side} className="min-w-0">
            <span className="text-xs text-ink-muted sm:sr-only">{t('sideLabel', { side: t(`side.${side}`) })} </span>
            <Cell row={row} side={side} />
          </div>
        ))}
      </div>
      {conflicts.map(({ id, kind }) => (
        <Choice key={id} kind={kind} label={label} value={choices[id]} onChoose={(side) => onChoose(id, side)} />
      ))}
    </section>
  )
}

function Cell({ row, side }: { row: ComparedRow; side: 'base' | 'theirs' | 'yours' }): ReactNode {
  const t = useTranslations('statusGroups.editor')
  const colors = useTranslations('status')
  const format = useFormatter()
  if (row.kind === 'status') {
    const status = row[side]
    if (status === null)
      return (
        <span className="text-ink-muted">
          {side === 'base' || row.base === null ? t('conflict.absent') : t('conflict.removed')}
        </span>
      )
    return (
      <span className="flex flex-wrap items-center gap-1.5">
        <StatusChip name={status.name} color={status.color} />
        {row.base !== null && status.color !== row.base.color && (
          <span className="text-xs text-ink-muted">{nameColor(colors, status.color).toLowerCase()}</span>
        )}
      </span>
    )
  }
  const value = row[side]
  const text = typeof value === 'string' ? value : format.list(value, { type: 'unit' })
  return (
    <span className="wrap-anywhere">{text === '' ? <span className="text-ink-muted">{t('empty')}</span> : text}</span>
  )
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
  const t = useTranslations('statusGroups.editor.conflict.choice')
  const question = t(`${kind}.label`)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium">{question}</span>
      <Segmented<Side | ''>
        className="border border-line-strong"
        label={`${label}: ${question}`}
        value={value ?? ''}
        options={[
          { value: 'theirs', label: t(`${kind}.theirs`) },
          { value: 'yours', label: t(`${kind}.yours`) },
        ]}
        onChange={(side) => side !== '' && onChoose(side)}
      />
    </div>
  )
}

/** The group was deleted: the person's version can be created as a new group. */
export function DeletedDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const t = useTranslations('statusGroups.editor.deleted')
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
          title: t('lost'),
          description: t('lostNote'),
        })
      router.push(group === null ? groupsHref : groupHref(group.groupId))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: statusGroupQueries.board().queryKey }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('description')}
      footer={
        <>
          <Button onClick={onClose}>{t('actions.back')}</Button>
          <Button variant="primary" busy={making.isPending} onClick={() => making.mutate()}>
            {t('actions.recreate')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>{t('note')}</p>
        <p className="font-medium wrap-anywhere">{draft.name}</p>
        <ol className="flex flex-wrap gap-1.5">
          {draft.statuses.map(({ key, name, color }) => (
            <li key={key} className="max-w-full">
              <StatusChip name={name} color={color} />
            </li>
          ))}
        </ol>
        {making.error !== null && <ErrorNotice error={making.error} title={t('failed')} />}
      </div>
    </Dialog>
  )
}
