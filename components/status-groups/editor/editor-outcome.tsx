'use client'

import { CircleCheck, CircleHelp, Undo2, X } from 'lucide-react'
import { RestoreButton } from '@/components/asset-changes/restore-button'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Spinner } from '@/components/ui/spinner'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { ApiError } from '@/lib/browser/api'
import { countAssets, joinNames } from './editor-words'
import type { LastSave } from './editor-state'
import type { Editor } from './use-editor'

/** How the last save ended, in words, with what can be done about it. */
export function EditorOutcome({ editor }: { editor: Editor }) {
  const { phase, isDirty } = editor
  if (phase.kind === 'lost') return <LostNotice />
  const outcome = phase.kind === 'editing' ? phase.outcome : null
  switch (outcome?.kind) {
    case 'failed':
      return <FailedNotice error={outcome.error} editor={editor} />
    case 'not-done':
      return (
        <Notice tone="attention" title="The change did not reach the service">
          <p>{outcome.note ?? 'The service has the group as it was.'} What you staged is still here: save it again.</p>
        </Notice>
      )
    case 'saved':
      if (!isDirty) return <Saved lastSave={outcome.save} isFound={outcome.wasLost} editor={editor} />
      return outcome.wasLost ? <AlreadyThereNotice /> : null
    case 'already-there':
      return <AlreadyThereNotice />
    default:
      return null
  }
}

function FailedNotice({ error, editor: { save, isBusy } }: { error: Error; editor: Editor }) {
  const isOffline = error instanceof ApiError && error.code === 'offline'
  return (
    <ErrorNotice
      error={error}
      title={isOffline ? 'No answer came' : 'The group was not saved'}
      kept="What you staged is still here."
      next={isOffline ? 'Save again: what the service has is looked at first, so nothing is done twice.' : ''}
      onRetry={save}
      isRetrying={isBusy}
    />
  )
}

function LostNotice() {
  return (
    <Notice tone="unknown" title="The answer was lost">
      <p>
        Nobody knows yet whether the service has the change. Nothing is repeated; the console looks at the service until
        it tells. Until then the fields are locked.
      </p>
      <p className="mt-1 flex items-center gap-2 text-ink-muted">
        <Spinner size={12} /> Looking …
      </p>
    </Notice>
  )
}

function AlreadyThereNotice() {
  return (
    <Notice tone="good" title="The service has it so already">
      <p>Nothing was sent a second time.</p>
    </Notice>
  )
}

function Saved({
  lastSave,
  isFound,
  editor,
}: {
  lastSave: LastSave
  /** The answer was lost, and looking at the service showed that it was done. */
  isFound: boolean
  editor: Editor
}) {
  const { removed, undoes } = lastSave
  // Statuses can be set again only once they exist again.
  const cleared = undoes?.fate?.kind === 'clear' ? undoes : null
  return (
    <Notice
      tone="good"
      title={isFound ? 'It was done: the service has the change' : undoes === null ? 'Saved' : 'Taken back'}
      actions={
        <>
          {cleared !== null && cleared.snapshotCount > 0 && (
            <RestoreButton source={{ activityId: cleared.activityId }} count={cleared.snapshotCount} />
          )}
          {undoes === null && (
            <Button icon={Undo2} onClick={() => editor.undo(lastSave)}>
              Undo the save
            </Button>
          )}
          <IconButton label="Dismiss" icon={X} onClick={editor.dismiss} />
        </>
      }
    >
      {undoes !== null ? (
        <TakenBack undone={undoes} />
      ) : removed.length === 0 ? (
        <p className="text-ink-muted">Assets keep their statuses.</p>
      ) : (
        <Removed lastSave={lastSave} />
      )}
    </Notice>
  )
}

function Removed({ lastSave: { removed, fate, snapshotCount, saved } }: { lastSave: LastSave }) {
  const target = fate?.kind === 'move' ? saved.options.find(({ optionId }) => optionId === fate.optionId) : undefined
  const isOne = removed.length === 1
  return (
    <>
      <p className="wrap-anywhere">
        {joinNames(removed.map(({ name }) => name))} {isOne ? 'is' : 'are'} gone.{' '}
        {target === undefined
          ? `The service cleared the status of ${countAssets(snapshotCount)}.`
          : `The service moved ${countAssets(snapshotCount)} to “${target.name}”.`}
      </p>
      <p className="text-ink-muted">
        The service gives no asset its earlier status back: Undo makes {isOne ? 'it' : 'them'} anew, without assets.{' '}
        {fate?.kind === 'clear' && snapshotCount > 0
          ? 'After that the cleared statuses can be restored one by one from the log.'
          : 'The log kept which asset had which.'}
      </p>
    </>
  )
}

function TakenBack({ undone: { removed, fate, snapshotCount } }: { undone: LastSave }) {
  if (removed.length === 0) return <p className="text-ink-muted">The group is as it was.</p>
  const names = joinNames(removed.map(({ name }) => name))
  return (
    <p className="wrap-anywhere text-ink-muted">
      {names} {removed.length === 1 ? 'is' : 'are'} there again, as new {removed.length === 1 ? 'status' : 'statuses'}.{' '}
      {snapshotCount === 0
        ? 'No asset had lost one.'
        : fate?.kind === 'clear'
          ? `${countAssets(snapshotCount)} still ${snapshotCount === 1 ? 'has' : 'have'} none.`
          : `${countAssets(snapshotCount)} stay where they were moved to.`}
    </p>
  )
}

function Notice({
  tone,
  title,
  actions,
  children,
}: {
  tone: 'good' | 'attention' | 'unknown'
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  const looks = {
    good: 'border-good/30 bg-good-soft',
    attention: 'border-attention/30 bg-attention-soft',
    unknown: 'border-unknown/30 bg-unknown-soft',
  }
  const Icon = tone === 'good' ? CircleCheck : CircleHelp
  const inks = { good: 'text-good', attention: 'text-attention', unknown: 'text-unknown' }
  return (
    <section
      aria-label={title}
      className={classNames('flex flex-wrap gap-x-3 gap-y-2 rounded border p-3 text-sm', looks[tone])}
    >
      <Icon aria-hidden size={16} strokeWidth={2} className={classNames('mt-0.5 shrink-0', inks[tone])} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{title}</p>
        {children}
      </div>
      {actions !== undefined && <div className="flex items-start gap-1">{actions}</div>}
    </section>
  )
}
