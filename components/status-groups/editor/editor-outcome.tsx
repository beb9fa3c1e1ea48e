'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { CircleCheck, CircleHelp, Undo2, X } from 'lucide-react'
import { changeHref } from '@/components/asset-changes/links'
import { linkTo } from '@/components/status/rich'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Spinner } from '@/components/ui/spinner'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { ApiError } from '@/lib/browser/api'
import { joinNames } from './editor-texts'
import type { LastSave } from './editor-state'
import type { Editor } from './use-editor'
import type { Restore } from './use-restore'

/** The result of the last save, with what to do next. */
export function EditorOutcome({ editor }: { editor: Editor }) {
  const t = useTranslations('statusGroups.editor.outcome')
  const { phase, isDirty } = editor
  if (phase.kind === 'lost') return <LostNotice />
  const outcome = phase.kind === 'editing' ? phase.outcome : null
  switch (outcome?.kind) {
    case 'failed':
      return <FailedNotice error={outcome.error} editor={editor} />
    case 'not-done':
      return (
        <Notice tone="attention" title={t('notDone')}>
          <p>{outcome.note === null ? t('notDoneNote') : t('notDoneReason', { reason: outcome.note })}</p>
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
  const t = useTranslations('statusGroups.editor.outcome')
  const isOffline = error instanceof ApiError && error.code === 'offline'
  return (
    <ErrorNotice
      error={error}
      title={isOffline ? t('offline') : t('failed')}
      kept={t('kept')}
      next={isOffline ? t('offlineNext') : ''}
      onRetry={save}
      isRetrying={isBusy}
    />
  )
}

function LostNotice() {
  const t = useTranslations('statusGroups.editor.outcome')
  return (
    <Notice tone="unknown" title={t('lost')}>
      <p>{t('lostNote')}</p>
      <p className="mt-1 flex items-center gap-2 text-ink-muted">
        <Spinner size={12} /> {t('checking')}
      </p>
    </Notice>
  )
}

function AlreadyThereNotice() {
  const t = useTranslations('statusGroups.editor.outcome')
  return (
    <Notice tone="good" title={t('alreadySaved')}>
      <p>{t('alreadySavedNote')}</p>
    </Notice>
  )
}

function Saved({
  lastSave,
  isFound,
  editor,
}: {
  lastSave: LastSave
  /** The response was lost, but SafetyCulture's data shows that the save was done. */
  isFound: boolean
  editor: Editor
}) {
  const t = useTranslations('statusGroups.editor.outcome')
  const common = useTranslations('common')
  const { removed, undoes } = lastSave
  return (
    <Notice
      tone="good"
      title={isFound ? t('found') : undoes === null ? t('saved') : t('undone')}
      actions={
        <>
          {undoes === null && (
            <Button icon={Undo2} onClick={() => editor.undo(lastSave)}>
              {editor.restoresWith(lastSave)
                ? t('actions.undoAndRestore', { count: lastSave.snapshotCount })
                : t('actions.undo')}
            </Button>
          )}
          <IconButton label={common('dismiss')} icon={X} onClick={editor.dismiss} />
        </>
      }
    >
      {undoes !== null ? (
        <Undone undone={undoes} restore={editor.restore} />
      ) : removed.length === 0 ? (
        <p className="text-ink-muted">{t('assetsUnchanged')}</p>
      ) : (
        <Removed lastSave={lastSave} canRestore={editor.restoresWith(lastSave)} />
      )}
    </Notice>
  )
}

function Removed({
  lastSave: { removed, replacement, snapshotCount, saved },
  canRestore,
}: {
  lastSave: LastSave
  canRestore: boolean
}) {
  const t = useTranslations('statusGroups.editor.outcome')
  const words = useTranslations('statusGroups.editor')
  const target =
    replacement?.kind === 'move' ? saved.options.find(({ optionId }) => optionId === replacement.optionId) : undefined
  const statuses = joinNames(
    words,
    useFormatter(),
    removed.map(({ name }) => name),
  )
  return (
    <>
      <p className="wrap-anywhere">
        {target === undefined
          ? t('deletedAndCleared', { statuses, count: snapshotCount })
          : t('deletedAndMoved', { statuses, count: snapshotCount, target: target.name })}
      </p>
      <p className="text-ink-muted">
        {t(canRestore ? 'undoAndRestore' : 'undoWithoutAssets', { count: removed.length })}
      </p>
    </>
  )
}

function Undone({ undone, restore }: { undone: LastSave; restore: Restore }) {
  const t = useTranslations('statusGroups.editor.outcome')
  const words = useTranslations('statusGroups.editor')
  const format = useFormatter()
  const { removed, replacement, snapshotCount } = undone
  if (removed.length === 0) return <p className="text-ink-muted">{t('asBefore')}</p>
  const statuses = joinNames(
    words,
    format,
    removed.map(({ name }) => name),
  )
  const progress = restore.progressOf(undone)
  return (
    <>
      <p className="wrap-anywhere text-ink-muted">
        {t('recreated', { statuses, count: removed.length })}
        {progress === null && (
          <>
            {' '}
            {t(snapshotCount > 0 && replacement?.kind === 'clear' ? 'stillCleared' : 'stillMoved', {
              count: snapshotCount,
            })}
          </>
        )}
      </p>
      {progress !== null && <RestoreProgress undone={undone} progress={progress} restore={restore} />}
    </>
  )
}

/** Whether the restore that follows an undo has started, with a link to its page. */
function RestoreProgress({
  undone,
  progress: { started, error, isPending },
  restore,
}: {
  undone: LastSave
  progress: NonNullable<ReturnType<Restore['progressOf']>>
  restore: Restore
}) {
  const t = useTranslations('statusGroups.editor.outcome')
  const words = useTranslations('assetChanges.restore')
  if (error !== null)
    return (
      <ErrorNotice
        error={error}
        title={words('failed')}
        kept={t('stillCleared', { count: undone.snapshotCount })}
        onRetry={() => restore.start(undone)}
        isRetrying={isPending}
      />
    )
  if (started === undefined)
    return (
      <p className="flex items-center gap-2 text-ink-muted">
        <Spinner size={12} /> {t('restoring', { count: undone.snapshotCount })}
      </p>
    )
  const { change, leftOut, leftOutNote } = started
  return (
    <>
      <p>
        {t.rich('restoreStarted', {
          count: change.total,
          link: linkTo(changeHref(change.changeId)),
        })}
      </p>
      {leftOut > 0 && (
        <p className="text-ink-muted">
          {t('leftOut', { count: leftOut, total: leftOut + change.total, reason: leftOutNote ?? words('leftOutNote') })}
        </p>
      )}
    </>
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
  const styles = {
    good: 'border-good/30 bg-good-soft',
    attention: 'border-attention/30 bg-attention-soft',
    unknown: 'border-unknown/30 bg-unknown-soft',
  }
  const Icon = tone === 'good' ? CircleCheck : CircleHelp
  const inks = { good: 'text-good', attention: 'text-attention', unknown: 'text-unknown' }
  return (
    <section
      aria-label={title}
      className={classNames('flex flex-wrap gap-x-3 gap-y-2 rounded border p-3 text-sm', styles[tone])}
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
